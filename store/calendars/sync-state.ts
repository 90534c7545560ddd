import type { Sql } from 'postgres';
import {
  LIST_EVERY_MS,
  READ_EVERY_MS,
  retryAfterFailure,
  type SyncStanding,
} from '../../domain/calendars/sync-standing.ts';
import type { Queryable } from '../database.ts';

interface Row {
  readonly status: 'active' | 'reconnect_required' | 'revoked';
  readonly hasTokens: boolean;
  readonly mailIsDue: boolean;
  readonly isDue: boolean;
  readonly waitMs: number;
  readonly calendarCount: number;
  readonly syncedAtMs: number | null;
  readonly pushUntilMs: number | null;
  readonly failures: number;
}

const DAY_MS = 86_400_000;

/** Where a connection stands, for its flow. The row decides: after a crash, the flow goes on from here. */
export async function readSyncStanding(sql: Queryable, connectionId: string): Promise<SyncStanding> {
  const [row] = await sql<Row[]>`
    select c.status, c.refresh_token is not null as "hasTokens",
      c.status = 'reconnect_required' and c.reconnect_mailed_at is null as "mailIsDue",
      (c.changed_at > c.seen_at or c.next_sync_at <= clock_timestamp())
        and coalesce(c.throttled_until <= clock_timestamp(), true) as "isDue",
      greatest(1, extract(epoch from greatest(case when c.changed_at > c.seen_at then clock_timestamp() else c.next_sync_at end,
        coalesce(c.throttled_until, '-infinity')) - clock_timestamp()) * 1000)::float8 as "waitMs",
      (select count(*)::int from calendars k where k.connection_id = c.id and k.gone_at is null and (k.blocks or k.is_written)) as "calendarCount",
      (extract(epoch from c.synced_at) * 1000)::float8 as "syncedAtMs",
      (select (extract(epoch from min(h.expires_at)) * 1000)::float8 from calendar_channels h
        where h.connection_id = c.id and h.replaced_at is null) as "pushUntilMs",
      c.failures
    from calendar_connections c where c.id = ${connectionId}`;
  if (!row) return { stage: 'over', end: 'unknown connection' };
  const { status, hasTokens, mailIsDue, ...connected } = row;
  if (status === 'revoked') return hasTokens ? { stage: 'leaving' } : { stage: 'over', end: 'disconnected' };
  if (status === 'reconnect_required') return { stage: 'reconnect', mailIsDue, waitMs: DAY_MS };
  return { stage: 'connected', ...connected };
}

/** A reading that begins: what it must know, and what it has seen once it ends. null: nothing to read any more. */
export interface BegunReading {
  readonly userId: string;
  /** As text: microseconds count. */
  readonly changedAt: string;
  readonly listsCalendars: boolean;
}

export async function beginReading(sql: Queryable, connectionId: string): Promise<BegunReading | null> {
  const [row] = await sql<BegunReading[]>`
    select user_id as "userId", changed_at::text as "changedAt", lists_at <= clock_timestamp() as "listsCalendars"
    from calendar_connections where id = ${connectionId} and status = 'active'`;
  return row ?? null;
}

/** All calendars were read to their end. A push that came meanwhile stays due. */
export const endReading = (
  sql: Queryable,
  connectionId: string,
  {
    changedAt,
    listsCalendars,
    hasPush,
  }: Pick<BegunReading, 'changedAt' | 'listsCalendars'> & { readonly hasPush: boolean },
) => sql`
  update calendar_connections set seen_at = ${changedAt}::timestamptz, synced_at = clock_timestamp(), failures = 0, sync_failure = null,
    next_sync_at = clock_timestamp() + ${hasPush ? READ_EVERY_MS.withPush : READ_EVERY_MS.withoutPush} * interval '1 millisecond',
    lists_at = case when ${listsCalendars} then clock_timestamp() + ${LIST_EVERY_MS} * interval '1 millisecond' else lists_at end
  where id = ${connectionId}`;

/** A reading failed: the next one waits longer each time, and as long as the provider says. */
export async function failReading(
  sql: Sql,
  connectionId: string,
  { words, retryAfterMs }: { readonly words: string; readonly retryAfterMs: number | null },
): Promise<void> {
  const [row] = await sql<{ failures: number }[]>`
    update calendar_connections set failures = failures + 1, sync_failure = ${words} where id = ${connectionId} returning failures`;
  const waitMs = Math.max(retryAfterFailure(row?.failures ?? 1), retryAfterMs ?? 0);
  await sql`
    update calendar_connections set next_sync_at = clock_timestamp() + ${waitMs} * interval '1 millisecond', seen_at = changed_at,
      throttled_until = ${retryAfterMs === null ? null : sql`clock_timestamp() + ${retryAfterMs} * interval '1 millisecond'`}
    where id = ${connectionId}`;
}

/** A push, or a choice of the host: a reading is due. undefined: the connection is not active. */
export async function noteChange(
  sql: Queryable,
  connectionId: string,
): Promise<{ readonly workspaceId: string | null } | undefined> {
  const [row] = await sql<{ workspaceId: string | null }[]>`
    update calendar_connections set changed_at = clock_timestamp() where id = ${connectionId} and status = 'active'
    returning workspace_id as "workspaceId"`;
  return row;
}
