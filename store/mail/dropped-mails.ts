import type { Queryable, Transaction } from '../database.ts';

/** An end, or an approval, tells everybody at once how the meeting stands: nothing of a move comes after it. */
export const dropWaitingMails = (tx: Transaction, bookingId: string, { isEnd }: { readonly isEnd: boolean }) =>
  isEnd
    ? // The mail of the end names the time that its reader knows; `forgetWaitingMails` follows it.
      tx`update waiting_mails set try_at = 'infinity' where booking_id = ${bookingId}`
    : tx`delete from waiting_mails where booking_id = ${bookingId}`;

/** After the mails of an end have left. */
export async function forgetWaitingMails(sql: Queryable, bookingId: string): Promise<void> {
  await sql`delete from waiting_mails where booking_id = ${bookingId} and try_at = 'infinity'`;
}
