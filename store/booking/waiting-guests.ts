import type { Sql } from 'postgres';
import { isActive } from '../../domain/booking/booking-states.ts';
import { inTransaction, type Transaction } from '../database.ts';
import { clockMs } from '../locks.ts';
import type { UsedUpCap } from '../mail/network-caps.ts';
import { countMails, guestsWaitIn, overMailCaps, readRoom } from '../mail/unsolicited-mail.ts';
import type { ChangeKind } from './booking-changes.ts';
import { lockBooking, readGuests } from './bookings.ts';

/**
 * Changes that an older build stored read from their booking whether the further guests wait. Before that changes, they get an answer of
 * their own: their mails leave, or wait, as before.
 */
export const keepEarlierMails = (tx: Transaction, bookingId: string) => tx`
  update booking_changes c set guests_wait = b.guests_wait from bookings b
  where b.id = c.booking_id and c.booking_id = ${bookingId} and c.guests_wait is null`;

/**
 * Releases the mails to the further guests, after the guest has proved this inbox. One change is mailed again, to them only: the last move
 * if they know of the meeting, else the one that confirmed it. A request is mailed to them once it is approved. Repeating changes nothing.
 * @param clientNetwork the guest's, in which the mails count
 */
export const mailWaitingGuests = (
  sql: Sql,
  bookingId: string,
  clientNetwork: string,
): Promise<'invited' | 'booking_over' | TooManyMails> =>
  inTransaction(sql, async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    const [row] = await tx<{ waits: boolean; areInvited: boolean }[]>`
      select b.guests_wait as waits, not ${guestsWaitIn(tx, true)} as "areInvited" from bookings b where id = ${bookingId}`;
    if (!booking || !row?.waits) return 'invited';
    const now = await clockMs(tx);
    if (!isActive(booking.status) || booking.startMs <= now) return 'booking_over';
    const furtherGuests = await readGuests(tx, bookingId);
    const { workspaceId } = booking;
    const mails = { workspaceId, byHost: false, guest: null, furtherGuests, clientNetwork };
    if ((await overMailCaps(tx, mails, now)).furtherGuests)
      return { refused: 'too_many_mails', ...(await readRoom(tx, mails, now)) };
    await keepEarlierMails(tx, bookingId);
    await tx`
      update bookings set guests_wait = false, guest_proved = true, updated_at = clock_timestamp() where id = ${bookingId}`;
    // Counted at the click, though the mails of a request leave at its approval: else any number of requests would pass one free count.
    await countMails(tx, mails);
    if (booking.status === 'pending_confirmation') return 'invited';
    await mailAgain(tx, bookingId, row.areInvited ? ['approved', 'rescheduled'] : ['confirmed', 'approved']);
    return 'invited';
  });

export interface TooManyMails extends UsedUpCap {
  readonly refused: 'too_many_mails';
}

/** The last change of these kinds is due again. If it was not mailed yet, it reaches the further guests with the others, and so do later ones. */
async function mailAgain(tx: Transaction, bookingId: string, kinds: readonly ChangeKind[]): Promise<void> {
  await tx`
    update booking_changes c set announced_at = case when last.announced_at is null then c.announced_at end, to_waiting_guests = last.announced_at is not null,
      guests_wait = last.announced_at is not null
    from (select revision, announced_at from booking_changes
      where booking_id = ${bookingId} and kind = any(${[...kinds]}::text[]) order by revision desc limit 1 for update) last
    where c.booking_id = ${bookingId}
      and (c.revision = last.revision or (last.announced_at is null and c.revision > last.revision))`;
}
