import type { PendingQuery, Row } from 'postgres';
import type { KeyActor } from '../../domain/access/actor.ts';
import type { MintedKey } from '../../domain/access/api-key.ts';
import type { KeyReach } from '../../domain/access/key-reach.ts';
import { effectiveRole } from '../../domain/access/role-order.ts';
import { clientNetwork } from '../../domain/client-networks.ts';
import type { KeyMode, Role, Scope } from '../../schemas/shapes/access.ts';
import { type Activity, logActivity } from '../activity.ts';
import type { Queryable, Transaction } from '../database.ts';
import { atMicros, behind, type Position } from '../keyset.ts';
import { noteOrigin } from '../mail/host-networks.ts';
import type { Refuse } from '../refusal.ts';
import { isLockedIn } from '../workspaces/locked-workspaces.ts';
import { isOfTestKey, noteNewAccess } from './access-notices.ts';

export type FoundKey =
  | { readonly state: 'active'; readonly actor: KeyActor }
  /** byTakeOver: a person took its workspace over. */
  | { readonly state: 'revoked'; readonly byTakeOver: boolean }
  | { readonly state: 'expired' }
  /** Its workspace is deleted; until then an owner may bring it back. */
  | { readonly state: 'stopped'; readonly eraseAt: Date };

interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly mode: KeyMode;
  readonly scopes: Scope[];
  readonly workspaceId: string;
  readonly userId: string | null;
  readonly role: Role | null;
  readonly roleCap: Role | null;
  readonly username: string | null;
  readonly locked: boolean;
  eraseAt: Date | null;
  readonly seatId: string | null;
  readonly seatName: string | null;
  readonly isConnector: boolean;
  readonly revoked: boolean;
  readonly expired: boolean;
  readonly unseen: boolean;
}

/** The id of a key, without noting a use; undefined: there is none. @param hash of its secret */
export const keyIdOf = async (sql: Queryable, hash: Buffer): Promise<string | undefined> =>
  (await sql<{ id: string }[]>`select id from api_keys where hash = ${hash}`)[0]?.id;

/** The key of a secret's hash; undefined: there is none. */
export const findKey = (sql: Queryable, hash: Buffer): Promise<FoundKey | undefined> =>
  findBy(sql, sql`k.hash = ${hash}`);

/** The key by which a connected app acts (docs/decisions/access.md#connected-apps); undefined: there is none. @param id of the grant */
export const findConnectorKey = (sql: Queryable, id: string): Promise<FoundKey | undefined> =>
  findBy(sql, sql`k.id = ${id} and k.origin = 'connector'`);

/**
 * A key with its creator's current role, or the seat's own if that allows less. A key counts as revoked if its creator left the workspace
 * or is leaving, or if the two roles have nothing in common. Notes the use, at most once a minute.
 */
async function findBy(sql: Queryable, condition: PendingQuery<Row[]>): Promise<FoundKey | undefined> {
  const [row] = await sql<KeyRow[]>`
    select k.id, k.name, k.mode, k.scopes, k.workspace_id as "workspaceId", m.user_id as "userId", m.role, k.role_cap as "roleCap", m.username,
      ${isLockedIn(sql)} as locked, w.erase_at as "eraseAt", s.id as "seatId", s.display_name as "seatName",
      k.origin = 'connector' as "isConnector",
      k.revoked_at is not null as revoked, coalesce(k.expires_at <= clock_timestamp(), false) as expired,
      ${isUnseen(sql)} as unseen
    from api_keys k
    join workspaces w on w.id = k.workspace_id
    left join memberships m on m.workspace_id = k.workspace_id and m.user_id = k.created_by_user_id and m.leaving_at is null
    left join agent_seats s on s.api_key_id = k.id
    where ${condition}`;
  if (!row) return undefined;
  const role = row.role && effectiveRole(row.role, row.roleCap);
  if (row.revoked || row.userId === null || role === null)
    return { state: 'revoked', byTakeOver: await endedByTakeOver(sql, row.id) };
  if (row.expired) return { state: 'expired' };
  if (row.eraseAt) return { state: 'stopped', eraseAt: row.eraseAt };
  if (row.unseen) await noteUse(sql, row.id);
  return { state: 'active', actor: toActor(row, row.userId, role) };
}

/** Whether a key ended because a person took its workspace over: the claim has the instant of the keys that ended with it. */
async function endedByTakeOver(sql: Queryable, keyId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from api_keys k join workspace_claims c on c.workspace_id = k.workspace_id and c.status = 'accepted' and c.ended_at = k.revoked_at
    where k.id = ${keyId}`;
  return rows.length > 0;
}

const toActor = (row: KeyRow, userId: string, role: Role): KeyActor => ({
  kind: 'key',
  keyId: row.id,
  keyName: row.name,
  mode: row.mode,
  scopes: row.scopes,
  seat: row.seatId && row.seatName ? { id: row.seatId, displayName: row.seatName } : null,
  ...(row.isConnector && { isConnector: true as const }),
  userId,
  workspaceId: row.workspaceId,
  role,
  username: row.username ?? '',
  locked: row.locked,
});

/** Neither revoked nor expired. @param alias of `api_keys` in the query */
export const isWorkingKey = (sql: Queryable, alias: string) => sql`
  (${sql(alias)}.revoked_at is null and (${sql(alias)}.expires_at is null or ${sql(alias)}.expires_at > clock_timestamp()))`;

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
  readonly origin: 'dashboard' | 'device' | 'seat' | 'native' | 'connector';
  readonly minted: Pick<MintedKey, 'hash' | 'prefix'>;
  readonly createdAtMs: number;
  /** null: until it is revoked. */
  readonly expiresAtMs: number | null;
  /** A seat's own role; null: its creator's. */
  readonly roleCap: Role | null;
  /** Of whoever gets the secret; null: not known. */
  readonly clientIp: string | null;
}

/** Who acts, and by which interface. */
export type Doer = Pick<Activity, 'actor' | 'source'>;

/**
 * Inserts a key, its activity entry and the notice for its creator; a seat and a connected app have notices of their own. A key that a key
 * makes hangs below it. Only the caller has the secret. After the commit the caller starts the flow `accessNotice` of the key's id.
 */
export async function insertKey(tx: Transaction, key: NewKey, by: Doer): Promise<void> {
  const { id, workspaceId, name, mode, origin, minted, expiresAtMs } = key;
  const scopes = [...key.scopes];
  await tx`
    insert into api_keys (id, workspace_id, created_by_user_id, name, mode, prefix, hash, scopes, origin, created_at, expires_at,
      parent_key_id, role_cap)
    values (${id}, ${workspaceId}, ${key.createdByUserId}, ${name}, ${mode}, ${minted.prefix}, ${minted.hash}, ${scopes},
      ${origin}, ${new Date(key.createdAtMs)}, ${expiresAtMs === null ? null : new Date(expiresAtMs)}, ${keyOf(by)}, ${key.roleCap})`;
  if (key.clientIp !== null) await noteOrigin(tx, id, clientNetwork(key.clientIp));
  const subject = { type: 'api_key', id } as const;
  await logActivity(tx, { ...by, workspaceId, action: 'api_key.created', subject, data: { name, origin, scopes } });
  if (origin === 'seat' || origin === 'connector') return;
  const { createdByUserId: userId, clientIp } = key;
  await noteNewAccess(tx, { kind: 'key', id, userId, workspaceId, name, clientIp, isTest: isOfTestKey(by) }, by);
}

/** The key that acts; null: a person, or the service. */
export const keyOf = ({ actor }: Pick<Doer, 'actor'>): string | null => (actor?.kind === 'key' ? actor.keyId : null);

/** Whether the caller still waits. A secret is shown once: if the caller is gone, the key is useless. */
export type IsWanted = () => boolean;

export interface CallerGone {
  readonly refused: 'caller_gone';
}

/** The last step before the commit: rolls back if the caller is gone. */
export function requireCaller(isWanted: IsWanted, refuse: Refuse<CallerGone>): void {
  if (!isWanted()) refuse({ refused: 'caller_gone' });
}

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

export interface KeyFacts {
  readonly id: string;
  readonly createdByUserId: string | null;
  readonly mode: KeyMode;
}

/** A key of this workspace, revoked ones included; undefined: no such key. */
export async function findKeyById(sql: Queryable, workspaceId: string, id: string): Promise<KeyFacts | undefined> {
  const [row] = await sql<KeyFacts[]>`
    select id, created_by_user_id as "createdByUserId", mode from api_keys where id = ${id} and workspace_id = ${workspaceId}`;
  return row;
}
