import type { BookableEvent } from '../../domain/bookable/bookable-event.ts';
import type { RefusalReason } from '../../domain/booking/attempt.ts';
import { checkOf, type LiveCheck, UNCHECKED } from '../../domain/booking/live-check.ts';
import { evaluate } from '../../domain/slots/host-slots.ts';
import type { EventRules, Interval, Verdict } from '../../domain/slots/types.ts';
import { MINUTE_MS } from '../../domain/time/civil.ts';
import { type ClaimedTime, readClaimsFor } from '../bookable/availability-snapshot.ts';
import { readEventById } from '../bookable/bookable-events.ts';
import { readTeamEventById } from '../bookable/team-events.ts';
import { sqlState, type Transaction } from '../database.ts';
import { clockMs, lockEventAndItsHost } from '../locks.ts';

/** The claims that block now: bookings and firm holds, but not the caller's own claim. */
export const blocking = (claims: readonly ClaimedTime[], now: number, ownBookingId?: string): ClaimedTime[] =>
  claims.filter((claim) => claim.bookingId !== ownBookingId && (claim.firmUntilMs === null || claim.firmUntilMs > now));

/** The basis of a verdict. */
export interface Facts {
  readonly event: BookableEvent;
  readonly claims: readonly ClaimedTime[];
  readonly now: number;
}

/**
 * Reads event, claims and clock in one flight, once the host is locked. The event is read again: its settings may have changed
 * while the caller waited. If its rules reach further now, so do the claims.
 */
export async function readUnderLock(tx: Transaction, before: BookableEvent, startMs: number): Promise<Facts> {
  const window = { startMs, endMs: startMs + 1 };
  const [event, claims, now] = await Promise.all([
    readEventById(tx, before.rules.eventTypeId, before.host.id),
    readClaimsFor(tx, before, window),
    clockMs(tx),
  ]);
  if (!event) throw new Error(`event type ${before.rules.eventTypeId} does not exist`);
  const sameReach =
    JSON.stringify(event.rules) === JSON.stringify(before.rules) &&
    event.schedule?.timezone === before.schedule?.timezone &&
    event.host.calendar === before.host.calendar;
  return { event, claims: sameReach ? claims : await readClaimsFor(tx, event, window), now };
}

/**
 * Locks an event type and its host, then reads event and clock in the same flight, and then the claims. A team's
 * members are not locked yet: `selectHosts` chooses who meets.
 * @param ofTeam whether the event is a team's, which never changes: saves a round trip for a team. undefined: not known.
 */
export async function lockAndRead(
  tx: Transaction,
  eventTypeId: string,
  startMs: number,
  ofTeam?: boolean,
): Promise<Facts> {
  const [, event, now] = await Promise.all([
    lockEventAndItsHost(tx, eventTypeId),
    (ofTeam ? readTeamEventById : readEventById)(tx, eventTypeId),
    clockMs(tx),
  ]);
  if (!event) throw new Error(`event type ${eventTypeId} does not exist`);
  return { event, claims: event.team ? [] : await readClaimsFor(tx, event, { startMs, endMs: startMs + 1 }), now };
}

/** The verdict of the evaluator that lists slots, on facts read under the host's lock. */
export function judge(
  event: BookableEvent,
  claims: readonly ClaimedTime[],
  asked: {
    readonly startMs: number;
    readonly now: number;
    readonly ownBookingId: string;
    /** Default: the calendar was not looked at. */
    readonly check?: LiveCheck | undefined;
  },
): Verdict {
  if (!event.schedule || event.host.calendar === 'broken') return { offered: false, reason: 'not_a_slot' };
  const busy = blocking(claims, asked.now, asked.ownBookingId);
  const host = { hostId: event.host.id, schedule: event.schedule, busy };
  const verdict = evaluate({ host, rules: event.rules, startMs: asked.startMs, now: asked.now });
  const isBusy = checkOf(asked.check ?? UNCHECKED, periodFrom(asked.startMs, event.rules)).busy.has(event.host.id);
  return verdict.offered && isBusy ? { offered: false, reason: 'taken' } : verdict;
}

/** The time of a meeting that begins then. */
export const periodFrom = (startMs: number, { durationMinutes }: EventRules): Interval => ({
  startMs,
  endMs: startMs + durationMinutes * MINUTE_MS,
});

/** The public reason for a refusal of the evaluator; time off becomes `not_a_slot`. */
export function refusalReason({ reason }: Extract<Verdict, { offered: false }>): RefusalReason {
  if (reason === 'taken') return 'slot_taken';
  return reason === 'time_off' ? 'not_a_slot' : reason;
}

interface ClaimTimes {
  readonly bookingId: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Deletes others' holds that have yielded. Under the host's lock, after the evaluator agreed. */
const dropYieldedHolds = (tx: Transaction, event: BookableEvent, { bookingId, startMs, endMs }: ClaimTimes) => tx`
  delete from claims
  where host_id = ${event.host.id} and kind = 'hold' and booking_id <> ${bookingId}
    and firm_until <= clock_timestamp() and period && tstzrange(${new Date(startMs)}, ${new Date(endMs)})`;

/** Turns the caller's hold, if any, into a booking's claim; an existing claim of the booking is moved. */
export async function claimBooking(tx: Transaction, event: BookableEvent, times: ClaimTimes): Promise<void> {
  const dropped = dropYieldedHolds(tx, event, times);
  const claimed = tx`
    insert into claims (host_id, booking_id, kind, period, before_ms, after_ms, workspace_id, event_type_id)
    values (${event.host.id}, ${times.bookingId}, 'booking', tstzrange(${new Date(times.startMs)}, ${new Date(times.endMs)}),
      ${event.rules.bufferBeforeMinutes * MINUTE_MS}, ${event.rules.bufferAfterMinutes * MINUTE_MS},
      ${event.workspace.id}, ${event.rules.eventTypeId})
    on conflict (booking_id, host_id) do update
      set kind = 'booking', period = excluded.period, before_ms = excluded.before_ms, after_ms = excluded.after_ms,
        firm_until = null`;
  await Promise.all([dropped, claimed]);
}

/** Moves what a booking claims of all its hosts. False, and nothing changes: one of them has something else then. Under their locks. */
export async function moveClaims(
  tx: Transaction,
  bookingId: string,
  { startMs, endMs }: Pick<ClaimTimes, 'startMs' | 'endMs'>,
): Promise<boolean> {
  const period = tx`tstzrange(${new Date(startMs)}, ${new Date(endMs)})`;
  const others = tx`
    claims c where c.booking_id <> ${bookingId} and c.host_id in (select host_id from claims where booking_id = ${bookingId})
      and c.period && ${period}`;
  const [taken] =
    await tx`select 1 from ${others} and (c.firm_until is null or c.firm_until > clock_timestamp()) limit 1`;
  if (taken) return false;
  // Holds that have yielded.
  await tx`delete from ${others}`;
  await tx`update claims set period = ${period} where booking_id = ${bookingId}`;
  return true;
}

/**
 * Holds a slot for a challenge: firm until `firmUntilMs`, then it yields; ends with the code.
 * @param hold `keepsLonger`: one that is firm for longer stays so
 */
export async function claimHold(
  tx: Transaction,
  event: BookableEvent,
  hold: ClaimTimes & { readonly firmUntilMs: number; readonly keepsLonger?: boolean },
): Promise<void> {
  const dropped = dropYieldedHolds(tx, event, hold);
  const claimed = tx`
    insert into claims
      (host_id, booking_id, kind, period, before_ms, after_ms, workspace_id, event_type_id, firm_until)
    values (${event.host.id}, ${hold.bookingId}, 'hold', tstzrange(${new Date(hold.startMs)}, ${new Date(hold.endMs)}),
      ${event.rules.bufferBeforeMinutes * MINUTE_MS}, ${event.rules.bufferAfterMinutes * MINUTE_MS},
      ${event.workspace.id}, ${event.rules.eventTypeId}, ${new Date(hold.firmUntilMs)})
    on conflict (booking_id, host_id) do update
      set period = excluded.period, before_ms = excluded.before_ms, after_ms = excluded.after_ms,
        firm_until = ${hold.keepsLonger ? tx`greatest(claims.firm_until, excluded.firm_until)` : tx`excluded.firm_until`}
      where claims.kind = 'hold'`;
  await Promise.all([dropped, claimed]);
}

/**
 * Whether the database refused a claim because it overlaps another of its host. Under the host's lock, after the evaluator agreed,
 * only a bug of ours causes this: report it, and answer that the slot is taken.
 */
export const isOverlap = (error: unknown): boolean => sqlState(error) === '23P01';

/** Frees what a booking or a challenge claims. Under the host's lock. */
export const releaseClaim = (tx: Transaction, bookingId: string) =>
  tx`delete from claims where booking_id = ${bookingId}`;
