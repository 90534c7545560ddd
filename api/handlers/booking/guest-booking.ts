import type { PostponedMails } from '../../../domain/booking/attempt.ts';
import { isScheduled } from '../../../domain/booking/booking-states.ts';
import { slotRenderer } from '../../../domain/time/local.ts';
import type { BookedAddress } from '../../../store/booking/booked-address.ts';
import { type Booking, readBooking } from '../../../store/booking/bookings.ts';
import type { Context } from '../../core/handler.ts';
import { outcomeError, postponedMailNotice } from '../../core/refusals.ts';
import { attemptOnBooking } from './attempt-outcome.ts';
import { withAlternatives } from './booking-intake.ts';
import { GUESTS_WAIT, toSummary } from './confirmation.ts';

const NOT_ME = 'not_me';

/** Cancels for the guest. Repeating returns the same and changes nothing. */
export async function cancelForGuest(context: Context, booking: Booking, reason: string | null) {
  const answer = {
    booking: { id: booking.id, status: 'canceled' as const },
    message: 'The meeting is canceled; its time is free again.',
  };
  if (booking.status === 'canceled') return answer;
  const actor = reason === NOT_ME ? NOT_ME : 'guest';
  const request = { reason: actor === NOT_ME ? null : reason, actor, source: context.caller.source } as const;
  const outcome = await attemptOnBooking(context, booking, 'cancel', request);
  if (outcome.result === 'refused') throw outcomeError(outcome);
  return answer;
}

interface Move {
  readonly startAt: string;
  /** The guest's zone from this move on; undefined: as before. */
  readonly timezone?: string | undefined;
}

/** Moves for the guest, whose zone follows. The same start returns the same and changes nothing. */
export async function rescheduleForGuest(context: Context, address: BookedAddress, booking: Booking, move: Move) {
  const { sql, caller } = context;
  const startMs = Date.parse(move.startAt);
  const timezone = move.timezone ?? booking.guestTimezone;
  return withAlternatives(context, address, { startMs, timezone, moves: { booking, address } }, async () => {
    const zone = move.timezone === undefined ? {} : { timezone: move.timezone };
    const request = { startMs, ...zone, atRevision: booking.revision, source: caller.source };
    const outcome = await attemptOnBooking(context, booking, 'reschedule', request);
    if (outcome.result === 'refused') throw outcomeError(outcome);
    const moved = (await readBooking(sql, booking.id)) ?? booking;
    return { booking: toSummary(moved), message: movedMessage(moved, booking, outcome) };
  });
}

/** @param mails of the move: whose wait */
function movedMessage(
  moved: Booking,
  before: Booking,
  { guestsWait = false, postponed }: { readonly guestsWait?: boolean; readonly postponed?: PostponedMails },
): string {
  const when = slotRenderer(moved.guestTimezone)(moved.startMs, moved.endMs).display;
  const waits = `${guestsWait ? GUESTS_WAIT : ''}${postponedMailNotice(postponed)}`;
  if (moved.startMs === before.startMs) return `The meeting is at ${when} already; nothing was changed.`;
  if (moved.status === 'pending_confirmation' && isScheduled(before.status))
    return `The host must approve the new time, ${when}. The old time is free again. If the host declines, the meeting is canceled. The guest gets a mail.${waits}`;
  if (moved.status === 'pending_confirmation')
    return `The request is now for ${when}. The host still has to approve.${waits}`;
  return waits
    ? `The meeting is now ${when}. Guest and host get a mail.${waits}`
    : `The meeting is now ${when}. Everyone invited gets a mail.`;
}
