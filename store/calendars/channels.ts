import type { Sql } from 'postgres';
import type { CalendarProviderName } from '../../domain/calendars/remote-event.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { isRead, type NotedChange, noteChange } from './sync-state.ts';

/** A channel of a connection. */
export interface ChannelRow {
  readonly id: string;
  /** Google: the calendar that it is for. Microsoft: null. */
  readonly calendarId: string | null;
  /** null: the provider has not answered. */
  readonly providerId: string | null;
  readonly expiresMs: number;
  /** Opened, not replaced, not at its end. */
  readonly isLive: boolean;
  /** The provider was asked for it, and perhaps opened it. */
  readonly isUnanswered: boolean;
  /** Live, and past half of its life. */
  readonly isToRenew: boolean;
}

export interface ChannelWork {
  readonly userId: string;
  readonly provider: CalendarProviderName;
  /** Calendars that are read. */
  readonly calendars: readonly { readonly id: string; readonly providerCalendarId: string }[];
  readonly channels: readonly ChannelRow[];
  /** The due time of a check, as the database writes it: an event during the check changes it. */
  readonly dueAt: string;
}

/** null: the connection is not in this status. */
export async function readChannelWork(
  sql: Queryable,
  connectionId: string,
  status: 'active' | 'revoked',
): Promise<ChannelWork | null> {
  const [connection] = await sql<Pick<ChannelWork, 'userId' | 'provider' | 'dueAt'>[]>`
    select user_id as "userId", provider, channels_at::text as "dueAt" from calendar_connections where id = ${connectionId} and status = ${status}`;
  if (!connection) return null;
  const [calendars, channels] = await Promise.all([
    sql<{ id: string; providerCalendarId: string }[]>`
      select k.id, k.provider_calendar_id as "providerCalendarId" from calendars k
      where k.connection_id = ${connectionId} and ${isRead(sql, 'k')} order by k.id`,
    sql<ChannelRow[]>`
      select h.*, h."isLive" and h.renew_at <= clock_timestamp() as "isToRenew" from (
        select id, calendar_id as "calendarId", provider_id as "providerId", (extract(epoch from expires_at) * 1000)::float8 as "expiresMs",
          renew_at, replaced_at is null and renew_at is null as "isUnanswered", replaced_at is null and renew_at is not null and expires_at > clock_timestamp() as "isLive"
        from calendar_channels where connection_id = ${connectionId}
      ) h order by h."expiresMs" desc, h.id`,
  ]);
  return { ...connection, calendars, channels };
}

/** Stores a channel before the provider is asked for it. */
export const storeChannel = (
  sql: Queryable,
  channel: {
    readonly id: string;
    readonly connectionId: string;
    readonly calendarId: string | null;
    readonly expiresMs: number;
  },
) => sql`
  insert into calendar_channels (id, connection_id, calendar_id, expires_at)
  values (${channel.id}, ${channel.connectionId}, ${channel.calendarId}, ${new Date(channel.expiresMs)})`;

/** Connections are locked before their channels. */
const lockConnection = (tx: Transaction, channelId: string) => tx`
  select 1 from calendar_connections where id = (select connection_id from calendar_channels where id = ${channelId}) for update`;

/** The provider has opened or renewed a channel: others for the same calendar are replaced. A change may have come before it was open. */
export const noteOpened = (
  sql: Sql,
  id: string,
  { providerId, expiresMs }: { readonly providerId: string; readonly expiresMs: number },
): Promise<void> =>
  inTransaction(sql, async (tx) => {
    await lockConnection(tx, id);
    const [row] = await tx<{ connectionId: string; calendarId: string | null }[]>`
      update calendar_channels set provider_id = ${providerId}, expires_at = ${new Date(expiresMs)}, replaced_at = null,
        renew_at = clock_timestamp() + (${new Date(expiresMs)} - clock_timestamp()) / 2
      where id = ${id} returning connection_id as "connectionId", calendar_id as "calendarId"`;
    if (!row) return;
    const replaced = await tx`
      update calendar_channels set replaced_at = clock_timestamp()
      where connection_id = ${row.connectionId} and calendar_id is not distinct from ${row.calendarId} and id <> ${id}
        and replaced_at is null and renew_at is not null and expires_at > clock_timestamp()
      returning 1`;
    if (replaced.length === 0) await noteChange(tx, row.connectionId);
  });

/** The provider has closed it, or never opened it. */
export const forgetChannel = (sql: Queryable, id: string) => sql`delete from calendar_channels where id = ${id}`;

/** After a disconnect. */
export const forgetChannelsOf = (sql: Queryable, connectionId: string) =>
  sql`delete from calendar_channels where connection_id = ${connectionId}`;

/** A channel that ended without us: what the provider took away, or a calendar that is not read any more. */
export const noteReplaced = (sql: Queryable, id: string) =>
  sql`update calendar_channels set replaced_at = clock_timestamp() where id = ${id} and replaced_at is null`;

/**
 * Stores the end of a check. A notification of the provider during the check stays due at once.
 * @param dueAt null: not known, the look failed
 * @param retryMs null: the next look is when the first channel is half over
 */
export const lookAtChannelsLater = (
  sql: Queryable,
  connectionId: string,
  { dueAt, retryMs }: { readonly dueAt: string | null; readonly retryMs: number | null },
) => sql`
  update calendar_connections c set channels_at = ${
    retryMs === null
      ? sql`coalesce((select min(renew_at) from calendar_channels h where h.connection_id = c.id and h.replaced_at is null
          and h.renew_at > clock_timestamp()), clock_timestamp() + interval '1 day')`
      : sql`clock_timestamp() + ${retryMs} * interval '1 millisecond'`
  } where id = ${connectionId} and channels_at = coalesce(${dueAt}::text::timestamptz, channels_at)`;

/** A notification of the provider. `opened`: the channel is open. `renew`: it must be renewed. `removed`: it does not exist any more. */
export type ChannelEvent = 'opened' | 'changed' | 'renew' | 'removed';

/**
 * A push came by a channel whose secret was right.
 * @param providerId Google: as its push has it; kept if the answer of our call was lost
 * @returns undefined: there is no such channel; null: nothing is to be read, or its connection is not active
 */
export const recordChannelEvent = (
  sql: Sql,
  channelId: string,
  event: ChannelEvent,
  providerId: string | null,
): Promise<NotedChange | null | undefined> =>
  inTransaction(sql, async (tx) => {
    if (event !== 'opened') await lockConnection(tx, channelId);
    const [channel] = await tx<{ connectionId: string }[]>`
      update calendar_channels set provider_id = coalesce(provider_id, ${providerId}) where id = ${channelId}
      returning connection_id as "connectionId"`;
    if (!channel || event === 'opened') return channel && null;
    const noted = await noteChange(tx, channel.connectionId);
    if (!noted || event === 'changed') return noted ?? null;
    if (event === 'removed') await noteReplaced(tx, channelId);
    else
      await tx`update calendar_channels set renew_at = clock_timestamp() where id = ${channelId} and renew_at is not null`;
    await tx`update calendar_connections set channels_at = clock_timestamp() where id = ${channel.connectionId}`;
    return { ...noted, signals: true };
  });
