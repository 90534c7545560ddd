import type { AttemptKind, AttemptOutcome } from '../../../domain/booking/attempt.ts';
import { type AttemptRequests, type OpenedAttempt, openAttempt } from '../../../store/booking/attempts.ts';
import type { Booking } from '../../../store/booking/bookings.ts';
import type { Context } from '../../core/handler.ts';
import { unlessRefused } from '../../core/unless-refused.ts';
import { tooManyAttempts } from './refusals.ts';

/**
 * The outcome of an attempt: at once if the same attempt ran before, else after its booking's flow has run it.
 * @throws AppError service.unavailable
 */
export const outcomeOf = async (
  { bookingFlows }: Pick<Context, 'bookingFlows'>,
  workspaceId: string,
  attempt: OpenedAttempt,
): Promise<AttemptOutcome> =>
  attempt.outcome ?? bookingFlows.carryOut({ bookingId: attempt.bookingId, workspaceId }, attempt);

/**
 * Stores an attempt to change a booking, and returns its outcome.
 * @throws AppError rate.limited, service.unavailable
 */
export const attemptOnBooking = async <Kind extends AttemptKind>(
  context: Pick<Context, 'sql' | 'bookingFlows'>,
  { id, workspaceId }: Pick<Booking, 'id' | 'workspaceId'>,
  kind: Kind,
  request: AttemptRequests[Kind],
): Promise<AttemptOutcome> => {
  const attempt = unlessRefused(await openAttempt(context.sql, id, kind, request), tooManyAttempts);
  return outcomeOf(context, workspaceId, attempt);
};
