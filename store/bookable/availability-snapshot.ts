import type { BookableEvent } from '../../domain/bookable/bookable-event.ts';
import { busyReach } from '../../domain/slots/reach.ts';
import type { BusyInterval, Interval } from '../../domain/slots/types.ts';
import { DAY_MS } from '../../domain/time/civil.ts';
import type { Queryable } from '../database.ts';

/** A claim for the evaluator, with what decides whether it still blocks. */
export interface ClaimedTime extends BusyInterval {
  readonly bookingId: string;
  /** null: a booking. A hold blocks others until this instant, then yields. */
  readonly firmUntilMs: number | null;
}

/** Claimed times by host. */
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
  host_id: string;
  booking_id: string;
  start: number;
  end: number;
  before: number;
  after: number;
  event: string;
  firm: number | null;
}

const columns = (sql: Queryable) => sql`
  host_id, booking_id, (extract(epoch from lower(period)) * 1000)::float8 as start,
  (extract(epoch from upper(period)) * 1000)::float8 as end,
  before_ms as before, after_ms as after, event_type_id as event,
  (extract(epoch from firm_until) * 1000)::float8 as firm`;

const toClaim = (row: ClaimRow): ClaimedTime => ({
  bookingId: row.booking_id,
  startMs: row.start,
  endMs: row.end,
  beforeMs: row.before,
  afterMs: row.after,
  eventTypeId: row.event,
  firmUntilMs: row.firm,
});

const periodOf = ({ startMs, endMs }: Interval) => [new Date(startMs), new Date(endMs)] as const;

/** The claims that can decide which starts of a window are offered: of all workspaces, with firm and yielded holds. */
export async function readClaimsFor(sql: Queryable, event: BookableEvent, window: Interval): Promise<ClaimedTime[]> {
  const [from, to] = periodOf(busyReach(event.rules, event.schedule?.timezone ?? 'UTC', window));
  const rows = await sql<ClaimRow[]>`
    select ${columns(sql)} from claims
    where host_id = ${event.host.id} and period && tstzrange(${from}, ${to})
    order by lower(period)`;
  return rows.map(toClaim);
}

/** The same for many hosts, in any time zone: one more day on each side covers all zones. */
export async function readClaimsOf(
  sql: Queryable,
  hostIds: readonly string[],
  event: BookableEvent,
  window: Interval,
): Promise<ClaimsByHost> {
  const { startMs, endMs } = busyReach(event.rules, 'UTC', window);
  const [from, to] = periodOf({ startMs: startMs - DAY_MS, endMs: endMs + DAY_MS });
  const rows = await sql<ClaimRow[]>`
    select ${columns(sql)} from claims
    where host_id = any(${[...hostIds]}::uuid[]) and period && tstzrange(${from}, ${to})
    order by lower(period)`;
  const byHost = new Map<string, ClaimedTime[]>(hostIds.map((hostId) => [hostId, []]));
  for (const row of rows) byHost.get(row.host_id)?.push(toClaim(row));
  return byHost;
}

/** When the holds among claims yield. */
export const yieldsOf = (claims: readonly ClaimedTime[]): number[] =>
  claims.flatMap(({ firmUntilMs }) => firmUntilMs ?? []);
