import { tokenHash } from '../../domain/secrets.ts';
import { AppError } from '../../schemas/errors.ts';
import { type AttemptRequests, openAttempt } from '../../store/attempts.ts';
import { type Booking, findBookingByToken } from '../../store/bookings.ts';
import { type Meeting, readMeeting } from '../../store/meetings.ts';
import type { Services } from '../handler.ts';
import { refusal } from './refusals.ts';

/** A request as the host sees it from the mail, and what may be done with it. */
export interface Decision {
  readonly meeting: Meeting;
  readonly status: Booking['status'];
  readonly cancelReason: string | null;
  readonly canDecide: boolean;
}

async function requireDecidable({ sql }: Pick<Services, 'sql'>, token: string): Promise<Booking> {
  const booking = await findBookingByToken(sql, tokenHash(token), 'decide');
  if (booking) return booking;
  throw new AppError(
    'resource.not_found',
    'No request behind this link. Take it from the newest mail about the request.',
    {
      reason: 'unknown_token',
    },
  );
}

/** What the host's link leads to. @throws AppError resource.not_found */
export async function viewDecision(services: Pick<Services, 'sql'>, token: string, now: number): Promise<Decision> {
  const booking = await requireDecidable(services, token);
  const meeting = await readMeeting(services.sql, booking.id);
  if (!meeting) throw new AppError('resource.not_found', 'This request is gone.', { reason: 'unknown_token' });
  const { status, cancelReason } = booking;
  const canDecide = status === 'pending_confirmation' && (booking.decideByMs ?? 0) > now;
  return { meeting, status, cancelReason, canDecide };
}

/**
 * The host's word on a request.
 * @throws AppError resource.not_found, resource.conflict (already_decided, booking_over, request_moved), service.unavailable
 */
export async function decide(
  services: Pick<Services, 'sql' | 'flows'>,
  token: string,
  word: AttemptRequests['decide'],
): Promise<void> {
  const booking = await requireDecidable(services, token);
  const attempt = await openAttempt(services.sql, booking.id, 'decide', word);
  const subject = { bookingId: booking.id, workspaceId: booking.workspaceId };
  const outcome = attempt.outcome ?? (await services.flows.carryOut(subject, attempt));
  if (outcome.result === 'refused') throw refusal(outcome.reason);
}
