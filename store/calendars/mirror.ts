import type { Sql } from 'postgres';
import { type BusyRules, blocks, mirrored } from '../../domain/calendars/busy.ts';
import type { EventChange, RemoteEvent } from '../../domain/calendars/remote-event.ts';
import type { Interval } from '../../domain/slots/types.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { countBusyChange } from './connections.ts';

/** A calendar to read, and where its reading stands. */
export interface CalendarToRead {
  readonly id: string;
  readonly connectionId: string;
  readonly userId: string;
  readonly providerCalendarId: string;
  /** Where whole days begin. */
  readonly timezone: string;
  /** null: read the whole window. */
  readonly cursor: string | null;
  readonly windowStartMs: number | null;
  readonly windowEndMs: number | null;
}

/** The calendars of a connection that block or are written to. Others are not read. */
export const readCalendarsToRead = (sql: Queryable, connectionId: string): Promise<CalendarToRead[]> => sql<
  CalendarToRead[]
>`
  select k.id, k.connection_id as "connectionId", k.user_id as "userId", k.provider_calendar_id as "providerCalendarId",
    coalesce(k.timezone, main.timezone, 'UTC') as timezone, k.cursor,
    (extract(epoch from k.window_start) * 1000)::float8 as "windowStartMs", (extract(epoch from k.window_end) * 1000)::float8 as "windowEndMs"
  from calendars k left join calendars main on main.connection_id = k.connection_id and main.is_primary
  where k.connection_id = ${connectionId} and k.gone_at is null and (k.blocks or k.is_written)
  order by k.id`;

/** One page of a reading, as it goes into the mirror. */
export interface MirrorPage {
  readonly calendar: CalendarToRead;
  readonly rules: BusyRules;
  readonly changes: readonly EventChange[];
  /** Ids of our own events: never mirrored. */
  readonly own: ReadonlySet<string>;
  /** The number of this reading: larger than that of all before. */
  readonly reading: number;
  /** Set with the last page. A full reading removes what it did not see. */
  readonly end?: {
    readonly cursor: string;
    readonly window: Interval;
    readonly isFull: boolean;
    readonly readAtMs: number;
  };
}

interface BusyRow {
  readonly eventId: string;
  readonly seriesId: string | null;
  readonly startMs: number;
  readonly endMs: number;
  readonly availability: string;
  readonly response: string;
  readonly blocks: boolean;
}

const rowOf = (event: RemoteEvent, { calendar, rules }: MirrorPage): BusyRow[] => {
  const kept = mirrored(event, calendar.timezone);
  if (!kept) return [];
  const { period, availability } = kept;
  const { id, seriesId, response } = event;
  return [
    { eventId: id, seriesId, ...period, availability, response, blocks: blocks({ availability, response }, rules) },
  ];
};

/** Writes one page. Safe to repeat: the same page gives the same rows. True: a time that blocks has changed. */
export const applyPage = (sql: Sql, page: MirrorPage): Promise<boolean> =>
  inTransaction(sql, async (tx) => {
    const { calendar, changes, own, reading, end } = page;
    await tx`select 1 from users where id = ${calendar.userId} for no key update`;
    const theirs = changes.filter(({ id }) => !own.has(id));
    const rows = theirs.flatMap((change) => (change.gone ? [] : rowOf(change, page)));
    const kept = new Set(rows.map(({ eventId }) => eventId));
    const gone = theirs.map(({ id }) => id).filter((id) => !kept.has(id));
    let hasChanged = await removeEvents(tx, calendar.id, gone);
    hasChanged = (await writeRows(tx, calendar, rows, reading)) || hasChanged;
    if (end) hasChanged = (await endReading(tx, calendar, reading, end)) || hasChanged;
    if (hasChanged) await countBusyChange(tx, calendar.userId);
    return hasChanged;
  });

async function removeEvents(tx: Transaction, calendarId: string, eventIds: readonly string[]): Promise<boolean> {
  if (eventIds.length === 0) return false;
  const rows = await tx<{ blocks: boolean }[]>`
    delete from calendar_busy where calendar_id = ${calendarId} and event_id = any(${[...eventIds]}::text[]) returning blocks`;
  return rows.some(({ blocks: blocked }) => blocked);
}

async function writeRows(
  tx: Transaction,
  calendar: CalendarToRead,
  rows: readonly BusyRow[],
  reading: number,
): Promise<boolean> {
  if (rows.length === 0) return false;
  const column = <Value>(of: (row: BusyRow) => Value) => rows.map(of);
  const instant = (of: (row: BusyRow) => number) => rows.map((row) => new Date(of(row)).toISOString());
  const [counted] = await tx<{ changed: boolean }[]>`
    with page as (
      select distinct on (event_id) * from unnest(${column(({ eventId }) => eventId)}::text[], ${column(({ seriesId }) => seriesId)}::text[],
        ${instant(({ startMs }) => startMs)}::timestamptz[], ${instant(({ endMs }) => endMs)}::timestamptz[],
        ${column(({ availability }) => availability)}::text[], ${column(({ response }) => response)}::text[],
        ${column((row) => row.blocks)}::boolean[]) with ordinality
        as row (event_id, series_id, start_at, end_at, availability, response, blocks, place)
      -- The same event may come twice in a page: the last is how it is.
      order by event_id, place desc
    ), before as (
      select b.event_id, b.period, b.blocks from calendar_busy b join page p on b.calendar_id = ${calendar.id} and b.event_id = p.event_id
    ), written as (
      insert into calendar_busy (calendar_id, event_id, series_id, user_id, period, availability, response, blocks, reading)
      select ${calendar.id}, event_id, series_id, ${calendar.userId}, tstzrange(start_at, end_at), availability, response, blocks, ${reading} from page
      on conflict (calendar_id, event_id) do update set series_id = excluded.series_id, period = excluded.period,
        availability = excluded.availability, response = excluded.response, blocks = excluded.blocks, reading = excluded.reading
      returning event_id, period, blocks
    )
    select exists (
      select 1 from written w left join before b using (event_id)
      where coalesce(b.blocks, false) <> w.blocks or w.blocks and b.period is distinct from w.period
    ) as changed`;
  return counted?.changed ?? false;
}

async function endReading(
  tx: Transaction,
  { id }: CalendarToRead,
  reading: number,
  { cursor, window, isFull, readAtMs }: NonNullable<MirrorPage['end']>,
): Promise<boolean> {
  await tx`
    update calendars set cursor = ${cursor}, window_start = ${new Date(window.startMs)}, window_end = ${new Date(window.endMs)},
      synced_at = ${new Date(readAtMs)} where id = ${id}`;
  if (!isFull) return false;
  const rows = await tx<{ blocks: boolean }[]>`
    delete from calendar_busy where calendar_id = ${id} and reading < ${reading} returning blocks`;
  return rows.some(({ blocks: blocked }) => blocked);
}

/** Replaces all instances of a series: the provider says only that the series has changed. */
export const removeSeriesBut = (tx: Queryable, calendarId: string, seriesId: string, eventIds: readonly string[]) => tx`
  delete from calendar_busy where calendar_id = ${calendarId} and series_id = ${seriesId} and event_id <> all(${[...eventIds]}::text[])`;

/** Times that calendars block, overlapping ones joined, by host and start. Calendars of a host with `bookings_only` block nothing. */
export const readMirror = (sql: Queryable, hostIds: readonly string[], { startMs, endMs }: Interval) => sql<
  { hostId: string; startMs: number; endMs: number }[]
>`
  select b.user_id as "hostId", (extract(epoch from lower(part)) * 1000)::float8 as "startMs",
    (extract(epoch from upper(part)) * 1000)::float8 as "endMs"
  from (
    select b.user_id, range_agg(b.period) as parts
    from calendar_busy b join calendars k on k.id = b.calendar_id and k.blocks
    where b.user_id = any(${[...hostIds]}::uuid[]) and b.blocks and b.period && tstzrange(${new Date(startMs)}, ${new Date(endMs)})
      and not exists (select 1 from calendar_settings s where s.user_id = b.user_id and s.conflict_source = 'bookings_only')
    group by b.user_id
  ) b, unnest(b.parts) part
  order by 1, 2`;
