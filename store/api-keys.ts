import type { KeyActor } from '../domain/actor.ts';
import type { KeyMode, Role, Scope } from '../schemas/access.ts';
import type { Queryable } from './database.ts';

export type FoundKey =
  | { readonly state: 'active'; readonly actor: KeyActor }
  | { readonly state: 'revoked' | 'expired' };

interface KeyRow {
  id: string;
  name: string;
  mode: KeyMode;
  scopes: Scope[];
  workspace_id: string;
  user_id: string | null;
  role: Role | null;
  username: string | null;
  locked: boolean;
  seat_id: string | null;
  seat_name: string | null;
  revoked: boolean;
  expired: boolean;
  unseen: boolean;
}

/**
 * The key of a hash, with its creator's role as it is now; undefined: there is none. A key whose creator left the workspace
 * counts as revoked. Notes the use, at most once a minute.
 */
export async function findKey(sql: Queryable, hash: Buffer): Promise<FoundKey | undefined> {
  const [row] = await sql<KeyRow[]>`
    select k.id, k.name, k.mode, k.scopes, k.workspace_id, m.user_id, m.role, m.username,
      w.subscription_status = 'inactive' as locked, s.id as seat_id, s.display_name as seat_name,
      k.revoked_at is not null as revoked, coalesce(k.expires_at <= clock_timestamp(), false) as expired,
      k.last_used_at is null or k.last_used_at < clock_timestamp() - interval '1 minute' as unseen
    from api_keys k
    join workspaces w on w.id = k.workspace_id
    left join memberships m on m.workspace_id = k.workspace_id and m.user_id = k.created_by_user_id
    left join agent_seats s on s.api_key_id = k.id
    where k.hash = ${hash}`;
  if (!row) return undefined;
  if (row.revoked || row.user_id === null || row.role === null) return { state: 'revoked' };
  if (row.expired) return { state: 'expired' };
  if (row.unseen) await noteUse(sql, row.id);
  return { state: 'active', actor: toActor(row, row.user_id, row.role) };
}

const toActor = (row: KeyRow, userId: string, role: Role): KeyActor => ({
  kind: 'key',
  keyId: row.id,
  keyName: row.name,
  mode: row.mode,
  scopes: row.scopes,
  seat: row.seat_id && row.seat_name ? { id: row.seat_id, displayName: row.seat_name } : null,
  userId,
  workspaceId: row.workspace_id,
  role,
  username: row.username ?? '',
  locked: row.locked,
});

const noteUse = (sql: Queryable, id: string) =>
  sql`update api_keys set last_used_at = date_trunc('minute', clock_timestamp()) where id = ${id}`;
