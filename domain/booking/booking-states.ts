import type { BookingStatus } from '../../schemas/shapes/public-calendar.ts';
import { HOUR_MS } from '../time/civil.ts';
import type { RefusalReason } from './attempt.ts';

/** An action of a host on a booking. */
export type HostAct = 'approve' | 'decline' | 'move' | 'cancel' | 'noShow' | 'undoNoShow';

/** Returns the actions that would not be refused now, in the order of buttons. A pending request is declined, not canceled. */
export function hostActs(booking: BookingState, now: number): readonly HostAct[] {
  const { canDecide, canReschedule, canCancel } = optionsOf(booking, now);
  const isRequest = booking.status === 'pending_confirmation';
  const canMarkNoShow = !isRequest && booking.status !== 'no_show' && whyNotNoShow(booking, now) === null;
  const acts: readonly (readonly [HostAct, boolean])[] = [
    ['approve', canDecide],
    ['decline', canDecide],
    ['move', canReschedule],
    ['cancel', canCancel && !isRequest],
    ['noShow', canMarkNoShow],
    ['undoNoShow', booking.status === 'no_show'],
  ];
  return acts.filter(([, isOpen]) => isOpen).map(([act]) => act);
}

/**
 * A booking, as far as its status and the clock decide what is allowed. These rules are here alone: the store applies them under its
 * locks, and views and pages use them to hide buttons that would be refused.
 */
export interface BookingState {
  readonly status: BookingStatus;
  readonly startMs: number;
  readonly endMs: number;
  /** The time at which a request without the host's decision expires; null once it is decided. */
  readonly decideByMs: number | null;
}

const DECIDE_WITHIN_MS = 48 * HOUR_MS;

/** The statuses of meetings that take place. Before approval and after a cancel, nobody can join. */
export const scheduledStatuses = ['confirmed', 'rescheduled'] as const satisfies readonly BookingStatus[];

/** The statuses of bookings that block their time. */
export const activeStatuses = [
  'pending_confirmation',
  ...scheduledStatuses,
] as const satisfies readonly BookingStatus[];

export type ActiveStatus = (typeof activeStatuses)[number];

export const isScheduled = (status: BookingStatus): boolean =>
  (scheduledStatuses as readonly string[]).includes(status);

export const isActive = (status: BookingStatus): status is ActiveStatus =>
  (activeStatuses as readonly string[]).includes(status);

/** Returns whether a booking was canceled or has ended. */
export const hasEnded = ({ status, endMs }: Pick<BookingState, 'status' | 'endMs'>, now: number): boolean =>
  !isActive(status) || endMs <= now;

/** Returns when a new request expires: after 48 h, at the latest at its start. */
export const decideBy = (startMs: number, now: number): number => Math.min(now + DECIDE_WITHIN_MS, startMs);

/**
 * Returns the status after a move. It keeps the host's decision, unless a new approval is needed: a guest moves an approved meeting of an
 * event that requires approval.
 */
export const statusOnceMoved = (
  status: BookingStatus,
  needsApproval: boolean,
): 'pending_confirmation' | 'rescheduled' =>
  status === 'pending_confirmation' || needsApproval ? 'pending_confirmation' : 'rescheduled';

/** Returns when an active booking ends without an action: its request expires, or the meeting ends. */
export const endsByItselfMs = ({ decideByMs, endMs }: BookingState): number => decideByMs ?? endMs;

/** Returns how a booking has ended by the clock although its status is still active; null if it has not. */
export function overdue(booking: BookingState, now: number): 'undecided' | 'ended' | null {
  if (!isActive(booking.status) || endsByItselfMs(booking) > now) return null;
  return booking.status === 'pending_confirmation' ? 'undecided' : 'ended';
}

/** Returns whether a meeting has begun. Then only its end and a no-show are possible. */
const hasBegun = ({ status, startMs }: BookingState, now: number): boolean =>
  startMs <= now || status === 'completed' || status === 'no_show';

/** Returns why a guest can't move a booking; null if they can. */
export function whyNotReschedule(booking: BookingState, now: number): RefusalReason | null {
  if (booking.status === 'canceled' || overdue(booking, now) === 'undecided') return 'booking_canceled';
  return hasBegun(booking, now) ? 'booking_over' : null;
}

/** Returns why a guest can't cancel a booking; null if they can. A canceled booking gives null, too: a repeated cancel changes nothing. */
export const whyNotCancel = (booking: BookingState, now: number): RefusalReason | null =>
  booking.status !== 'canceled' && hasBegun(booking, now) ? 'booking_over' : null;

/** Returns why the host can't approve or decline a booking; null if they can. */
export function whyNotDecide(booking: BookingState, now: number): RefusalReason | null {
  if (booking.status !== 'pending_confirmation' || overdue(booking, now) !== null) return 'already_decided';
  return hasBegun(booking, now) ? 'booking_over' : null;
}

/** Returns why a booking can't be marked as a no-show; null if it can. */
export function whyNotNoShow(booking: BookingState, now: number): RefusalReason | null {
  if (booking.status === 'canceled' || overdue(booking, now) === 'undecided') return 'booking_canceled';
  return hasBegun(booking, now) ? null : 'not_begun';
}

/** Returns the status of a meeting whose no-show is undone. @param wasMoved true if the meeting was moved after it was confirmed */
export function statusWithoutNoShow({ endMs }: BookingState, wasMoved: boolean, now: number): BookingStatus {
  if (endMs <= now) return 'completed';
  return wasMoved ? 'rescheduled' : 'confirmed';
}

/** Returns the actions that guest and host can still take on a booking. */
export const optionsOf = (booking: BookingState, now: number) => ({
  canReschedule: whyNotReschedule(booking, now) === null,
  canCancel: booking.status !== 'canceled' && whyNotCancel(booking, now) === null,
  canDecide: whyNotDecide(booking, now) === null,
});
