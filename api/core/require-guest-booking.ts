import { tokenHash } from '../../domain/secrets.ts';
import { AppError } from '../../schemas/errors.ts';
import { type EventAddress, readAddress } from '../../store/bookable/bookable-events.ts';
import { type Booking, findBookingByToken } from '../../store/booking/bookings.ts';
import { flowId } from '../../workflows/catalogue.ts';
import type { Context } from './handler.ts';

const unknownToken = (): AppError =>
  new AppError(
    'resource.not_found',
    'No booking for this token. Take the token from the link in the confirmation mail; it works until 24 hours after the meeting.',
    { reason: 'unknown_token' },
  );

/**
 * The booking of a manage token; with an address, only if it is a booking of that event.
 * @throws AppError resource.not_found
 */
export async function requireGuestBooking(
  { sql, nameFlow }: Pick<Context, 'sql' | 'nameFlow'>,
  token: string,
  address?: EventAddress,
): Promise<{ booking: Booking; address: EventAddress }> {
  const booking = await findBookingByToken(sql, tokenHash(token), 'manage');
  if (!booking) throw unknownToken();
  nameFlow(flowId('booking', booking.id));
  const own = await readAddress(sql, booking.eventTypeId);
  const sameEvent =
    !address ||
    (own.workspace === address.workspace && own.username === address.username && own.eventSlug === address.eventSlug);
  if (!sameEvent) throw unknownToken();
  return { booking, address: own };
}
