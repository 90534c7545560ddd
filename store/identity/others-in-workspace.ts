import { plausibleName } from '../../domain/untrusted-text.ts';
import type { Role } from '../../schemas/shapes/access.ts';
import { isWorkingKey } from '../access/api-keys.ts';
import type { Queryable } from '../database.ts';

/** Of each list; the rest is a number. */
const SHOWN = 20;

/**
 * Who has a way into a claimed workspace besides its owner, and keeps it: the claimer sees them before they accept. Invitations that the owner
 * sent end with the take-over.
 */
export async function readOthersIn(
  sql: Queryable,
  { workspaceId, ownerId }: { readonly workspaceId: string; readonly ownerId: string | null },
) {
  const [members, keys, invitations] = await Promise.all([
    sql<{ name: string; email: string; role: Role; count: number }[]>`
      select u.name, u.email::text, m.role, (count(*) over ())::int as count
      from memberships m join users u on u.id = m.user_id
      where m.workspace_id = ${workspaceId} and m.leaving_at is null and m.user_id is distinct from ${ownerId}::uuid
      order by m.created_at, m.id limit ${SHOWN}`,
    sql<{ name: string; isSeat: boolean; of: string; count: number }[]>`
      select coalesce(s.display_name, k.name) as name, s.id is not null as "isSeat", u.email::text as of,
        (count(*) over ())::int as count
      from api_keys k join users u on u.id = k.created_by_user_id left join agent_seats s on s.api_key_id = k.id
      where k.workspace_id = ${workspaceId} and k.created_by_user_id is distinct from ${ownerId}::uuid
        and ${isWorkingKey(sql, 'k')}
      order by k.created_at, k.id limit ${SHOWN}`,
    sql<{ email: string; role: Role; count: number }[]>`
      select email::text, role, (count(*) over ())::int as count from invitations
      where workspace_id = ${workspaceId} and accepted_at is null and revoked_at is null and expires_at > clock_timestamp()
        and invited_by_user_id is distinct from ${ownerId}::uuid
      order by created_at, id limit ${SHOWN}`,
  ]);
  return {
    members: some(members, ({ name, email, role }) => ({ name: plausibleName(name), email, role })),
    keys: some(keys, ({ name, isSeat, of }) => ({ name: plausibleName(name), isSeat, of })),
    invitations: some(invitations, ({ email, role }) => ({ email, role })),
  };
}

const some = <R extends { readonly count: number }, T>(rows: readonly R[], shown: (row: R) => T) => ({
  count: rows[0]?.count ?? 0,
  first: rows.map(shown),
});
