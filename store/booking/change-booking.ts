import type { Sql } from 'postgres';
import type { ActedBy } from '../../domain/booking/actors.ts';
import type { AttemptKind, AttemptOutcome, RefusingCap } from '../../domain/booking/attempt.ts';
import {
  decideBy,
  isScheduled,
  statusOnceMoved,
  statusWithoutNoShow,
  whyNotCancel,
  whyNotDecide,
  whyNotNoShow,
  whyNotReschedule,
} from '../../domain/booking/booking-states.ts';
import { UNCHECKED } from '../../domain/booking/live-check.ts';
import { planOnceMissed, planReminders } from '../../domain/reminders/reminder-times.ts';
import { inTransaction, type Transaction } from '../database.ts';
import { clockMs, lockEventAndHosts } from '../locks.ts';
import { dropMissedMails, type MissedMails } from '../mail/dropped-mails.ts';
import { secondsUntilFree } from '../mail/network-caps.ts';
import { planColumns, readReminderRules } from '../reminders/reminders.ts';
import { type Attempt, done, readAttempt, refused, settleAttempt } from './attempts.ts';
import { recordChange } from './booking-changes.ts';
import { type Booking, lockBooking, readBooking } from './bookings.ts';
import { type CalendarCheckNeeded, needsCalendarCheck, requireCalendarCheck } from './check-holds.ts';
import { selectHostsForMove } from './host-selection.ts';
import { blockForBooking, moveTimeBlocks, periodFrom, releaseTimeBlocks } from './time-blocks.ts';
import { keepEarlierMails } from './waiting-guests.ts';
import { type MailsOfMove, mailsOfMove, postponeMails, readPostponedMails } from './waiting-mails.ts';

type ChangeKind = Exclude<AttemptKind, 'confirm' | 'open'>;

interface ChangeContext<Kind extends ChangeKind> {
  readonly tx: Transaction;
  readonly booking: Booking;
  readonly request: Attempt<Kind>['request'];
  readonly now: number;
}

/**
 * Moves a meeting: claim, row, change and outcome commit together. A guest's move may ask the host again. The same time changes nothing.
 * @param check what the attempt has seen in the hosts' calendars; hosts whose calendars count are looked at first
 */
export const rescheduleBooking = (
  sql: Sql,
  attemptId: string,
  check = UNCHECKED,
): Promise<AttemptOutcome | CalendarCheckNeeded> =>
  carryOut(sql, attemptId, 'reschedule', async (context) => {
    const { tx, booking, request, now } = context;
    const fixed = whyNotReschedule(booking, now);
    if (fixed) return refused(fixed);
    if (request.endMs !== undefined)
      return moveAsInCalendar(context, { startMs: request.startMs, endMs: request.endMs });
    if (booking.startMs === request.startMs) return done(booking.id);
    const movedOut = await usedUpMoves(tx, booking.id);
    if (movedOut) return refused('too_many_moves', movedOut);
    const hosts = await selectHostsForMove(tx, booking, { startMs: request.startMs, attemptId, check });
    if (!hosts.found) return refused(hosts.reason);
    const mails = await decideMails(context);
    const [first] = hosts.events;
    const times = periodFrom(request.startMs, first.rules);
    const calendarsFirst = await requireCalendarCheck(tx, hosts.events, {
      ...{ id: attemptId, period: times, now: hosts.now, check, keepsFormer: false, record: null },
      own: booking,
    });
    if (calendarsFirst) return calendarsFirst;
    await Promise.all([
      // Held during the check.
      releaseTimeBlocks(tx, attemptId).execute(),
      ...hosts.events.map((host) => blockForBooking(tx, host, { bookingId: booking.id, ...times })),
    ]);
    return moveTo(context, times, mails);
  });

/**
 * The host has moved the event in their calendar. They have chosen the time: working hours, notice, buffers and their own calendar do not
 * count. Another booking does, and so does a slot that is held for a guest.
 */
async function moveAsInCalendar(
  context: ChangeContext<'reschedule'>,
  times: { readonly startMs: number; readonly endMs: number },
): Promise<AttemptOutcome> {
  const { tx, booking, now } = context;
  if (booking.startMs === times.startMs && booking.endMs === times.endMs) return done(booking.id);
  if (times.startMs <= now) return refused('too_soon');
  const movedOut = await usedUpMoves(tx, booking.id);
  if (movedOut) return refused('too_many_moves', movedOut);
  const mails = await decideMails(context);
  if (!(await moveTimeBlocks(tx, booking.id, times))) return refused('slot_taken');
  return moveTo(context, times, mails);
}

/** A move is never refused for a cap of mails: over one, its mails wait. */
const decideMails = ({ tx, booking, request, now }: ChangeContext<'reschedule'>): Promise<MailsOfMove> =>
  mailsOfMove(tx, booking, { byHost: request.by !== undefined, by: request.by, now });

/** Writes row and change. The new time is claimed. */
async function moveTo(
  { tx, booking, request, now }: ChangeContext<'reschedule'>,
  times: { readonly startMs: number; readonly endMs: number },
  { unsolicited, guestsWait, waiting }: MailsOfMove,
): Promise<AttemptOutcome> {
  const byHost = request.by !== undefined;
  const guestTimezone = request.timezone ?? booking.guestTimezone;
  const [needsApproval, { reminders, zones }] = await Promise.all([
    needsNewApproval(tx, booking),
    readReminderRules(tx, { ...booking, guestTimezone }),
  ]);
  const asksAgain = !byHost && needsApproval;
  const status = statusOnceMoved(booking.status, asksAgain);
  const plan = planColumns(
    tx,
    isScheduled(status) ? planReminders(reminders, { bookingId: booking.id, ...times, ...zones }, now) : [],
    { ...booking, startMs: times.startMs },
  );
  const revision = booking.revision + 1;
  const decideByAt = await decideByOnceMoved(tx, booking, { ...request, asksAgain, now });
  if (guestsWait) await keepEarlierMails(tx, booking.id);
  await tx`
    update bookings set start_at = ${new Date(times.startMs)}, end_at = ${new Date(times.endMs)}, revision = ${revision},
      guest_timezone = ${guestTimezone}, guests_wait = guests_wait or ${guestsWait}::boolean,
      status = ${status}, updated_at = clock_timestamp(), decide_by = ${decideByAt},
      reminders = ${plan.reminders}, remind_at = ${plan.remindAt}
    where id = ${booking.id}`;
  await recordChange(
    tx,
    { ...booking, unsolicited },
    {
      ...times,
      revision,
      kind: asksAgain ? 'requested' : 'rescheduled',
      actor: byHost ? 'host' : 'guest',
      by: request.by,
      previousStartMs: booking.startMs,
      reason: request.reason ?? null,
      source: request.source,
    },
  );
  await postponeMails(tx, booking, { revision, waiting, guestsWait });
  const postponed = waiting.length > 0 ? await readPostponedMails(tx, { id: booking.id, ...times }) : null;
  return { ...done(booking.id), ...(guestsWait && { guestsWait }), ...(postponed && { postponed }) };
}

/** Until when the host may decide about the new time: moves of a request give no more days. null: no decision is needed. */
async function decideByOnceMoved(
  tx: Transaction,
  { id, decideByMs }: Booking,
  { startMs, asksAgain, now }: { readonly startMs: number; readonly asksAgain: boolean; readonly now: number },
): Promise<Date | null> {
  if (asksAgain) return new Date(decideBy(startMs, now));
  if (decideByMs === null) return null;
  const [asked] = await tx<{ ms: number | null }[]>`
    select (extract(epoch from max(created_at)) * 1000)::float8 as ms from booking_changes where booking_id = ${id} and kind = 'requested'`;
  return new Date(decideBy(startMs, asked?.ms ?? now));
}

/** It is a meeting of an event that needs approval, and a guest's move asks for it again. */
async function needsNewApproval(tx: Transaction, { status, eventTypeId }: Booking): Promise<boolean> {
  if (!isScheduled(status)) return false;
  const [event] = await tx<{ needed: boolean }[]>`
    select requires_approval and reapprove_on_reschedule as needed from event_types where id = ${eventTypeId}`;
  return event?.needed ?? false;
}

const MOVES_PER_DAY = 10;

/** Each move mails all attendees unasked: moves per day are limited. null: one more is allowed. */
async function usedUpMoves(tx: Transaction, bookingId: string): Promise<RefusingCap | null> {
  const [full] = await tx<{ retryAfterSeconds: number }[]>`
    select ${secondsUntilFree(tx, tx`moves.times[${MOVES_PER_DAY}::int]`)} as "retryAfterSeconds"
    from (select count(*) as today, array_agg(created_at order by created_at desc) as times from booking_changes
      where booking_id = ${bookingId} and previous_start_at is not null and created_at > clock_timestamp() - interval '1 day') moves
    where moves.today >= ${MOVES_PER_DAY}`;
  return full ? { limit: MOVES_PER_DAY, ...full } : null;
}

/** Cancels a meeting and frees its time. If it is canceled already, nothing changes. */
export const cancelBooking = (sql: Sql, attemptId: string): Promise<AttemptOutcome> =>
  carryOut(sql, attemptId, 'cancel', async ({ tx, booking, request, now }) => {
    if (booking.status === 'canceled') return done(booking.id);
    const refusal = whyNotCancel(booking, now);
    if (refusal) return refused(refusal);
    await endWithoutMeeting(tx, booking, { kind: 'canceled', ...request });
    return done(booking.id);
  });

/** The host decides on a pending meeting. A repeat changes nothing; the opposite decision is refused. */
export const decideBooking = (sql: Sql, attemptId: string): Promise<AttemptOutcome> =>
  carryOut(sql, attemptId, 'decide', async ({ tx, booking, request, now }) => {
    const refusal = whyNotDecide(booking, now);
    if (refusal) return (await wasSaid(tx, booking, request.decision)) ? done(booking.id) : refused(refusal);
    const { source = 'mail', by } = request;
    if (booking.startMs !== request.startMs) return refused('request_moved');
    if (request.decision === 'decline') {
      await endWithoutMeeting(tx, booking, { kind: 'declined', actor: 'host', reason: request.reason, source, by });
      return done(booking.id);
    }
    const revision = booking.revision + 1;
    const { startMs, endMs } = booking;
    const { reminders, zones } = await readReminderRules(tx, booking);
    const plan = planColumns(
      tx,
      planReminders(reminders, { bookingId: booking.id, startMs, endMs, ...zones }, now),
      booking,
    );
    await tx`
      update bookings set status = 'confirmed', decide_by = null, revision = ${revision}, updated_at = clock_timestamp(),
        reminders = ${plan.reminders}, remind_at = ${plan.remindAt}
      where id = ${booking.id}`;
    const approved = { kind: 'approved', actor: 'host', previousStartMs: null, reason: null, source, by } as const;
    await recordChange(tx, booking, { ...approved, revision, startMs, endMs });
    return done(booking.id);
  });

/** The same decision was made, and still holds. */
async function wasSaid(tx: Transaction, { id, status }: Booking, word: 'approve' | 'decline'): Promise<boolean> {
  if (word === 'approve' ? !isScheduled(status) : status !== 'canceled') return false;
  const [said] = await tx`
    select 1 from booking_changes where booking_id = ${id} and kind = ${word === 'approve' ? 'approved' : 'declined'}`;
  return said !== undefined;
}

/** Gets the mails of moves that did not leave before their meeting. */
type NoteMissed = (missed: MissedMails & { readonly bookingId: string }) => void;

/**
 * Marks a guest as a no-show, or takes that back. The time stays claimed: it is over, or has begun.
 * @param onMissedMails called if mails of its moves still waited: the flow had not looked since the meeting began
 */
export async function markNoShow(
  sql: Sql,
  attemptId: string,
  onMissedMails: NoteMissed = () => {},
): Promise<AttemptOutcome> {
  const noted: { missed: Parameters<NoteMissed>[0] | null } = { missed: null };
  const outcome = await carryOut(sql, attemptId, 'markNoShow', async ({ tx, booking, request, now }) => {
    const { noShow = true, source, by } = request;
    const refusal = whyNotNoShow(booking, now);
    if (refusal) return refused(refusal);
    if ((booking.status === 'no_show') === noShow) return done(booking.id);
    const status = noShow ? 'no_show' : statusWithoutNoShow(booking, await wasMovedLast(tx, booking.id), now);
    const revision = booking.revision + 1;
    const plan = planColumns(tx, planOnceMissed(booking.reminders, noShow ? now : null), booking);
    await tx`
      update bookings set status = ${status}, revision = ${revision}, updated_at = clock_timestamp(),
        reminders = ${plan.reminders}, remind_at = ${plan.remindAt}
      where id = ${booking.id}`;
    const { startMs, endMs } = booking;
    const kind = noShow ? 'no_show' : 'no_show_undone';
    const marked = { kind, status, actor: 'host', previousStartMs: null, reason: null, source, by } as const;
    const missed = await dropMissedMails(tx, booking);
    await recordChange(tx, booking, { ...marked, revision, startMs, endMs });
    noted.missed = missed && { bookingId: booking.id, ...missed };
    return done(booking.id);
  });
  if (noted.missed) onMissedMails(noted.missed);
  return outcome;
}

/** It was moved after it was confirmed or approved. */
async function wasMovedLast(tx: Transaction, bookingId: string): Promise<boolean> {
  const [last] = await tx<{ kind: string }[]>`
    select kind from booking_changes where booking_id = ${bookingId} and kind in ('confirmed', 'approved', 'rescheduled')
    order by revision desc limit 1`;
  return last?.kind === 'rescheduled';
}

interface Ending {
  readonly kind: 'canceled' | 'declined' | 'expired';
  readonly actor: 'guest' | 'host' | 'system' | 'not_me';
  readonly reason: string | null;
  readonly source: string;
  readonly by?: ActedBy | undefined;
  readonly quiet?: boolean;
}

/** Frees the time and records why. Under the locks of hosts and booking. */
export async function endWithoutMeeting(tx: Transaction, booking: Booking, ending: Ending): Promise<void> {
  const revision = booking.revision + 1;
  const { startMs, endMs } = booking;
  await releaseTimeBlocks(tx, booking.id);
  await tx`
    update bookings set status = 'canceled', decide_by = null, cancel_reason = ${ending.reason}, revision = ${revision},
      updated_at = clock_timestamp(), reminders = null, remind_at = null
    where id = ${booking.id}`;
  await recordChange(tx, booking, { ...ending, revision, startMs, endMs, previousStartMs: null });
}

type Change<Kind extends ChangeKind, Acted> = [
  sql: Sql,
  attemptId: string,
  kind: Kind,
  act: (moment: ChangeContext<Kind>) => Promise<Acted>,
];

/** Locks, reads the attempt again, acts once, writes the outcome; none yet if calendars come first. */
function carryOut<Kind extends ChangeKind>(...change: Change<Kind, AttemptOutcome>): Promise<AttemptOutcome>;
function carryOut<Kind extends ChangeKind>(
  ...change: Change<Kind, AttemptOutcome | CalendarCheckNeeded>
): Promise<AttemptOutcome | CalendarCheckNeeded>;
function carryOut<Kind extends ChangeKind>(
  ...[sql, attemptId, kind, act]: Change<Kind, AttemptOutcome | CalendarCheckNeeded>
): Promise<AttemptOutcome | CalendarCheckNeeded> {
  return inTransaction(sql, async (tx) => {
    const asked = await readAttempt(tx, attemptId, kind);
    const known = asked && (await readBooking(tx, asked.bookingId));
    if (!asked || !known) throw new Error(`attempt ${attemptId} does not exist`);
    await lockEventAndHosts(tx, known);
    const booking = await lockBooking(tx, known.id);
    const attempt = await readAttempt(tx, attemptId, kind);
    if (!booking || !attempt) throw new Error(`attempt ${attemptId} does not exist`);
    if (attempt.outcome) return attempt.outcome;
    const now = await clockMs(tx);
    const acted = await act({ tx, booking, request: attempt.request, now });
    return needsCalendarCheck(acted) ? acted : settleAttempt(tx, attemptId, acted);
  });
}
