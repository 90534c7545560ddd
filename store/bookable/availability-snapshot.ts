import type { BookableEvent, EventHost } from '../../domain/bookable/bookable-event.ts';
import { busyWindow } from '../../domain/slots/rules.ts';
import type { BusyInterval, Interval } from '../../domain/slots/types.ts';
import { DAY_MS } from '../../domain/time/civil.ts';
import { readMirror } from '../calendars/mirror.ts';
import type { Queryable } from '../database.ts';

/** Time of a host that is blocked by a booking, a hold or a calendar, and until when. */
export interface BlockedTime extends BusyInterval {
  /** null: blocked by a calendar. Overlapping events are one time. */
  readonly bookingId: string | null;
  /** The instant until which a hold blocks others; null for a booking or a calendar. */
  readonly firmUntilMs: number | null;
}

/** Blocked times by host, sorted by start. */
export type BlockedTimesByHost = ReadonlyMap<string, readonly BlockedTime[]>;

/** An event and its hosts' busy times, read together; valid while `version` stays the same. */
export interface AvailabilitySnapshot {
  readonly version: string;
  readonly event: BookableEvent;
  /** Blocked times of the event's one host, by time. Those of a team are in `memberClaims`. */
  readonly blocked: readonly BlockedTime[];
  /** Blocked times of each member of the event's team, by time. */
  readonly memberBlocked: BlockedTimesByHost;
  /** The instants at which holds end. */
  readonly yieldsMs: readonly number[];
  /** Blocked times are read for starts before this instant. */
  readonly horizonMs: number;
  /** The start of the booking that moves, which is not offered again. */
  readonly ownStartMs?: number;
}

interface BlockRow {
  readonly hostId: string;
  readonly bookingId: string;
  readonly start: number;
  readonly end: number;
  readonly before: number;
  readonly after: number;
  readonly event: string;
  readonly firm: number | null;
}

const columns = (sql: Queryable) => sql`
  host_id as "hostId", booking_id as "bookingId", (extract(epoch from lower(period)) * 1000)::float8 as start,
  (extract(epoch from upper(period)) * 1000)::float8 as end,
  before_ms as before, after_ms as after, event_type_id as event,
  (extract(epoch from firm_until) * 1000)::float8 as firm`;

const toBlockedTime = (row: BlockRow): BlockedTime => ({
  bookingId: row.bookingId,
  startMs: row.start,
  endMs: row.end,
  beforeMs: row.before,
  afterMs: row.after,
  eventTypeId: row.event,
  firmUntilMs: row.firm,
});

const ofCalendar = ({ startMs, endMs }: Interval): BlockedTime => ({
  ...{ startMs, endMs, bookingId: null, eventTypeId: null, beforeMs: 0, afterMs: 0, firmUntilMs: null },
});

/** Sorts by start. Two sorted lists in a row take linear time. */
const byStart = (times: readonly BlockedTime[]): BlockedTime[] =>
  times.toSorted((one, other) => one.startMs - other.startMs);

/** A host whose calendars may block time. Without `calendar`, the mirror decides. */
type MirroredHost = Pick<EventHost, 'id'> & Partial<Pick<EventHost, 'calendar'>>;

/** Reads busy times of calendars, concurrently with the time blocks. Hosts without calendars cost no statement. */
async function readCalendarTimes(sql: Queryable, hosts: readonly MirroredHost[], window: Interval) {
  const ids = hosts.filter(({ calendar }) => calendar !== 'none').map(({ id }) => id);
  return ids.length === 0 ? [] : readMirror(sql, ids, window);
}

const periodOf = ({ startMs, endMs }: Interval) => [new Date(startMs), new Date(endMs)] as const;

/** Reads the blocked times that decide which starts of a window are offered: of all workspaces and calendars, with ended holds. */
export async function readBlockedTimes(sql: Queryable, event: BookableEvent, window: Interval): Promise<BlockedTime[]> {
  const busy = busyWindow(event.rules, event.schedule?.timezone ?? 'UTC', window);
  const [from, to] = periodOf(busy);
  const [rows, ofCalendars] = await Promise.all([
    sql<BlockRow[]>`
      select ${columns(sql)} from claims
      where host_id = ${event.host.id} and period && tstzrange(${from}, ${to})
      order by lower(period)`,
    readCalendarTimes(sql, [event.host], busy),
  ]);
  const blocked = rows.map(toBlockedTime);
  return ofCalendars.length === 0 ? blocked : byStart([...blocked, ...ofCalendars.map(ofCalendar)]);
}

/** Reads the blocked times of many hosts, in any time zone: one more day on each side covers all zones. */
export async function readBlockedTimesOfHosts(
  sql: Queryable,
  hosts: readonly MirroredHost[],
  event: BookableEvent,
  window: Interval,
): Promise<BlockedTimesByHost> {
  const { startMs, endMs } = busyWindow(event.rules, 'UTC', window);
  const busy = { startMs: startMs - DAY_MS, endMs: endMs + DAY_MS };
  const [from, to] = periodOf(busy);
  const [rows, ofCalendars] = await Promise.all([
    sql<BlockRow[]>`
      select ${columns(sql)} from claims
      where host_id = any(${hosts.map(({ id }) => id)}::uuid[]) and period && tstzrange(${from}, ${to})
      order by lower(period)`,
    readCalendarTimes(sql, hosts, busy),
  ]);
  const byHost = new Map<string, BlockedTime[]>(hosts.map(({ id }) => [id, []]));
  for (const row of rows) byHost.get(row.hostId)?.push(toBlockedTime(row));
  if (ofCalendars.length === 0) return byHost;
  for (const time of ofCalendars) byHost.get(time.hostId)?.push(ofCalendar(time));
  return new Map([...byHost].map(([hostId, times]) => [hostId, byStart(times)]));
}

/** Returns the instants at which holds end. */
export const yieldsOf = (blocked: readonly BlockedTime[]): number[] =>
  blocked.flatMap(({ firmUntilMs }) => firmUntilMs ?? []);
