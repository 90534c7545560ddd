import type { Sql } from 'postgres';
import type { KeyActor } from '../../domain/access/actor.ts';
import type { MintedKey } from '../../domain/access/api-key.ts';
import type { KeyReach } from '../../domain/access/key-reach.ts';
import type { KeyMode, Role, Scope } from '../../schemas/shapes/access.ts';
import { type Activity, logActivity } from '../activity.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { atMicros, behind, type Position } from '../keyset.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';

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
 * The key of a hash, with its creator's current role; undefined: there is none. A key counts as revoked if its creator left the
 * workspace or is leaving. Notes the use, at most once a minute.
 */
export async function findKey(sql: Queryable, hash: Buffer): Promise<FoundKey | undefined> {
  const [row] = await sql<KeyRow[]>`
    select k.id, k.name, k.mode, k.scopes, k.workspace_id, m.user_id, m.role, m.username,
      w.subscription_status = 'inactive' as locked, s.id as seat_id, s.display_name as seat_name,
      k.revoked_at is not null as revoked, coalesce(k.expires_at <= clock_timestamp(), false) as expired,
      ${isUnseen(sql)} as unseen
    from api_keys k
    join workspaces w on w.id = k.workspace_id
    left join memberships m on m.workspace_id = k.workspace_id and m.user_id = k.created_by_user_id and m.leaving_at is null
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

const isUnseen = (sql: Queryable) => sql`
  (k.last_used_at is null or k.last_used_at < clock_timestamp() - interval '1 minute')`;

/** Of concurrent calls, one writes; the others skip the row. A failed note is ignored: the call goes on. */
const noteUse = (sql: Queryable, id: string): Promise<unknown> =>
  sql`
    update api_keys set last_used_at = date_trunc('minute', clock_timestamp()) where id = (
      select k.id from api_keys k where k.id = ${id} and ${isUnseen(sql)} for no key update skip locked)`.catch(
    () => {},
  );

export interface NewKey {
  readonly id: string;
  readonly workspaceId: string;
  readonly createdByUserId: string;
  readonly name: string;
  readonly mode: KeyMode;
  readonly scopes: readonly Scope[];
  readonly origin: 'dashboard' | 'device' | 'seat' | 'native';
  readonly minted: Pick<MintedKey, 'hash' | 'prefix'>;
  readonly createdAtMs: number;
  /** null: until it is revoked. */
  readonly expiresAtMs: number | null;
}

/** Who acts, and by which interface. */
export type Doer = Pick<Activity, 'actor' | 'source'>;

/** Inserts a key and its activity entry. Only the caller has the secret. */
export async function insertKey(tx: Transaction, key: NewKey, by: Doer): Promise<void> {
  const { id, workspaceId, name, mode, origin, minted, expiresAtMs } = key;
  const scopes = [...key.scopes];
  await tx`
    insert into api_keys (id, workspace_id, created_by_user_id, name, mode, prefix, hash, scopes, origin, created_at, expires_at)
    values (${id}, ${workspaceId}, ${key.createdByUserId}, ${name}, ${mode}, ${minted.prefix}, ${minted.hash}, ${scopes},
      ${origin}, ${new Date(key.createdAtMs)}, ${expiresAtMs === null ? null : new Date(expiresAtMs)})`;
  const subject = { type: 'api_key', id };
  await logActivity(tx, { ...by, workspaceId, action: 'api_key.created', subject, data: { name, origin, scopes } });
}

/** Whether the caller still waits. A secret is shown once: if the caller is gone, the key is useless. */
export type IsWanted = () => boolean;

export interface CallerGone {
  readonly refused: 'caller_gone';
}

/** The last step before the commit: rolls back if the caller is gone. */
export function requireCaller(isWanted: IsWanted, refuse: Refuse<CallerGone>): void {
  if (!isWanted()) refuse({ refused: 'caller_gone' });
}

/** Inserts a key in a transaction of its own. */
export const createKey = (
  sql: Sql,
  key: NewKey,
  by: Doer,
  isWanted: IsWanted,
): Promise<{ readonly created: true } | CallerGone> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<CallerGone>) => {
    await insertKey(tx, key, by);
    requireCaller(isWanted, refuse);
    return { created: true };
  });

export interface ListedKey extends Position {
  readonly name: string;
  readonly prefix: string;
  readonly scopes: Scope[];
  readonly createdByUserId: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

const isWithin = (sql: Queryable, reach: KeyReach) => {
  if (reach.kind === 'workspace') return sql`true`;
  return reach.kind === 'itself' ? sql`id = ${reach.keyId}` : sql`created_by_user_id = ${reach.userId}`;
};

/** The keys of a workspace within reach, newest first, one more than `limit` if there are more. */
export const listKeys = (
  sql: Queryable,
  workspaceId: string,
  reach: KeyReach,
  { after, limit }: { readonly after: Position | undefined; readonly limit: number },
): Promise<ListedKey[]> => sql<ListedKey[]>`
  select id, name, prefix, scopes, created_by_user_id as "createdByUserId", created_at as "createdAt",
    last_used_at as "lastUsedAt", expires_at as "expiresAt", revoked_at as "revokedAt", ${atMicros(sql, 'created_at')}
  from api_keys
  where workspace_id = ${workspaceId} and ${isWithin(sql, reach)}
    and ${behind(sql, { at: 'created_at', id: 'id' }, 'descending', after)}
  order by created_at desc, id desc
  limit ${limit + 1}`;

/** The creator of a key of this workspace, revoked ones included; undefined: no such key. */
export async function findKeyById(
  sql: Queryable,
  workspaceId: string,
  id: string,
): Promise<{ readonly id: string; readonly createdByUserId: string | null } | undefined> {
  const [row] = await sql<{ id: string; createdByUserId: string | null }[]>`
    select id, created_by_user_id as "createdByUserId" from api_keys where id = ${id} and workspace_id = ${workspaceId}`;
  return row;
}

interface Ending {
  readonly workspaceId: string;
  readonly keyId: string;
  readonly now: number;
}

/** Ends a key for good, with the seat it belongs to. Does nothing if the key is already revoked. */
export async function endKey(tx: Transaction, { workspaceId, keyId, now }: Ending, by: Doer): Promise<void> {
  const revokedAt = new Date(now);
  const [key] = await tx<{ name: string }[]>`
    update api_keys set revoked_at = ${revokedAt}
    where id = ${keyId} and workspace_id = ${workspaceId} and revoked_at is null returning name`;
  const [seat] = await tx<{ id: string; name: string }[]>`
    update agent_seats set revoked_at = ${revokedAt} where api_key_id = ${keyId} and revoked_at is null
    returning id, display_name as name`;
  const note = { ...by, workspaceId };
  if (key) {
    const subject = { type: 'api_key', id: keyId };
    await logActivity(tx, { ...note, action: 'api_key.revoked', subject, data: { name: key.name } });
  }
  if (seat) {
    const subject = { type: 'agent_seat', id: seat.id };
    await logActivity(tx, { ...note, action: 'agent_seat.revoked', subject, data: { displayName: seat.name } });
  }
}

/** The same in a transaction of its own. */
export const revokeKey = (sql: Sql, ending: Ending, by: Doer): Promise<void> =>
  inTransaction(sql, (tx) => endKey(tx, ending, by));
