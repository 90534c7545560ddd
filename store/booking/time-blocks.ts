import type { BookableEvent } from '../../domain/bookable/bookable-event.ts';
import type { RefusalReason } from '../../domain/booking/attempt.ts';
import { checkOf, type LiveCheck, UNCHECKED } from '../../domain/booking/live-check.ts';
import { evaluate } from '../../domain/slots/host-slots.ts';
import type { EventRules, Interval, Verdict } from '../../domain/slots/types.ts';
import { MINUTE_MS } from '../../domain/time/civil.ts';
import { type BlockedTime, readBlockedTimes } from '../bookable/availability-snapshot.ts';
import { readEventById } from '../bookable/bookable-events.ts';
import { readTeamEventById } from '../bookable/team-events.ts';
import { sqlState, type Transaction } from '../database.ts';
import { clockMs, lockEventAndItsHost } from '../locks.ts';

/** Returns the times that are blocked now: by bookings and firm holds, but not by the caller's own booking. Time blocks are in the table `claims`. */
export const blocking = (blocked: readonly BlockedTime[], now: number, ownBookingId?: string): BlockedTime[] =>
  blocked.filter(
    (block) => block.bookingId !== ownBookingId && (block.firmUntilMs === null || block.firmUntilMs > now),
  );

/** The facts on which a verdict is based. */
export interface Facts {
  readonly event: BookableEvent;
  readonly blocked: readonly BlockedTime[];
  readonly now: number;
}

/**
 * Reads event, blocked times and clock in one round trip, once the host is locked. The event is read again, since its settings may have
 * changed while the caller waited. If its rules need a longer time now, the blocked times are read again, too.
 */
export async function readUnderLock(tx: Transaction, before: BookableEvent, startMs: number): Promise<Facts> {
  const window = { startMs, endMs: startMs + 1 };
  const [event, blocked, now] = await Promise.all([
    readEventById(tx, before.rules.eventTypeId, before.host.id),
    readBlockedTimes(tx, before, window),
    clockMs(tx),
  ]);
  if (!event) throw new Error(`event type ${before.rules.eventTypeId} does not exist`);
  const sameReach =
    JSON.stringify(event.rules) === JSON.stringify(before.rules) &&
    event.schedule?.timezone === before.schedule?.timezone &&
    event.host.calendar === before.host.calendar;
  return { event, blocked: sameReach ? blocked : await readBlockedTimes(tx, event, window), now };
}

/**
 * Locks an event type and its host, reads event and clock in the same round trip, and then the blocked times. A team's
 * members are not locked yet: `selectHosts` chooses the hosts.
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
  return { event, blocked: event.team ? [] : await readBlockedTimes(tx, event, { startMs, endMs: startMs + 1 }), now };
}

/** Returns the verdict of the evaluator that also lists slots, on facts that were read under the host's lock. */
export function evaluateStart(
  event: BookableEvent,
  blocked: readonly BlockedTime[],
  asked: {
    readonly startMs: number;
    readonly now: number;
    readonly ownBookingId: string;
    /** Default: no calendar was checked. */
    readonly check?: LiveCheck | undefined;
  },
): Verdict {
  if (!event.schedule || event.host.calendar === 'broken') return { offered: false, reason: 'not_a_slot' };
  const busy = blocking(blocked, asked.now, asked.ownBookingId);
  const host = { hostId: event.host.id, schedule: event.schedule, busy };
  const verdict = evaluate({ host, rules: event.rules, startMs: asked.startMs, now: asked.now });
  const isBusy = checkOf(asked.check ?? UNCHECKED, periodFrom(asked.startMs, event.rules)).busy.has(event.host.id);
  return verdict.offered && isBusy ? { offered: false, reason: 'taken' } : verdict;
}

/** Returns the time of a meeting with this start. */
export const periodFrom = (startMs: number, { durationMinutes }: EventRules): Interval => ({
  startMs,
  endMs: startMs + durationMinutes * MINUTE_MS,
});

/** Returns the public reason for a refusal of the evaluator. Time off becomes `not_a_slot`. */
export function refusalReason({ reason }: Extract<Verdict, { offered: false }>): RefusalReason {
  if (reason === 'taken') return 'slot_taken';
  return reason === 'time_off' ? 'not_a_slot' : reason;
}

interface BlockTimes {
  readonly bookingId: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Deletes other holds that have ended. Call it under the host's lock, after the evaluator has accepted the start. */
const dropYieldedHolds = (tx: Transaction, event: BookableEvent, { bookingId, startMs, endMs }: BlockTimes) => tx`
  delete from claims
  where host_id = ${event.host.id} and kind = 'hold' and booking_id <> ${bookingId}
    and firm_until <= clock_timestamp() and period && tstzrange(${new Date(startMs)}, ${new Date(endMs)})`;

/** Blocks a booking's time. It replaces the caller's hold, if any; an existing time block of the booking is moved. */
export async function blockForBooking(tx: Transaction, event: BookableEvent, times: BlockTimes): Promise<void> {
  const dropped = dropYieldedHolds(tx, event, times);
  const inserted = tx`
    insert into claims (host_id, booking_id, kind, period, before_ms, after_ms, workspace_id, event_type_id)
    values (${event.host.id}, ${times.bookingId}, 'booking', tstzrange(${new Date(times.startMs)}, ${new Date(times.endMs)}),
      ${event.rules.bufferBeforeMinutes * MINUTE_MS}, ${event.rules.bufferAfterMinutes * MINUTE_MS},
      ${event.workspace.id}, ${event.rules.eventTypeId})
    on conflict (booking_id, host_id) do update
      set kind = 'booking', period = excluded.period, before_ms = excluded.before_ms, after_ms = excluded.after_ms,
        firm_until = null`;
  await Promise.all([dropped, inserted]);
}

/** Moves a booking's time blocks of all its hosts. If one of them is busy then, it changes nothing and returns false. Call it under their locks. */
export async function moveTimeBlocks(
  tx: Transaction,
  bookingId: string,
  { startMs, endMs }: Pick<BlockTimes, 'startMs' | 'endMs'>,
): Promise<boolean> {
  const period = tx`tstzrange(${new Date(startMs)}, ${new Date(endMs)})`;
  const others = tx`
    claims c where c.booking_id <> ${bookingId} and c.host_id in (select host_id from claims where booking_id = ${bookingId})
      and c.period && ${period}`;
  const [taken] =
    await tx`select 1 from ${others} and (c.firm_until is null or c.firm_until > clock_timestamp()) limit 1`;
  if (taken) return false;
  // These are holds that have ended.
  await tx`delete from ${others}`;
  await tx`update claims set period = ${period} where booking_id = ${bookingId}`;
  return true;
}

/**
 * Holds a slot for a challenge. It is firm until `firmUntilMs`, then others may book the time; it is deleted with the code.
 * @param hold `keepsLonger`: a hold that is firm for longer stays so
 */
export async function blockForHold(
  tx: Transaction,
  event: BookableEvent,
  hold: BlockTimes & { readonly firmUntilMs: number; readonly keepsLonger?: boolean },
): Promise<void> {
  const dropped = dropYieldedHolds(tx, event, hold);
  const inserted = tx`
    insert into claims
      (host_id, booking_id, kind, period, before_ms, after_ms, workspace_id, event_type_id, firm_until)
    values (${event.host.id}, ${hold.bookingId}, 'hold', tstzrange(${new Date(hold.startMs)}, ${new Date(hold.endMs)}),
      ${event.rules.bufferBeforeMinutes * MINUTE_MS}, ${event.rules.bufferAfterMinutes * MINUTE_MS},
      ${event.workspace.id}, ${event.rules.eventTypeId}, ${new Date(hold.firmUntilMs)})
    on conflict (booking_id, host_id) do update
      set period = excluded.period, before_ms = excluded.before_ms, after_ms = excluded.after_ms,
        firm_until = ${hold.keepsLonger ? tx`greatest(claims.firm_until, excluded.firm_until)` : tx`excluded.firm_until`}
      where claims.kind = 'hold'`;
  await Promise.all([dropped, inserted]);
}

/**
 * Returns whether the database refused a time block because it overlaps another one of its host. Under the host's lock, after the
 * evaluator accepted the start, only a bug causes this: report it, and answer that the slot is taken.
 */
export const isOverlap = (error: unknown): boolean => sqlState(error) === '23P01';

/** Deletes the time blocks of a booking or a challenge. Call it under the host's lock. */
export const releaseTimeBlocks = (tx: Transaction, bookingId: string) =>
  tx`delete from claims where booking_id = ${bookingId}`;
