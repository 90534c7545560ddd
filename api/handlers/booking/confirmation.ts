import type { BookableEvent } from '../../../domain/bookable/bookable-event.ts';
import type { AttemptOutcome } from '../../../domain/booking/attempt.ts';
import { isScheduled } from '../../../domain/booking/booking-states.ts';
import { joinUrlOf } from '../../../domain/booking/meeting-place.ts';
import { MINUTE_MS } from '../../../domain/time/civil.ts';
import { isoInstant, slotRenderer } from '../../../domain/time/local.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { EventAddress } from '../../../store/bookable/bookable-events.ts';
import { type OpenedAttempt, openAttempt } from '../../../store/booking/attempts.ts';
import { type Booking, readBooking } from '../../../store/booking/bookings.ts';
import type { BookingRequest, Challenge } from '../../../store/booking/challenges.ts';
import { acceptCode, type Passed } from '../../../store/booking/code-guesses.ts';
import type { Context } from '../../core/handler.ts';
import { outcomeError, resultOrThrow, tooManyAttempts } from '../../core/refusals.ts';
import { outcomeOf } from './attempt-outcome.ts';
import { clientOf, withAlternatives } from './booking-intake.ts';

/** Booking, summary (spec): what booking operations answer. */
export const toSummary = (booking: Omit<BookedMeeting, 'guestTimezone'>) => ({
  id: booking.id,
  startAt: isoInstant(booking.startMs),
  endAt: isoInstant(booking.endMs),
  status: booking.status,
  ...(booking.joinUrl && isScheduled(booking.status) ? { joinUrl: booking.joinUrl } : {}),
});

type BookedMeeting = Pick<Booking, 'id' | 'startMs' | 'endMs' | 'status' | 'joinUrl' | 'guestTimezone'>;

const inWords = (booking: BookedMeeting): string =>
  slotRenderer(booking.guestTimezone)(booking.startMs, booking.endMs).display;

/** For the end of a message, if the further guests' mails wait. */
export const GUESTS_WAIT =
  ' The further guests get no mail yet: a daily limit of such mails is reached. Ask the guest to open the manage link in their mail and press the button there.';

const bookedMessage = (booking: BookedMeeting): string => {
  const when = inWords(booking);
  switch (booking.status) {
    case 'pending_confirmation':
      return `Requested: ${when}. The host still has to approve; the guest gets a mail either way.`;
    case 'canceled':
      return `This booking (${when}) has been canceled. Request a new code to book again.`;
    case 'completed':
    case 'no_show':
      return `This booking was for ${when}; the meeting is over.`;
    default:
      return `Booked: ${when}. The guest gets the invite and the link to reschedule or cancel by mail.`;
  }
};

/** A stored attempt. It has no effect until it is carried out. */
export interface Prepared {
  readonly challenge: Challenge;
  readonly request: BookingRequest;
  readonly attempt: OpenedAttempt<'confirm'>;
}

/** Stores the attempt of a challenge. @throws AppError rate.limited */
export const prepareAttempt = async (
  { sql }: Context,
  challenge: Challenge,
  request: BookingRequest,
): Promise<Prepared> => {
  const attempt = resultOrThrow(await openAttempt(sql, challenge.id, 'confirm', request), tooManyAttempts);
  return { challenge, request, attempt };
};

/** Stores the attempt of a right code, if the code may pass. @throws AppError rate.limited */
export async function createVerifiedAttempt(
  { sql, secrets, caller }: Context,
  challenge: Challenge,
  request: BookingRequest,
): Promise<{ readonly allowed: true; readonly prepared: Prepared } | Extract<Passed, { allowed: false }>> {
  const client = clientOf({ secrets, caller }, challenge.receivingEmail);
  const passed = await acceptCode(sql, challenge, { ...client, request });
  if (!passed.allowed) return passed;
  const attempt = resultOrThrow(passed.attempt, tooManyAttempts);
  return { allowed: true, prepared: { challenge, request, attempt } };
}

/**
 * The booking that the flow has just made, without a read: from this request and the event, if the event is unchanged.
 * undefined: read the row.
 */
const justMade = (
  outcome: Extract<AttemptOutcome, { result: 'done' }>,
  event: BookableEvent | undefined,
  { startMs, invitee }: BookingRequest,
): BookedMeeting | undefined =>
  event && outcome.eventVersion === event.eventType.version
    ? {
        id: outcome.bookingId,
        startMs,
        endMs: startMs + event.rules.durationMinutes * MINUTE_MS,
        status: event.eventType.requiresApproval ? 'pending_confirmation' : 'confirmed',
        joinUrl: joinUrlOf(event.eventType),
        guestTimezone: invitee.timezone,
      }
    : undefined;

/**
 * Without a code anyone can name anyone. A caller who finds an earlier booking learns that it exists, but does not get
 * its join link. A booking of the caller's own challenge has the challenge's id.
 */
const mayJoin = ({ id, verificationRequired }: Challenge, bookingId: string): boolean =>
  verificationRequired || bookingId === id;

/**
 * Lets the flow run a verified attempt, and returns the booking.
 * @param event the one that the request was checked against, if it was
 * @throws AppError what the claim refused, with alternatives where another slot helps
 */
export async function carryOutConfirmation(
  context: Context,
  address: EventAddress,
  { challenge, request, attempt }: Prepared,
  event?: BookableEvent,
) {
  const outcome = await outcomeOf(context, challenge, attempt);

  return withAlternatives(
    context,
    address,
    { startMs: request.startMs, timezone: request.invitee.timezone },
    async () => {
      if (outcome.result === 'refused') throw outcomeError(outcome);
      const booking = justMade(outcome, event, request) ?? (await readBooking(context.sql, outcome.bookingId));
      if (!booking) throw new AppError('internal.unexpected', 'The booking that was just made cannot be read.');
      const visible = mayJoin(challenge, booking.id) ? booking : { ...booking, joinUrl: null };
      const waits = outcome.guestsWait ? GUESTS_WAIT : '';
      return { booking: toSummary(visible), message: `${bookedMessage(visible)}${waits}` };
    },
  );
}
