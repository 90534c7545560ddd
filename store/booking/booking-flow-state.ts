import type { Sql } from 'postgres';
import type { BookingEnd, BookingFlowState } from '../../domain/booking/attempt.ts';
import { endsByItselfMs, isActive, overdue } from '../../domain/booking/booking-states.ts';
import { readCalendarWork } from '../calendars/events.ts';
import { inTransaction, type Transaction } from '../database.ts';
import { clockMs, lockEventAndHosts } from '../locks.ts';
import { dropMissedMails, type MissedMails } from '../mail/dropped-mails.ts';
import { remindersWait } from '../reminders/reminders.ts';
import { readDueRevisions, recordChange } from './booking-changes.ts';
import { readClearing } from './booking-floods.ts';
import { type Booking, lockBooking, readBooking } from './bookings.ts';
import { type Challenge, lockChallenge } from './challenges.ts';
import { endWithoutMeeting } from './change-booking.ts';
import { releaseHold } from './holds.ts';
import { readMailsWait } from './waiting-mails.ts';

/**
 * Applies what is due (the code expired, nobody decided, the meeting ended, its test key is revoked, its flood is cleared) and returns where the booking
 * stands. The row decides: after a crash, the flow continues from here.
 * @param onMissedMails called if the meeting has ended, and mails of its moves still waited: the service was down when it began
 */
export async function readStanding(
  sql: Sql,
  bookingId: string,
  onMissedMails: (missed: MissedMails) => void = () => {},
): Promise<BookingFlowState> {
  let missed: MissedMails | null = null;
  const noteMissed = (mails: MissedMails | null): void => {
    missed = mails;
  };
  const state = await inTransaction(sql, async (tx) => {
    const booking = await readBooking(tx, bookingId);
    if (booking) return meeting(tx, booking, noteMissed);
    const challenge = await lockChallenge(tx, bookingId);
    // A confirm may have committed while this waited for the lock.
    const booked = await readBooking(tx, bookingId);
    if (booked) return meeting(tx, booked, noteMissed);
    return challenge ? code(tx, challenge) : over(await endOfOpening(tx, bookingId));
  });
  if (missed) onMissedMails(missed);
  return state;
}

/** Gets the mails of moves that did not leave before the meeting; null: none. */
type NoteMissed = (missed: MissedMails | null) => void;

const over = (end: BookingEnd): BookingFlowState => ({ stage: 'over', end, dueRevisions: [] });

/** The end of a host's request that made no booking. */
async function endOfOpening(tx: Transaction, bookingId: string): Promise<BookingEnd> {
  const [opening] = await tx<{ refused: boolean }[]>`
    select refused from attempts where booking_id = ${bookingId} and kind = 'open' and outcome is not null
    order by created_at desc limit 1`;
  // A worker that died during a look at calendars left it.
  await releaseHold(tx, bookingId);
  if (!opening) return 'unknown booking';
  return opening.refused ? 'refused' : 'answered by an earlier booking';
}

const CODE_ENDS: Readonly<Record<string, BookingEnd>> = { burned: 'code burned', undeliverable: 'code undeliverable' };

async function code(tx: Transaction, challenge: Challenge): Promise<BookingFlowState> {
  if (challenge.status === 'consumed') return over('answered by an earlier booking');
  const now = await clockMs(tx);
  if (challenge.status === 'open' && now < challenge.expiresMs) {
    return { stage: 'code', waitMs: challenge.expiresMs - now };
  }
  await tx`update challenges set status = 'expired' where id = ${challenge.id} and status = 'open'`;
  await releaseHold(tx, challenge.id);
  return over(CODE_ENDS[challenge.status] ?? 'code expired');
}

async function meeting(tx: Transaction, known: Booking, noteMissed: NoteMissed): Promise<BookingFlowState> {
  const now = await clockMs(tx);
  const booking = due(known, now) ? await advance(tx, known, noteMissed) : known;
  const [dueRevisions, work, mails] = await Promise.all([
    readDueRevisions(tx, booking.id),
    readCalendarWork(tx, booking.id),
    readMailsWait(tx, booking.id),
  ]);
  const calendar = work ? { calendar: work } : {};
  const reminders = remindersWait(booking.remindAtMs, now);
  const { status, hostId, eventTypeId, startMs } = booking;
  if (!isActive(status)) return { stage: 'over', end: status, dueRevisions, ...calendar, ...reminders };
  return {
    stage: 'meeting',
    status,
    hostId,
    eventTypeId,
    startMs,
    dueRevisions,
    waitMs: endsByItselfMs(booking) - now,
    ...calendar,
    ...reminders,
    ...(mails && { waitingMails: { waitMs: Math.max(0, mails.tryAtMs - now) } }),
  };
}

/** Returns the end that is due: by the clock, or earlier because the test key was revoked or the host cleared the flood of the booking. */
function due(booking: Booking, now: number): 'undecided' | 'ended' | 'key_ended' | 'cleared' | null {
  if (booking.isKeyEnded && isActive(booking.status) && booking.startMs > now) return 'key_ended';
  if (booking.isCleared && isActive(booking.status) && booking.startMs > now) return 'cleared';
  return overdue(booking, now);
}

/** Changes that are due, checked again under the locks. */
async function advance(tx: Transaction, known: Booking, noteMissed: NoteMissed): Promise<Booking> {
  await lockEventAndHosts(tx, known);
  const booking = await lockBooking(tx, known.id);
  const what = booking && due(booking, await clockMs(tx));
  if (!what) return booking ?? known;
  if (what === 'undecided') {
    await endWithoutMeeting(tx, booking, { kind: 'expired', actor: 'system', reason: null, source: 'flow' });
  } else if (what === 'key_ended') {
    const reason = 'The test key that made this booking was revoked.';
    await endWithoutMeeting(tx, booking, { kind: 'canceled', actor: 'system', reason, source: 'flow' });
  } else if (what === 'cleared') {
    const clearing = await readClearing(tx, booking.id);
    await endWithoutMeeting(tx, booking, {
      kind: 'canceled',
      actor: 'host',
      reason: null,
      source: clearing?.source ?? 'flow',
      by: clearing?.by,
      quiet: true,
    });
  } else {
    const revision = booking.revision + 1;
    await tx`
      update bookings set status = 'completed', revision = ${revision}, updated_at = clock_timestamp() where id = ${booking.id}`;
    const completed = {
      kind: 'completed',
      actor: 'system',
      previousStartMs: null,
      reason: null,
      source: 'flow',
    } as const;
    noteMissed(await dropMissedMails(tx, booking));
    await recordChange(tx, booking, { ...completed, revision, startMs: booking.startMs, endMs: booking.endMs });
  }
  return (await readBooking(tx, booking.id)) ?? booking;
}
