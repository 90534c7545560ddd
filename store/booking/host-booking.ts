import type { Sql } from 'postgres';
import type { Confirmed } from '../../domain/booking/attempt.ts';
import { type LiveCheck, UNCHECKED } from '../../domain/booking/live-check.ts';
import type { Secrets } from '../../domain/secrets.ts';
import { readWriter } from '../accounts/mail-reader.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { isActiveIn } from '../live-bookings.ts';
import { readHostNetworks } from '../mail/host-networks.ts';
import { overMailCaps, readRoom, type UnsolicitedMails } from '../mail/unsolicited-mail.ts';
import { type Attempt, done, type HostBookingRequest, readAttempt, refused, settleAttempt } from './attempts.ts';
import { type CalendarCheckNeeded, requireCalendarCheck } from './check-holds.ts';
import { selectHostsFor, writeBooking } from './confirm-booking.ts';
import { hostsOf } from './host-selection.ts';
import { type IdempotencyRecord, openHostIdempotencyRecord } from './idempotency.ts';
import { type Facts, lockAndRead, periodFrom } from './time-blocks.ts';

/**
 * Carries out a host's request to book: claim, booking, outcome and idempotency record commit together, or only a refusal does.
 * Same locks, evaluator, check of calendars and order as for a guest. Safe to repeat: the outcome is found.
 */
export const openBooking = (
  sql: Sql,
  secrets: Secrets,
  attemptId: string,
  check = UNCHECKED,
): Promise<Confirmed | CalendarCheckNeeded> =>
  inTransaction(sql, async (tx) => {
    // A concurrent run of this activity waits here, then finds the outcome.
    await tx`select 1 from attempts where id = ${attemptId} for update`;
    const attempt = await readAttempt(tx, attemptId, 'open');
    if (!attempt) throw new Error(`attempt ${attemptId} does not exist`);
    if (attempt.outcome) return { outcome: attempt.outcome, standing: null };
    const { request } = attempt;
    const record = await openHostIdempotencyRecord(tx, attempt);
    const settle = async (outcome: Confirmed['outcome']): Promise<Confirmed> => {
      await Promise.all([
        settleAttempt(tx, attemptId, outcome),
        outcome.result === 'refused' ? record?.withdraw() : record?.pointTo(outcome.bookingId),
      ]);
      return { outcome, standing: null };
    };
    if (record?.state === 'mismatch') return settle(refused('idempotency_mismatch'));
    if (record?.state === 'replay' && record.bookingId) return settle(done(record.bookingId));
    // In one flight: the query for the earlier meeting runs after the locks.
    const [facts, earlier] = await Promise.all([
      lockAndRead(tx, request.eventTypeId, request.booking.startMs),
      findSameMeeting(tx, request),
    ]);
    if (earlier) return settle(done(earlier));
    return book({ tx, secrets, attempt, facts, record, check, settle });
  });

interface OpenContext {
  readonly tx: Transaction;
  readonly secrets: Secrets;
  readonly attempt: Attempt<'open'>;
  readonly facts: Facts;
  readonly record: IdempotencyRecord | null;
  readonly check: LiveCheck;
  readonly settle: (outcome: Confirmed['outcome']) => Promise<Confirmed>;
}

async function book({ tx, secrets, attempt, facts, record, check, settle }: OpenContext) {
  const { bookingId, request } = attempt;
  const unsolicited = await mailsOf(tx, request);
  const toWrite = {
    bookingId,
    request: request.booking,
    by: request.by,
    testMode: request.testMode,
    guestProved: false,
    unsolicited,
    // No page of the guest names a language: that of who books for them is the best guess, else their workspace's.
    ...(await readWriter(tx, request.by.userId)),
  };
  const result = await selectHostsFor(tx, facts, { ...toWrite, check });
  if (!result.found) return settle(refused(result.reason));
  const tooMany = await tooManyMails(tx, unsolicited, result.selection.now);
  if (tooMany) return settle(tooMany);
  const first = await requireCalendarCheck(tx, hostsOf(result.selection), {
    ...{ id: bookingId, period: periodFrom(request.booking.startMs, facts.event.rules), now: result.selection.now },
    ...{ check, record, keepsFormer: false },
  });
  if (first) return first;
  const [{ outcome }, standing] = await Promise.all([
    settle(done(bookingId)),
    writeBooking(tx, secrets, toWrite, result.selection),
  ]);
  return { outcome, standing };
}

/** Test keys send no mail. */
async function mailsOf(tx: Transaction, request: HostBookingRequest): Promise<UnsolicitedMails | null> {
  const { booking, testMode, workspaceId, by, clientNetwork = null } = request;
  if (testMode) return null;
  const unpaidNetworks = await readHostNetworks(tx, { workspaceId, by, clientNetwork });
  const to = { guest: booking.invitee.email, furtherGuests: booking.guests };
  return { workspaceId, byHost: true, ...to, clientNetwork: null, unpaidNetworks };
}

/** The refusal by a cap of mails; null: all have room. */
async function tooManyMails(tx: Transaction, mails: UnsolicitedMails | null, now: number) {
  if (!mails) return null;
  const over = await overMailCaps(tx, mails, now);
  if (!over.guest && !over.furtherGuests) return null;
  return refused('too_many_mails', await readRoom(tx, mails, now));
}

/** A guest has one meeting per event and time, even if another caller asks again. */
export async function findSameMeeting(
  sql: Queryable,
  { eventTypeId, booking: { invitee, startMs } }: HostBookingRequest,
): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select id from bookings
    where event_type_id = ${eventTypeId} and guest_email = ${invitee.email} and start_at = ${new Date(startMs)}
      and ${isActiveIn(sql)}`;
  return row?.id ?? null;
}
