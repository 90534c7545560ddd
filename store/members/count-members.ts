import type { Queryable } from '../database.ts';
import { mayBeGiven } from './invitation-state.ts';

/** People of a workspace; who is being removed does not count. */
export async function countMembers(sql: Queryable, workspaceId: string): Promise<number> {
  const [row] = await sql<[{ used: number }]>`
    select count(*)::int as used from memberships where workspace_id = ${workspaceId} and leaving_at is null`;
  return row.used;
}

/** The same with open invitations: each keeps a place of the plan. */
export async function countMembersAndInvited(sql: Queryable, workspaceId: string): Promise<number> {
  const [members, [row]] = await Promise.all([
    countMembers(sql, workspaceId),
    sql<[{ invited: number }]>`
      select count(*)::int as invited from invitations i where i.workspace_id = ${workspaceId}
        and i.accepted_at is null and i.revoked_at is null and i.expires_at > clock_timestamp() and ${mayBeGiven(sql)}`,
  ]);
  return members + row.invited;
}
