import type { Sql } from 'postgres';
import type { CalendarProviderName } from '../../domain/calendars/remote-event.ts';
import type { SealedToken } from '../../domain/sealed-token.ts';
import { inTransaction, type Queryable } from '../database.ts';
import { noteEvent } from '../webhook-outbox.ts';
import { countBusyChange } from './busy-count.ts';

/** The credentials with which an activity calls the provider for a connection. */
export interface StoredTokens {
  readonly connectionId: string;
  readonly userId: string;
  readonly provider: CalendarProviderName;
  readonly status: 'active' | 'reconnect_required' | 'revoked';
  /** null: given back after a disconnect. */
  readonly refreshToken: SealedToken | null;
  readonly accessToken: SealedToken | null;
  readonly accessExpiresMs: number;
  /** A refresh with an older version writes nothing. */
  readonly version: string;
}

interface Row {
  readonly userId: string;
  readonly provider: CalendarProviderName;
  readonly status: StoredTokens['status'];
  readonly refresh: Buffer | null;
  readonly access: Buffer | null;
  readonly key: string | null;
  readonly expiresMs: number | null;
  readonly version: string;
}

/** undefined: there is no such connection. */
export async function readTokens(sql: Queryable, connectionId: string): Promise<StoredTokens | undefined> {
  const [row] = await sql<Row[]>`
    select user_id as "userId", provider, status, refresh_token as refresh, access_token as access, token_key as key,
      (extract(epoch from access_expires_at) * 1000)::float8 as "expiresMs", token_version::text as version
    from calendar_connections where id = ${connectionId}`;
  if (!row) return undefined;
  const { refresh, access, key, expiresMs, ...rest } = row;
  const sealed = (bytes: Buffer | null): SealedToken | null => (bytes && key !== null ? { keyId: key, bytes } : null);
  return {
    ...rest,
    connectionId,
    refreshToken: sealed(refresh),
    accessToken: sealed(access),
    accessExpiresMs: expiresMs ?? 0,
  };
}

/** Longer than a refresh may take: a process that died lets the next one try. */
const LEASE_SECONDS = 10;

/** True: this caller refreshes these tokens now. False: another does, or has. */
export async function beginRefresh(sql: Queryable, { connectionId, version }: StoredTokens): Promise<boolean> {
  const rows = await sql`
    update calendar_connections set refreshing_until = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second'
    where id = ${connectionId} and token_version = ${version}
      and (refreshing_until is null or refreshing_until < clock_timestamp())
    returning 1`;
  return rows.length > 0;
}

export interface FreshTokens {
  /** Sealed with the same key as the access token; the one before, if the provider gave no new one. */
  readonly refreshToken: SealedToken;
  readonly accessToken: SealedToken;
  readonly accessExpiresMs: number;
}

/** Stores refreshed tokens. False: newer ones are there, as after a reconnect; these are not used. */
export async function saveTokens(
  sql: Queryable,
  { connectionId, version }: Pick<StoredTokens, 'connectionId' | 'version'>,
  { refreshToken, accessToken, accessExpiresMs }: FreshTokens,
): Promise<boolean> {
  const rows = await sql`
    update calendar_connections set refresh_token = ${refreshToken.bytes},
      access_token = ${accessToken.bytes}, access_expires_at = ${new Date(accessExpiresMs)}, token_key = ${accessToken.keyId},
      token_version = token_version + 1, refreshing_until = null
    where id = ${connectionId} and token_version = ${version}
    returning 1`;
  return rows.length > 0;
}

/** Lets another process try: this one could not reach the provider. */
export const giveUpRefresh = (
  sql: Queryable,
  { connectionId, version }: Pick<StoredTokens, 'connectionId' | 'version'>,
) => sql`
  update calendar_connections set refreshing_until = null where id = ${connectionId} and token_version = ${version}`;

/**
 * The provider refuses these tokens: the person must connect again. Nothing is lost: choice, mirror and settings stay.
 * False: newer tokens are there.
 */
export const requireReconnect = (
  sql: Sql,
  { connectionId, userId, version }: Pick<StoredTokens, 'connectionId' | 'userId' | 'version'>,
): Promise<boolean> =>
  inTransaction(sql, async (tx) => {
    const [row] = await tx<{ workspaceId: string | null; provider: CalendarProviderName }[]>`
      update calendar_connections set status = 'reconnect_required', reconnect_since = now(), refreshing_until = null, changed_at = now()
      where id = ${connectionId} and token_version = ${version} and status = 'active'
      returning workspace_id as "workspaceId", provider`;
    if (!row) return false;
    await countBusyChange(tx, userId);
    const { workspaceId, provider } = row;
    const data = { connectionId, userId, provider, cause: 'reconnect_required' };
    if (workspaceId !== null)
      await noteEvent(tx, { type: 'calendar.disconnected', workspaceId, subjectId: connectionId, data });
    return true;
  });

/** After a disconnect, once the provider has taken our access back. */
export const forgetTokens = (sql: Queryable, connectionId: string) => sql`
  update calendar_connections set refresh_token = null, access_token = null, access_expires_at = null, token_key = null
  where id = ${connectionId} and status = 'revoked'`;

/** Returns whether an active connection has the account of a disconnected one of the same person. */
export async function isConnectedAgain(sql: Queryable, connectionId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from calendar_connections gone join calendar_connections live using (provider, account_id)
    where gone.id = ${connectionId} and live.id <> gone.id and live.status <> 'revoked'`;
  return rows.length > 0;
}
