import type { BookingStatus } from '../../schemas/shapes/public-calendar.ts';
import { HOUR_MS } from '../time/civil.ts';
import type { RefusalReason } from './attempt.ts';

/**
 * What a booking's status and the clock allow: the only place with these rules. The store applies them under its locks;
 * views and pages use them to hide buttons that would be refused.
 */
export interface BookingState {
  readonly status: BookingStatus;
  readonly startMs: number;
  readonly endMs: number;
  /** Set while the host's approval is missing: the request expires then. */
  readonly decideByMs: number | null;
}

const DECIDE_WITHIN_MS = 48 * HOUR_MS;

/** Meetings that will take place: before approval or after a cancel, nobody can join. */
export const standingStatuses = ['confirmed', 'rescheduled'] as const satisfies readonly BookingStatus[];

/** Bookings that keep their time. */
export const liveStatuses = ['pending_confirmation', ...standingStatuses] as const satisfies readonly BookingStatus[];

export type LiveStatus = (typeof liveStatuses)[number];

export const isStanding = (status: BookingStatus): boolean => (standingStatuses as readonly string[]).includes(status);

export const isLive = (status: BookingStatus): status is LiveStatus =>
  (liveStatuses as readonly string[]).includes(status);

/** Nothing more is done for it: it was canceled, or has ended. */
export const isOver = ({ status, endMs }: Pick<BookingState, 'status' | 'endMs'>, now: number): boolean =>
  !isLive(status) || endMs <= now;

/** When a new request expires: after 48 h, at the latest at its start. */
export const decideBy = (startMs: number, now: number): number => Math.min(now + DECIDE_WITHIN_MS, startMs);

/** A move keeps the host's decision, unless the guest moves an approved meeting of an event that asks again. */
export const statusOnceMoved = (status: BookingStatus, asksAgain: boolean): 'pending_confirmation' | 'rescheduled' =>
  status === 'pending_confirmation' || asksAgain ? 'pending_confirmation' : 'rescheduled';

/** When time alone ends a live booking: it is undecided, or over. */
export const endsByItselfMs = ({ decideByMs, endMs }: BookingState): number => decideByMs ?? endMs;

/** How a booking has ended by the clock before its flow noticed; null: it has not. */
export function overdue(booking: BookingState, now: number): 'undecided' | 'ended' | null {
  if (!isLive(booking.status) || endsByItselfMs(booking) > now) return null;
  return booking.status === 'pending_confirmation' ? 'undecided' : 'ended';
}

/** Begun, or already past: only its end and a no-show are possible. */
const hasBegun = ({ status, startMs }: BookingState, now: number): boolean =>
  startMs <= now || status === 'completed' || status === 'no_show';

/** Why a guest can't move it; null: they can. */
export function whyNotReschedule(booking: BookingState, now: number): RefusalReason | null {
  if (booking.status === 'canceled' || overdue(booking, now) === 'undecided') return 'booking_canceled';
  return hasBegun(booking, now) ? 'booking_over' : null;
}

/** Why a guest can't cancel it; null: they can. A canceled one gives null too: a repeat changes nothing. */
export const whyNotCancel = (booking: BookingState, now: number): RefusalReason | null =>
  booking.status !== 'canceled' && hasBegun(booking, now) ? 'booking_over' : null;

/** Why the host can't approve or decline it; null: they can. */
export function whyNotDecide(booking: BookingState, now: number): RefusalReason | null {
  if (booking.status !== 'pending_confirmation' || overdue(booking, now) !== null) return 'already_decided';
  return hasBegun(booking, now) ? 'booking_over' : null;
}

/** Why it can't be marked as a no-show; null: it can. */
export function whyNotNoShow(booking: BookingState, now: number): RefusalReason | null {
  if (booking.status === 'canceled' || overdue(booking, now) === 'undecided') return 'booking_canceled';
  return hasBegun(booking, now) ? null : 'not_begun';
}

/** The status of a meeting whose no-show is taken back. @param wasMoved it has stood at a new time since it was confirmed */
export function statusWithoutNoShow({ endMs }: BookingState, wasMoved: boolean, now: number): BookingStatus {
  if (endMs <= now) return 'completed';
  return wasMoved ? 'rescheduled' : 'confirmed';
}

/** What guest and host can still do with a booking. */
export const optionsOf = (booking: BookingState, now: number) => ({
  canReschedule: whyNotReschedule(booking, now) === null,
  canCancel: booking.status !== 'canceled' && whyNotCancel(booking, now) === null,
  canDecide: whyNotDecide(booking, now) === null,
});
