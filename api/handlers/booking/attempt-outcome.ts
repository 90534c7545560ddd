import type { AttemptKind, AttemptOutcome } from '../../../domain/booking/attempt.ts';
import { type AttemptRequests, type OpenedAttempt, openAttempt } from '../../../store/booking/attempts.ts';
import type { Booking } from '../../../store/booking/bookings.ts';
import type { Context } from '../../core/handler.ts';
import { resultOrThrow, tooManyAttempts } from '../../core/refusals.ts';

/**
 * The outcome of an attempt: at once if the same attempt ran before, else after its booking's flow has run it.
 * @throws AppError service.unavailable
 */
export const outcomeOf = async (
  { bookingFlows }: Pick<Context, 'bookingFlows'>,
  { workspaceId, eventTypeId }: Pick<Booking, 'workspaceId' | 'eventTypeId'>,
  attempt: OpenedAttempt,
): Promise<AttemptOutcome> =>
  attempt.outcome ?? bookingFlows.carryOut({ bookingId: attempt.bookingId, workspaceId, eventTypeId }, attempt);

/**
 * Stores an attempt to change a booking, and returns its outcome.
 * @throws AppError rate.limited, service.unavailable
 */
export const attemptOnBooking = async <Kind extends AttemptKind>(
  context: Pick<Context, 'sql' | 'bookingFlows'>,
  booking: Pick<Booking, 'id' | 'workspaceId' | 'eventTypeId'>,
  kind: Kind,
  request: AttemptRequests[Kind],
): Promise<AttemptOutcome> => {
  const attempt = resultOrThrow(await openAttempt(context.sql, booking.id, kind, request), tooManyAttempts);
  return outcomeOf(context, booking, attempt);
};
