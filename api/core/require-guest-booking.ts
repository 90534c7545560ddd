import { tokenHash } from '../../domain/secrets.ts';
import { AppError } from '../../schemas/errors.ts';
import type { EventAddress } from '../../store/bookable/bookable-events.ts';
import { type BookedAddress, readBookedAddress, wasBookedAt } from '../../store/booking/booked-address.ts';
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
 * The booking of a manage token, whatever became of its host and event; with an address, not if another event is there.
 * @throws AppError resource.not_found
 */
export async function requireGuestBooking(
  { sql, nameFlow }: Pick<Context, 'sql' | 'nameFlow'>,
  token: string,
  given?: EventAddress,
): Promise<{ booking: Booking; address: BookedAddress }> {
  const booking = await findBookingByToken(sql, tokenHash(token), 'manage');
  if (!booking) throw unknownToken();
  nameFlow(flowId('booking', booking.id));
  const address = await readBookedAddress(sql, booking);
  const isItsOwn = !given || isSame(address, given) || (await wasBookedAt(sql, booking, given));
  if (!isItsOwn) throw unknownToken();
  return { booking, address };
}

const isSame = (one: EventAddress, other: EventAddress): boolean =>
  one.workspace === other.workspace && one.username === other.username && one.eventSlug === other.eventSlug;
