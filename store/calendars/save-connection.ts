import type { Sql } from 'postgres';
import type { CalendarProviderName, RemoteCalendar } from '../../domain/calendars/remote-event.ts';
import type { SealedToken } from '../../domain/sealed-token.ts';
import { logActedBy } from '../activity.ts';
import type { Transaction } from '../database.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';
import { countBusyChange } from './busy-count.ts';
import { noteConnected, takeConnectLink } from './connect-links.ts';
import { type ConnectionRow, readConnection, saveCalendars } from './connections.ts';
import { countCalendars } from './settings.ts';

/** A consent that is to be stored. */
export interface NewConnection {
  /** Of the row, if the account is new. */
  readonly id: string;
  readonly userId: string;
  readonly workspaceId: string | null;
  readonly provider: CalendarProviderName;
  readonly accountId: string;
  readonly email: string;
  readonly scopes: readonly string[];
  /** Seals the tokens for the connection that they are stored in. */
  readonly seal: (connectionId: string) => { readonly refreshToken: SealedToken; readonly accessToken: SealedToken };
  readonly accessExpiresMs: number;
  readonly calendars: readonly RemoteCalendar[];
  /** The link by which the person came, used up with it; null: none. */
  readonly link: { readonly tokenHash: Buffer; readonly reconnectsId: string | null } | null;
}

/**
 * calendar_taken: another person has connected the account. link_over: the link was already used, or is not valid any more.
 * other_account: it is not the account that is to be connected again.
 */
export interface ConnectRefusal {
  readonly refused: 'calendar_taken' | 'link_over' | 'other_account';
}

/**
 * Stores a consent: a new connection, or the same one refreshed, which keeps its choice. The first calendar that a person connects
 * is written to. The sweep starts its flow if nobody else does.
 */
export const saveConnection = (sql: Sql, connection: NewConnection): Promise<ConnectionRow | ConnectRefusal> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<ConnectRefusal>) => {
    const { userId, link } = connection;
    // Two tabs of one person queue here.
    await tx`select 1 from users where id = ${userId} for no key update`;
    const id = await storeTokens(tx, connection, refuse);
    await saveCalendars(tx, { connectionId: id, userId }, connection.calendars);
    await chooseWritten(tx, userId, id);
    await countCalendars(tx, userId);
    await countBusyChange(tx, userId);
    if (link) await noteConnected(tx, link.tokenHash, id);
    await logConnected(tx, connection, id);
    const saved = await readConnection(tx, { connectionId: id, userId });
    if (!saved) throw new Error(`connection ${id} cannot be read`);
    return saved;
  });

/** The person acted in their browser, even if another person made the link. */
async function logConnected(tx: Transaction, connection: NewConnection, id: string): Promise<void> {
  const { userId, workspaceId, provider } = connection;
  if (workspaceId === null) return;
  const by = { userId, apiKeyId: null, agentSeatId: null };
  const action = id === connection.id ? 'calendar.connected' : 'calendar.reconnected';
  const subject = { type: 'calendar_connection', id } as const;
  await logActedBy(tx, { by, workspaceId, source: 'dashboard', action, subject, data: { provider } });
}

/** Refuses what is not the person's own, or not what they came for. @returns the id of the connection */
async function storeTokens(
  tx: Transaction,
  connection: NewConnection,
  refuse: Refuse<ConnectRefusal>,
): Promise<string> {
  const { userId, link } = connection;
  if (link && !(await takeConnectLink(tx, link.tokenHash))) refuse({ refused: 'link_over' });
  const known = await findLive(tx, connection);
  if (known && known.userId !== userId) refuse({ refused: 'calendar_taken' });
  const reconnectsId = link?.reconnectsId ?? null;
  if (reconnectsId !== null && reconnectsId !== known?.id) refuse({ refused: 'other_account' });
  const id = known?.id ?? connection.id;
  const isStored = await (known ? refreshConnection(tx, id, connection) : insertConnection(tx, id, connection));
  if (!isStored) refuse({ refused: 'calendar_taken' });
  return id;
}

async function findLive(
  tx: Transaction,
  { provider, accountId }: NewConnection,
): Promise<{ id: string; userId: string } | undefined> {
  const [row] = await tx<{ id: string; userId: string }[]>`
    select id, user_id as "userId" from calendar_connections
    where provider = ${provider} and account_id = ${accountId} and status <> 'revoked' for update`;
  return row;
}

/** False: another person has connected this account a moment ago. */
async function insertConnection(tx: Transaction, id: string, connection: NewConnection): Promise<boolean> {
  const { userId, workspaceId, provider, accountId, email, scopes, accessExpiresMs } = connection;
  const { refreshToken, accessToken } = connection.seal(id);
  const rows = await tx`
    insert into calendar_connections (id, user_id, workspace_id, provider, account_id, email, status, refresh_token, access_token,
      access_expires_at, token_key, token_version, scopes)
    values (${id}, ${userId}, ${workspaceId}, ${provider}, ${accountId}, ${email}, 'active', ${refreshToken.bytes}, ${accessToken.bytes},
      ${new Date(accessExpiresMs)}, ${refreshToken.keyId}, 1, ${[...scopes]}::text[])
    on conflict (provider, account_id) where status <> 'revoked' do nothing returning 1`;
  return rows.length > 0;
}

async function refreshConnection(tx: Transaction, id: string, connection: NewConnection): Promise<boolean> {
  const { email, scopes, accessExpiresMs } = connection;
  const { refreshToken, accessToken } = connection.seal(id);
  const rows = await tx`
    update calendar_connections set email = ${email}, status = 'active', refresh_token = ${refreshToken.bytes},
      access_token = ${accessToken.bytes}, access_expires_at = ${new Date(accessExpiresMs)}, token_key = ${refreshToken.keyId},
      scopes = ${[...scopes]}::text[], token_version = token_version + 1, refreshing_until = null, consented_at = now(),
      reconnect_since = null, reconnect_mailed_at = null, sync_failure = null, changed_at = now(), next_sync_at = now(),
      channels_at = now(), lists_at = now(), throttled_until = null, failures = 0
    where id = ${id} returning 1`;
  return rows.length > 0;
}

/** The primary calendar of this connection, unless the person writes to one already. */
const chooseWritten = (tx: Transaction, userId: string, connectionId: string) => tx`
  update calendars set is_written = true
  where connection_id = ${connectionId} and is_primary and can_write and gone_at is null
    and not exists (select 1 from calendars other where other.user_id = ${userId} and other.is_written)`;
