import type { BookableEvent, EventHost } from '../../domain/bookable/bookable-event.ts';
import { busyWindow } from '../../domain/slots/rules.ts';
import type { BusyInterval, Interval } from '../../domain/slots/types.ts';
import { DAY_MS } from '../../domain/time/civil.ts';
import { readMirror } from '../calendars/mirror.ts';
import type { Queryable } from '../database.ts';

/** A claim, or time that a calendar blocks, for the evaluator, with what decides whether it still blocks. */
export interface ClaimedTime extends BusyInterval {
  /** null: of a calendar. Events that overlap are one time. */
  readonly bookingId: string | null;
  /** null: a booking or a calendar. A hold blocks others until this instant, then yields. */
  readonly firmUntilMs: number | null;
}

/** Claimed times by host, each host's by start. */
export type ClaimsByHost = ReadonlyMap<string, readonly ClaimedTime[]>;

/** An event and its hosts' busy times, read at once; valid while `version` stays the same. */
export interface AvailabilitySnapshot {
  readonly version: string;
  readonly event: BookableEvent;
  /** Of the event's one host, by time; a team's are in `memberClaims`. */
  readonly claims: readonly ClaimedTime[];
  /** Of each member of the event's team, by time. */
  readonly memberClaims: ClaimsByHost;
  /** When the holds among the claims yield. */
  readonly yieldsMs: readonly number[];
  /** Claims are read for starts before this instant. */
  readonly horizonMs: number;
  /** The start of the booking that moves: it is not offered again. */
  readonly ownStartMs?: number;
}

interface ClaimRow {
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

const toClaim = (row: ClaimRow): ClaimedTime => ({
  bookingId: row.bookingId,
  startMs: row.start,
  endMs: row.end,
  beforeMs: row.before,
  afterMs: row.after,
  eventTypeId: row.event,
  firmUntilMs: row.firm,
});

const ofCalendar = ({ startMs, endMs }: Interval): ClaimedTime => ({
  ...{ startMs, endMs, bookingId: null, eventTypeId: null, beforeMs: 0, afterMs: 0, firmUntilMs: null },
});

/** Two sorted lists, one behind the other, become one in linear time. */
const byStart = (times: readonly ClaimedTime[]): ClaimedTime[] =>
  times.toSorted((one, other) => one.startMs - other.startMs);

/** Whose calendars may block time. Where it is not known, the mirror says. */
type MirroredHost = Pick<EventHost, 'id'> & Partial<Pick<EventHost, 'calendar'>>;

/** Sent with the claims, in one flight. Hosts without calendars cost no statement. */
async function readCalendarTimes(sql: Queryable, hosts: readonly MirroredHost[], window: Interval) {
  const ids = hosts.filter(({ calendar }) => calendar !== 'none').map(({ id }) => id);
  return ids.length === 0 ? [] : readMirror(sql, ids, window);
}

const periodOf = ({ startMs, endMs }: Interval) => [new Date(startMs), new Date(endMs)] as const;

/** The claims that can decide which starts of a window are offered: of all workspaces and calendars, with firm and yielded holds. */
export async function readClaimsFor(sql: Queryable, event: BookableEvent, window: Interval): Promise<ClaimedTime[]> {
  const reach = busyWindow(event.rules, event.schedule?.timezone ?? 'UTC', window);
  const [from, to] = periodOf(reach);
  const [rows, ofCalendars] = await Promise.all([
    sql<ClaimRow[]>`
      select ${columns(sql)} from claims
      where host_id = ${event.host.id} and period && tstzrange(${from}, ${to})
      order by lower(period)`,
    readCalendarTimes(sql, [event.host], reach),
  ]);
  const claims = rows.map(toClaim);
  return ofCalendars.length === 0 ? claims : byStart([...claims, ...ofCalendars.map(ofCalendar)]);
}

/** The same for many hosts, in any time zone: one more day on each side covers all zones. */
export async function readClaimsOf(
  sql: Queryable,
  hosts: readonly MirroredHost[],
  event: BookableEvent,
  window: Interval,
): Promise<ClaimsByHost> {
  const { startMs, endMs } = busyWindow(event.rules, 'UTC', window);
  const reach = { startMs: startMs - DAY_MS, endMs: endMs + DAY_MS };
  const [from, to] = periodOf(reach);
  const [rows, ofCalendars] = await Promise.all([
    sql<ClaimRow[]>`
      select ${columns(sql)} from claims
      where host_id = any(${hosts.map(({ id }) => id)}::uuid[]) and period && tstzrange(${from}, ${to})
      order by lower(period)`,
    readCalendarTimes(sql, hosts, reach),
  ]);
  const byHost = new Map<string, ClaimedTime[]>(hosts.map(({ id }) => [id, []]));
  for (const row of rows) byHost.get(row.hostId)?.push(toClaim(row));
  if (ofCalendars.length === 0) return byHost;
  for (const time of ofCalendars) byHost.get(time.hostId)?.push(ofCalendar(time));
  return new Map([...byHost].map(([hostId, times]) => [hostId, byStart(times)]));
}

/** When the holds among claims yield. */
export const yieldsOf = (claims: readonly ClaimedTime[]): number[] =>
  claims.flatMap(({ firmUntilMs }) => firmUntilMs ?? []);
