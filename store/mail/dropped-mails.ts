import { logActivity } from '../activity.ts';
import type { Queryable, Transaction } from '../database.ts';

/** An end, or an approval, mails everybody the state of the meeting at once: mails of earlier moves do not follow it. */
export const dropWaitingMails = (tx: Transaction, bookingId: string, { isEnd }: { readonly isEnd: boolean }) =>
  isEnd
    ? // The mail of the end names the time that its reader knows; `forgetWaitingMails` follows it.
      tx`update waiting_mails set try_at = 'infinity' where booking_id = ${bookingId}`
    : tx`delete from waiting_mails where booking_id = ${bookingId}`;

/** After the mails of an end have left. */
export async function forgetWaitingMails(sql: Queryable, bookingId: string): Promise<void> {
  await sql`delete from waiting_mails where booking_id = ${bookingId} and try_at = 'infinity'`;
}

/** Mails about the last move of a meeting that did not leave before it began. */
export interface MissedMails {
  readonly toGuest: boolean;
  readonly toFurtherGuests: number;
}

/**
 * Drops the mails that still wait once a meeting has begun, and shows them in the meeting's history and the activity log. Recipients who know
 * the right time, because the meeting moved back, have missed nothing.
 * @returns null: nobody has missed a mail
 */
export async function dropMissedMails(
  tx: Transaction,
  booking: {
    readonly id: string;
    readonly workspaceId: string;
    readonly guestEmail: string;
    readonly startMs: number;
    readonly endMs: number;
  },
): Promise<MissedMails | null> {
  const { id, workspaceId, guestEmail, startMs, endMs } = booking;
  const dropped = await tx<{ isGuest: boolean; isMissed: boolean }[]>`
    delete from waiting_mails where booking_id = ${id} and try_at < 'infinity'
    returning email = ${guestEmail}::citext as "isGuest",
      (known_start_at, known_end_at) <> (${new Date(startMs)}::timestamptz, ${new Date(endMs)}::timestamptz) as "isMissed"`;
  const missed = dropped.filter(({ isMissed }) => isMissed);
  if (missed.length === 0) return null;
  const toGuest = missed.some(({ isGuest }) => isGuest);
  const facts = { toGuest, toFurtherGuests: missed.length - (toGuest ? 1 : 0) };
  const subject = { type: 'booking', id } as const;
  const action = 'booking.mails_missed';
  await logActivity(tx, { actor: null, workspaceId, source: 'system', action, subject, data: facts });
  return facts;
}
