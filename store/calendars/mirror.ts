import type { Sql } from 'postgres';
import { type BusyRules, blocks, mirrored } from '../../domain/calendars/busy.ts';
import type { EventPage, RemoteEvent } from '../../domain/calendars/remote-event.ts';
import type { Interval } from '../../domain/slots/types.ts';
import { inTransaction, json, type Queryable, type Transaction } from '../database.ts';
import { countBusyChange } from './busy-count.ts';
import type { CalendarToRead, Round } from './rounds.ts';
import { readCalendarSettings } from './settings.ts';
import { isRead } from './sync-state.ts';

/** One page of a reading, as it goes into the mirror. */
export interface MirrorPage extends EventPage {
  readonly calendar: CalendarToRead;
  /** Where the reading stood when the page was asked for. */
  readonly round: Round;
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

/**
 * Writes one page, and where the next one begins.
 * @returns where the reading stands now; 'over': it was the last page; 'overtaken': another reading has begun, or the calendar is not
 * read any more, so nothing was written
 */
export const applyPage = (sql: Sql, page: MirrorPage): Promise<Round | 'over' | 'overtaken'> =>
  inTransaction(sql, async (tx) => {
    const { calendar, round, next } = page;
    await tx`select 1 from users where id = ${calendar.userId} for no key update`;
    if (!(await isCurrent(tx, calendar.id, round))) return 'overtaken';
    const own = new Set([...(await touchOwn(tx, page)), ...(await readByUid(tx, calendar.userId, thereIn(page)))]);
    const rules = await readCalendarSettings(tx, calendar.userId);
    const rows = page.changes.flatMap((change) =>
      change.gone || own.has(change.id) ? [] : rowOf(change, page, rules),
    );
    const kept = new Set(rows.map(({ eventId }) => eventId));
    const gone = page.changes.map(({ id }) => id).filter((id) => !kept.has(id));
    const changes = [
      await removeEvents(tx, calendar.id, gone, page.replacedSeries),
      await removeReplaced(tx, calendar.id, page.replacedSeries, [...kept]),
      await writeRows(tx, calendar, rows, round.reading),
      await goOn(tx, calendar.id, round, next),
    ];
    if (changes.includes(true)) await countBusyChange(tx, calendar.userId);
    return 'page' in next ? { ...round, page: next.page } : 'over';
  });

/** Locks the calendar. False: another process went on with this reading, or the person has disconnected or chosen otherwise. */
async function isCurrent(tx: Transaction, calendarId: string, round: Round): Promise<boolean> {
  const rows = await tx`
    select 1 from calendars k where k.id = ${calendarId} and k.round = ${json(tx, round)}::jsonb and ${isRead(tx, 'k')}
      and exists (select 1 from calendar_connections c where c.id = k.connection_id and c.status = 'active')
    for update of k`;
  return rows.length > 0;
}

/**
 * Our own events among these changes: known by id, or, until the provider's answer to our create is stored, by their booking. A copy that
 * the host made names the same booking, and blocks. That they are in a page is noted: the host may have moved or deleted them.
 */
async function touchOwn(tx: Transaction, page: MirrorPage): Promise<ReadonlySet<string>> {
  const { userId } = page.calendar;
  const { changes } = page;
  const named = namedBookings(changes.filter((change) => !change.gone));
  const rows = await tx<OwnRow[]>`
    update calendar_events set ${touch(tx, page)} where ${isOwn(tx, userId, changes, named)}
    returning booking_id as "bookingId", event_id as "eventId"`;
  return ownIds(rows, named);
}

/**
 * The flow of its booking looks at it, unless the page shows it as we wrote it and nothing else is expected of it: a link that is being
 * made, or answers of guests who are its attendees.
 */
function touch(tx: Transaction, { calendar: { id: calendarId }, changes, round }: MirrorPage) {
  const there = changes.flatMap((change) => (change.gone ? [] : [change.id]));
  const timed = changes.flatMap((change) =>
    change.gone || change.time.kind !== 'timed' ? [] : [{ id: change.id, ...change.time }],
  );
  const instants = (of: (one: (typeof timed)[number]) => number) => timed.map((one) => new Date(of(one)).toISOString());
  const isAsWritten = tx`
    coalesce(state = 'written' and calendar_id = ${calendarId} and (join_url is not null or not wants_link) and exists (
      select 1 from unnest(${timed.map(({ id }) => id)}::text[], ${instants(({ startMs }) => startMs)}::timestamptz[],
        ${instants(({ endMs }) => endMs)}::timestamptz[]) as seen (id, start_at, end_at)
      where seen.id = event_id and tstzrange(start_at, end_at) = period)
      and not exists (select 1 from calendar_settings s where s.user_id = calendar_events.user_id and s.guests_as_attendees), false)`;
  return tx`
    seen_reading = case when calendar_id = ${calendarId} and event_id = any(${there}::text[]) then ${round.reading} else seen_reading end,
    touched_at = case when ${isAsWritten} then touched_at else clock_timestamp() end,
    work_at = case when ${isAsWritten} then work_at else least(coalesce(work_at, clock_timestamp()), clock_timestamp()) end`;
}

/** The ids of our own events among these, by the same rule, and of copies of our files. */
export async function readOwn(
  sql: Queryable,
  userId: string,
  events: readonly Pick<RemoteEvent, 'id' | 'bookingId' | 'bookingOfUid'>[],
): Promise<ReadonlySet<string>> {
  const named = namedBookings(events);
  const [rows, byUid] = await Promise.all([
    sql<OwnRow[]>`
      select booking_id as "bookingId", event_id as "eventId" from calendar_events where ${isOwn(sql, userId, events, named)}`,
    readByUid(sql, userId, events),
  ]);
  return new Set([...ownIds(rows, named), ...byUid]);
}

const thereIn = ({ changes }: MirrorPage): RemoteEvent[] => changes.flatMap((change) => (change.gone ? [] : [change]));

/**
 * Returns the ids of events with the UID of a booking that this person hosts: our events, and copies that a calendar added from our mails. The
 * booking blocks the time, so they do not, also after the meeting has moved. An event with any other UID blocks.
 */
async function readByUid(
  sql: Queryable,
  userId: string,
  events: readonly Pick<RemoteEvent, 'id' | 'bookingOfUid'>[],
): Promise<ReadonlySet<string>> {
  const named = events.flatMap(({ id, bookingOfUid }) => (bookingOfUid === undefined ? [] : [{ id, bookingOfUid }]));
  if (named.length === 0) return new Set();
  const rows = await sql<{ id: string }[]>`
    select b.id from bookings b where b.id = any(${named.map((one) => one.bookingOfUid)}::uuid[])
      and (b.host_id = ${userId} or exists (select 1 from booking_hosts h where h.booking_id = b.id and h.user_id = ${userId}))`;
  const hosted = new Set(rows.map(({ id }) => id));
  return new Set(named.filter((one) => hosted.has(one.bookingOfUid)).map(({ id }) => id));
}

interface OwnRow {
  readonly bookingId: string;
  readonly eventId: string | null;
}

/** Ids of events by the booking that each names. */
const namedBookings = (events: readonly Pick<RemoteEvent, 'id' | 'bookingId'>[]): ReadonlyMap<string, string> =>
  new Map(
    events.flatMap(({ id, bookingId = '' }) => (UUID.test(bookingId) ? [[bookingId.toLowerCase(), id] as const] : [])),
  );

const isOwn = (
  sql: Queryable,
  userId: string,
  events: readonly { readonly id: string }[],
  named: ReadonlyMap<string, string>,
) => sql`
  user_id = ${userId} and (
    event_id = any(${events.map(({ id }) => id)}::text[]) and calendar_id in (select id from calendars where user_id = ${userId})
    or event_id is null and booking_id = any(${[...named.keys()]}::uuid[]))`;

const ownIds = (rows: readonly OwnRow[], named: ReadonlyMap<string, string>): ReadonlySet<string> =>
  new Set(rows.flatMap(({ bookingId, eventId }) => eventId ?? named.get(bookingId) ?? []));

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An event that a check before a booking saw. */
export type SeenEvent = Pick<BusyRow, 'eventId' | 'seriesId' | 'startMs' | 'endMs' | 'availability' | 'response'>;

/**
 * Writes events that block, and that were seen before the calendar was read again: slots show it at once. Events outside of the window
 * that is read are not kept.
 */
export const saveSeen = (
  sql: Sql,
  calendar: Pick<CalendarToRead, 'id' | 'userId'>,
  events: readonly SeenEvent[],
): Promise<void> =>
  inTransaction(sql, async (tx) => {
    await tx`select 1 from users where id = ${calendar.userId} for no key update`;
    const [known] = await tx<{ reading: number; fromMs: number; untilMs: number }[]>`
      -- No window: the first reading has not come to its end, and removes what it does not see.
      select reading::int, coalesce(extract(epoch from window_start) * 1000, '-infinity')::float8 as "fromMs",
        coalesce(extract(epoch from window_end) * 1000, 'infinity')::float8 as "untilMs"
      from calendars k where id = ${calendar.id} and ${isRead(tx, 'k')} for update`;
    if (!known) return;
    const rows = events
      .filter(({ startMs, endMs }) => startMs < known.untilMs && endMs > known.fromMs)
      .map((event) => ({ ...event, blocks: true }));
    if (await writeRows(tx, calendar, rows, known.reading)) await countBusyChange(tx, calendar.userId);
  });

/** Events outside of the window are not kept: a cursor may show them, and nothing would remove them. */
function rowOf(event: RemoteEvent, { calendar, round }: MirrorPage, rules: BusyRules): BusyRow[] {
  const kept = mirrored(event, calendar.timezone);
  if (!kept || kept.period.endMs <= round.startMs || kept.period.startMs >= round.endMs) return [];
  const { period, availability } = kept;
  const { id, seriesId, response } = event;
  return [
    { eventId: id, seriesId, ...period, availability, response, blocks: blocks({ availability, response }, rules) },
  ];
}

const anyBlocked = (rows: readonly { blocks: boolean }[]): boolean => rows.some((row) => row.blocks);

/** Removes events, and all instances where the id is that of a series, unless the page has its instances. */
async function removeEvents(
  tx: Transaction,
  calendarId: string,
  eventIds: readonly string[],
  replacedSeries: readonly string[],
): Promise<boolean> {
  if (eventIds.length === 0) return false;
  const series = eventIds.filter((id) => !replacedSeries.includes(id));
  return anyBlocked(
    await tx<{ blocks: boolean }[]>`
    delete from calendar_busy where calendar_id = ${calendarId}
      and (event_id = any(${[...eventIds]}::text[]) or series_id = any(${series}::text[]))
    returning blocks`,
  );
}

/** A page has all instances of these series: others do not exist any more. */
async function removeReplaced(
  tx: Transaction,
  calendarId: string,
  seriesIds: readonly string[],
  keptIds: readonly string[],
): Promise<boolean> {
  if (seriesIds.length === 0) return false;
  return anyBlocked(
    await tx<{ blocks: boolean }[]>`
    delete from calendar_busy where calendar_id = ${calendarId} and series_id = any(${[...seriesIds]}::text[])
      and event_id not in (select unnest(${[...keptIds]}::text[]))
    returning blocks`,
  );
}

/** @returns whether a time that blocks is another one now */
async function writeRows(
  tx: Transaction,
  calendar: Pick<CalendarToRead, 'id' | 'userId'>,
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
        ${column((row) => String(row.blocks))}::text[]::boolean[]) with ordinality
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

/** Stores where the reading goes on. The last page of a full reading removes what it did not see. */
async function goOn(tx: Transaction, calendarId: string, round: Round, next: EventPage['next']): Promise<boolean> {
  if ('page' in next) {
    await tx`update calendars set round = ${json(tx, { ...round, page: next.page })}::jsonb where id = ${calendarId}`;
    return false;
  }
  await tx`
    update calendars set cursor = ${next.cursor}, window_start = ${new Date(round.startMs)}, window_end = ${new Date(round.endMs)},
      synced_at = ${new Date(round.beganMs)}, round = null where id = ${calendarId}`;
  if (round.cursor !== null) return false;
  await touchUnseen(tx, calendarId, round);
  return anyBlocked(
    await tx<{ blocks: boolean }[]>`
    delete from calendar_busy where calendar_id = ${calendarId} and reading < ${round.reading} returning blocks`,
  );
}

/** A reading of the whole window lists every existing event. So a booking event that it did not list was deleted or moved away. */
const touchUnseen = (tx: Transaction, calendarId: string, { reading, startMs, endMs }: Round) => tx`
  update calendar_events set touched_at = clock_timestamp(), work_at = least(coalesce(work_at, clock_timestamp()), clock_timestamp())
  where calendar_id = ${calendarId} and event_id is not null and state = 'written' and seen_reading is distinct from ${reading}
    and period && tstzrange(${new Date(startMs)}, ${new Date(endMs)})`;

/** An event turned out to be ours, as after a create whose answer came late: its booking blocks the time already. */
export async function forgetMirrored(tx: Transaction, userId: string, eventId: string): Promise<void> {
  const rows = await tx<{ blocks: boolean }[]>`
    delete from calendar_busy where event_id = ${eventId} and calendar_id in (select id from calendars where user_id = ${userId})
    returning blocks`;
  if (anyBlocked(rows)) await countBusyChange(tx, userId);
}

/** Times that calendars block, overlapping ones joined, by host and start. They count for hosts with the source `calendar` alone. */
export const readMirror = (sql: Queryable, hostIds: readonly string[], { startMs, endMs }: Interval) => sql<
  { hostId: string; startMs: number; endMs: number }[]
>`
  select b.user_id as "hostId", (extract(epoch from lower(part)) * 1000)::float8 as "startMs",
    (extract(epoch from upper(part)) * 1000)::float8 as "endMs"
  from (
    select b.user_id, range_agg(b.period) as parts
    from calendar_busy b join calendars k on k.id = b.calendar_id and k.blocks and k.gone_at is null
    where b.user_id = any(${[...hostIds]}::uuid[]) and b.blocks and b.period && tstzrange(${new Date(startMs)}, ${new Date(endMs)})
      and exists (select 1 from calendar_settings s where s.user_id = b.user_id and s.conflict_source = 'calendar')
    group by b.user_id
  ) b, unnest(b.parts) part
  order by 1, 2`;
