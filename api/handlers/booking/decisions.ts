import { tokenHash } from '../../../domain/secrets.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { AttemptRequests } from '../../../store/booking/attempts.ts';
import { lastRequestRevision } from '../../../store/booking/booking-changes.ts';
import { type Booking, findBookingByToken } from '../../../store/booking/bookings.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import type { Context } from '../../core/handler.ts';
import { outcomeError } from '../../core/refusals.ts';
import { attemptOnBooking } from './attempt-outcome.ts';

/** The booking of a decide token. @throws AppError resource.not_found */
export async function requireDecidable({ sql, nameFlow }: Context, token: string): Promise<Booking> {
  const booking = await findBookingByToken(sql, tokenHash(token), 'decide');
  if (!booking) {
    throw new AppError(
      'resource.not_found',
      'No request for this link. Take it from the newest mail about the request.',
      { reason: 'unknown_token' },
    );
  }
  nameFlow(flowId('booking', booking.id));
  return booking;
}

/**
 * Carries out the host's decision on a request. Repeating it changes nothing.
 * @throws AppError resource.not_found, resource.conflict (already_decided, booking_over, request_moved), service.unavailable
 */
export async function decide(
  context: Context,
  token: string,
  word: Omit<AttemptRequests['decide'], 'atRevision'>,
): Promise<Booking> {
  const booking = await requireDecidable(context, token);
  const atRevision = await lastRequestRevision(context.sql, booking.id);
  const outcome = await attemptOnBooking(context, booking, 'decide', { ...word, atRevision });
  if (outcome.result === 'refused') throw outcomeError(outcome);
  return booking;
}
