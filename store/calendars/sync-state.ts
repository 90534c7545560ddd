import {
  type CalendarSyncState,
  LIST_EVERY_MS,
  PUSH_READ_GAP_MS,
  READ_AGAIN_MS,
  READ_EVERY_MS,
  retryAfterFailure,
} from '../../domain/calendars/sync-state.ts';
import type { Queryable } from '../database.ts';
import type { WaitingQuery } from '../waiting-query.ts';
import { isReconnectMailDue } from './reconnect.ts';

interface Row {
  readonly userId: string;
  readonly status: 'active' | 'reconnect_required' | 'revoked';
  readonly hasTokens: boolean;
  readonly isMailed: boolean;
  readonly channelsInMs: number;
  readonly readingInMs: number;
  readonly nowMs: number;
  readonly calendarCount: number;
  readonly syncedAtMs: number | null;
  readonly pushUntilMs: number | null;
  readonly failures: number;
}

/** Calendars that are read: those that block or are written to. @param calendar alias of `calendars` */
export const isRead = (sql: Queryable, calendar: 'k') =>
  sql`${sql(calendar)}.gone_at is null and (${sql(calendar)}.blocks or ${sql(calendar)}.is_written)`;

/** When a connection is read next: at once after a push, but not right after the reading before; never while the provider wants a pause. */
const readingAt = (sql: Queryable) => sql`
  greatest(c.throttled_until, case when c.changed_at > c.seen_at
    then least(c.next_sync_at, greatest(c.changed_at, c.read_at + ${PUSH_READ_GAP_MS} * interval '1 millisecond')) else c.next_sync_at end)`;

/** Where a connection stands, for its flow. The row decides: after a crash, the flow goes on from here. */
export async function readSyncStanding(sql: Queryable, connectionId: string): Promise<CalendarSyncState> {
  const [row] = await sql<Row[]>`
    select c.user_id as "userId", c.status, c.refresh_token is not null as "hasTokens", c.reconnect_mailed_at is not null as "isMailed",
      (extract(epoch from greatest(c.channels_at, c.throttled_until) - clock_timestamp()) * 1000)::float8 as "channelsInMs",
      (extract(epoch from ${readingAt(sql)} - clock_timestamp()) * 1000)::float8 as "readingInMs",
      (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs",
      (select count(*)::int from calendars k where k.connection_id = c.id and ${isRead(sql, 'k')}) as "calendarCount",
      (extract(epoch from c.synced_at) * 1000)::float8 as "syncedAtMs",
      (select (extract(epoch from min(h.expires_at)) * 1000)::float8 from calendar_channels h
        where h.connection_id = c.id and h.replaced_at is null and h.renew_at is not null and h.expires_at > clock_timestamp()) as "pushUntilMs",
      c.failures
    from calendar_connections c where c.id = ${connectionId}`;
  if (!row) return { stage: 'over', end: 'unknown connection' };
  const { userId, status, hasTokens, isMailed } = row;
  if (status === 'revoked') return hasTokens ? { stage: 'leaving', userId } : { stage: 'over', end: 'disconnected' };
  if (status === 'reconnect_required')
    return isMailed ? { stage: 'over', end: 'reconnect' } : { stage: 'reconnect', userId };
  return connected(row);
}

const connected = ({ channelsInMs, readingInMs, nowMs, ...row }: Row): CalendarSyncState => {
  const { userId, calendarCount, syncedAtMs, pushUntilMs, failures } = row;
  const due = channelsInMs <= 0 ? 'channels' : readingInMs <= 0 ? 'reading' : null;
  const waitMs = Math.max(1, Math.ceil(Math.min(channelsInMs, readingInMs)));
  const nextAtMs = Math.round(nowMs + Math.max(0, readingInMs));
  return { stage: 'connected', userId, due, waitMs, calendarCount, syncedAtMs, pushUntilMs, nextAtMs, failures };
};

/** A reading that begins: what it must know, and what it has seen once it ends. */
export interface BegunReading {
  readonly userId: string;
  /** As text: microseconds count, and the driver would cut them from a time. */
  readonly changedAt: string;
  readonly isByPush: boolean;
  readonly listsCalendars: boolean;
}

/** null: nothing is read any more. */
export async function beginReading(sql: Queryable, connectionId: string): Promise<BegunReading | null> {
  const [row] = await sql<BegunReading[]>`
    update calendar_connections set read_at = clock_timestamp() where id = ${connectionId} and status = 'active'
    returning user_id as "userId", changed_at::text as "changedAt", changed_at > seen_at and synced_at is not null as "isByPush",
      lists_at <= clock_timestamp() as "listsCalendars"`;
  return row ?? null;
}

/** Every calendar that is read has a channel, of connection `c`. Microsoft: one for the account. */
export const hasPush = (sql: Queryable) => sql`
  not exists (select 1 from calendars k where k.connection_id = c.id and ${isRead(sql, 'k')}
    and not exists (select 1 from calendar_channels h where h.connection_id = c.id and coalesce(h.calendar_id, k.id) = k.id
      and h.replaced_at is null and h.renew_at is not null and h.expires_at > clock_timestamp()))`;

/**
 * Stores that all calendars were read to their end. A push during the reading stays due.
 * @param hasFound whether anything had changed: if not, a push may have come before its change, so it is read again soon
 */
export const endReading = (
  sql: Queryable,
  connectionId: string,
  {
    changedAt,
    listsCalendars,
    isByPush,
    hasFound,
  }: Omit<BegunReading, 'userId'> & {
    readonly hasFound: boolean;
  },
) => sql`
  update calendar_connections c set seen_at = ${changedAt}::text::timestamptz, synced_at = read_at, failures = 0, sync_failure = null,
    next_sync_at = clock_timestamp() + interval '1 millisecond' * ${
      isByPush && !hasFound
        ? sql`${READ_AGAIN_MS}::int`
        : sql`case when ${hasPush(sql)} then ${READ_EVERY_MS.withPush}::int else ${READ_EVERY_MS.withoutPush}::int end`
    },
    lists_at = case when ${listsCalendars} then clock_timestamp() + ${LIST_EVERY_MS} * interval '1 millisecond' else lists_at end
  where id = ${connectionId}`;

/** A reading failed: the next one waits longer each time, and as long as the provider says. What pushes said waits with it. */
export async function failReading(
  sql: Queryable,
  connectionId: string,
  { words, retryAfterMs }: { readonly words: string; readonly retryAfterMs: number | null },
): Promise<void> {
  const [row] = await sql<{ failures: number }[]>`
    update calendar_connections set failures = failures + 1, sync_failure = ${words} where id = ${connectionId} returning failures`;
  const waitMs = Math.max(retryAfterFailure(row?.failures ?? 1), retryAfterMs ?? 0);
  await sql`
    update calendar_connections set next_sync_at = clock_timestamp() + ${waitMs} * interval '1 millisecond', seen_at = changed_at,
      -- The provider may have asked a concurrent write for a longer pause.
      throttled_until = greatest(throttled_until, clock_timestamp() + ${retryAfterMs}::float8 * interval '1 millisecond')
    where id = ${connectionId}`;
}

/** The provider wants a pause: for all of the connection. */
export const pauseConnection = (
  sql: Queryable,
  { connectionId }: { readonly connectionId: string },
  forMs: number,
) => sql`
  update calendar_connections set throttled_until = greatest(throttled_until, clock_timestamp() + ${forMs} * interval '1 millisecond')
  where id = ${connectionId}`;

/** A connection that has something to read. `signals`: its flow does not know it yet. */
export interface NotedChange {
  readonly id: string;
  readonly workspaceId: string | null;
  readonly signals: boolean;
}

/**
 * Something is to be read. While an earlier change waits for its reading, the flow needs no further signal: it reads the row again
 * after each reading.
 * @returns undefined: the connection is not active
 */
export async function noteChange(sql: Queryable, connectionId: string): Promise<NotedChange | undefined> {
  const [row] = await sql<NotedChange[]>`
    with before as (
      select id, changed_at <= seen_at as signals from calendar_connections where id = ${connectionId} and status = 'active' for update
    )
    update calendar_connections c set changed_at = clock_timestamp() from before where c.id = before.id
    returning c.id, c.workspace_id as "workspaceId", before.signals`;
  return row;
}

/** For the sweep. */
export const waitingConnections: WaitingQuery = (sql) => sql`
  select 'calendarSync' as lot, id, workspace_id, next_sync_at as since from calendar_connections where status = 'active'
  union all
  select 'calendarSync', id, workspace_id, greatest(changed_at, throttled_until) from calendar_connections
    where status = 'active' and changed_at > seen_at
  union all
  select 'calendarSync', id, workspace_id, revoked_at from calendar_connections where status = 'revoked' and refresh_token is not null
  union all
  select 'calendarSync', c.id, c.workspace_id, c.reconnect_since from calendar_connections c where ${isReconnectMailDue(sql)}`;
