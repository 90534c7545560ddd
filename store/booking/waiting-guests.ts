import type { Sql } from 'postgres';
import { isLive } from '../../domain/booking/booking-states.ts';
import { inTransaction } from '../database.ts';
import { clockMs } from '../locks.ts';
import { countMails, overMailCaps } from '../mail/unsolicited-mail.ts';
import { lockBooking, readGuests } from './bookings.ts';

/**
 * The guest has proved the address: mails to the further guests wait no more. The change that confirmed the meeting is mailed once more,
 * to them only; a request is mailed to them once it is approved. Repeating changes nothing.
 */
export const inviteWaitingGuests = (
  sql: Sql,
  bookingId: string,
): Promise<'invited' | 'booking_over' | 'too_many_mails'> =>
  inTransaction(sql, async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    const [row] = await tx<{ waits: boolean }[]>`select guests_wait as waits from bookings where id = ${bookingId}`;
    if (!booking || !row?.waits) return 'invited';
    const now = await clockMs(tx);
    if (!isLive(booking.status) || booking.startMs <= now) return 'booking_over';
    const furtherGuests = await readGuests(tx, bookingId);
    const { workspaceId } = booking;
    const mails = { workspaceId, byHost: false, guest: null, furtherGuests, clientNetwork: null };
    if ((await overMailCaps(tx, mails, now)).furtherGuests) return 'too_many_mails';
    await tx`
      update bookings set guests_wait = false, guest_proved = true, updated_at = clock_timestamp() where id = ${bookingId}`;
    if (booking.status === 'pending_confirmation') return 'invited';
    await countMails(tx, mails);
    // A change that is not mailed yet reaches them with the others.
    await tx`
      update booking_changes set announced_at = null, to_waiting_guests = true
      where booking_id = ${bookingId} and announced_at is not null and revision = (select max(revision) from booking_changes
        where booking_id = ${bookingId} and kind in ('confirmed', 'approved'))`;
    return 'invited';
  });
