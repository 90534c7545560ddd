import { isScheduled } from '../../domain/booking/booking-states.ts';
import type { Queryable, Transaction } from '../database.ts';
import { recordChange } from './booking-changes.ts';
import { lockBooking } from './bookings.ts';

/**
 * The link that the calendar of the organizing host made. If mails have left without it, or with one that is void now, a change is
 * recorded: its mail brings the link.
 */
export async function saveLink(
  tx: Transaction,
  { bookingId }: { readonly bookingId: string },
  joinUrl: string,
): Promise<void> {
  const booking = await lockBooking(tx, bookingId);
  if (!booking || booking.joinUrl === joinUrl || !isScheduled(booking.status)) return;
  const isLate = (await hasMailedWithoutLink(tx, bookingId)) || booking.joinUrl !== null;
  const revision = booking.revision + (isLate ? 1 : 0);
  await tx`
    update bookings set join_url = ${joinUrl}, revision = ${revision}, updated_at = clock_timestamp() where id = ${bookingId}`;
  if (!isLate) return;
  const { startMs, endMs } = booking;
  const change = { kind: 'link_ready', actor: 'system', reason: null, source: 'flow', previousStartMs: null } as const;
  await recordChange(tx, { ...booking, unsolicited: null }, { ...change, revision, startMs, endMs });
}

/** The mail that brings the link makes good for all of them. */
async function hasMailedWithoutLink(tx: Transaction, bookingId: string): Promise<boolean> {
  const rows = await tx`
    update booking_changes set without_link = false where booking_id = ${bookingId} and without_link returning 1`;
  return rows.length > 0;
}

/** The link of a host who does not organize the booking any more is void. In the transaction that changes the host. */
export const dropLinkOf = (tx: Transaction, bookingId: string, userId: string) => tx`
  update bookings b set join_url = null from calendar_events e
  where b.id = ${bookingId} and e.booking_id = b.id and e.user_id = ${userId} and b.host_id <> ${userId} and e.join_url = b.join_url`;

/**
 * Mails of a change begin to leave. Notes it if the link to join is not there yet: it comes by a mail of its own.
 * @returns whether the link is still missing; false: read the meeting again
 */
export async function noteMailsWithoutLink(sql: Queryable, bookingId: string, revision: number): Promise<boolean> {
  const rows = await sql`
    update booking_changes c set without_link = true
    from (select id from bookings where id = ${bookingId} and join_url is null for share) b
    where c.booking_id = b.id and c.revision = ${revision}
    returning 1`;
  return rows.length > 0;
}
