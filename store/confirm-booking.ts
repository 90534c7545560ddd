import type { Sql } from 'postgres';
import type { AttemptOutcome } from '../domain/attempt.ts';
import type { BookingPage } from '../domain/booking-page.ts';
import { decideToken, manageToken, type Secrets, tokenHash } from '../domain/secrets.ts';
import { type Attempt, done, readAttempt, refused, settleAttempt } from './attempts.ts';
import { readPageById } from './booking-pages.ts';
import { hasAgentBooking, insertBooking } from './bookings.ts';
import { type BookingRequest, type Challenge, consumeChallenge, lockChallenge } from './challenges.ts';
import { claimBooking, judge, readUnderLock, refusalReason, releaseClaim } from './claims.ts';
import { inTransaction, type Transaction } from './database.ts';
import { type IdempotencyClaim, openIdempotencyRecord } from './idempotency.ts';
import { lockEventAndHost } from './locks.ts';

const DECIDE_WITHIN_MS = 48 * 3_600_000;
const MINUTE_MS = 60_000;

/**
 * Carries out a confirm attempt: claim, booking, outcome, consumption of the code and idempotency record commit together,
 * or a refusal commits alone. Safe to repeat: the outcome is found.
 */
export const confirmBooking = (sql: Sql, secrets: Secrets, attemptId: string): Promise<AttemptOutcome> =>
  inTransaction(sql, async (tx) => {
    const asked = await readAttempt(tx, attemptId, 'confirm');
    if (!asked) throw new Error(`attempt ${attemptId} does not exist`);
    if (asked.outcome) return asked.outcome;
    const record = await openIdempotencyRecord(tx, asked);
    // The attempt is read again behind the lock: a twin of this activity may have settled it meanwhile.
    const [challenge, attempt] = await Promise.all([
      lockChallenge(tx, asked.bookingId),
      readAttempt(tx, attemptId, 'confirm'),
    ]);
    if (!challenge || !attempt) throw new Error(`challenge ${asked.bookingId} does not exist`);
    const outcome = attempt.outcome ?? (await decide(tx, secrets, attempt, challenge, record));
    if (outcome.result === 'refused') await record?.withdraw();
    else await record?.pointTo(outcome.bookingId);
    return settleAttempt(tx, attemptId, outcome);
  });

async function decide(
  tx: Transaction,
  secrets: Secrets,
  { bookingId, request }: Attempt<'confirm'>,
  challenge: Challenge,
  record: IdempotencyClaim | null,
): Promise<AttemptOutcome> {
  if (record?.state === 'mismatch') return refused('idempotency_mismatch');
  if (challenge.status === 'consumed') return sameMeeting(tx, challenge, request);
  if (challenge.status === 'burned') return refused('code_burned');
  if (challenge.status === 'expired' || challenge.late) return refused('code_expired');
  const page = await readPageById(tx, challenge.eventTypeId);
  if (!page) throw new Error(`event type ${challenge.eventTypeId} does not exist`);
  await lockEventAndHost(tx, page.rules.eventTypeId, page.host.id);
  const earlier = record?.state === 'replay' ? record.bookingId : await earlierBooking(tx, challenge, request);
  if (earlier) {
    await releaseClaim(tx, bookingId);
    await consumeChallenge(tx, bookingId, earlier);
    return done(earlier);
  }
  return book(tx, secrets, page, bookingId, request);
}

/** The code was used: for this meeting its booking is the answer, for another it is spent. */
async function sameMeeting(tx: Transaction, challenge: Challenge, request: BookingRequest): Promise<AttemptOutcome> {
  const [row] = await tx<{ id: string }[]>`
    select b.id from bookings b join booking_changes c on c.booking_id = b.id and c.revision = 1
    where b.id = ${challenge.bookingId} and c.start_at = ${new Date(request.startMs)}`;
  return row ? done(row.id) : refused('code_used');
}

/**
 * Without a key, too, one guest has one booking of one event at one time. Shown only to the guest's own inbox, or to the
 * agent's that made it: a code that went elsewhere proves nothing about this booking.
 */
async function earlierBooking(
  tx: Transaction,
  challenge: Challenge,
  { startMs }: BookingRequest,
): Promise<string | null> {
  const [row] = await tx<{ id: string }[]>`
    select id from bookings
    where event_type_id = ${challenge.eventTypeId} and guest_email = ${challenge.guestEmail}
      and start_at = ${new Date(startMs)} and status in ('pending_confirmation', 'confirmed', 'rescheduled')
      and (agent_email = ${challenge.receivingEmail} or guest_email = ${challenge.receivingEmail})`;
  return row?.id ?? null;
}

async function book(
  tx: Transaction,
  secrets: Secrets,
  before: BookingPage,
  bookingId: string,
  request: BookingRequest,
): Promise<AttemptOutcome> {
  const { page, claims, now } = await readUnderLock(tx, before, request.startMs);
  if (page.workspace.locked) return refused('workspace_locked');
  const verdict = judge(page, claims, { startMs: request.startMs, now, ownBookingId: bookingId });
  if (!verdict.offered) return refused(refusalReason(verdict));
  if (request.agentEmail && (await hasAgentBooking(tx, page.rules.eventTypeId, request.invitee.email))) {
    return refused('agent_booking_exists');
  }
  const endMs = request.startMs + page.rules.durationMinutes * MINUTE_MS;
  await Promise.all([
    claimBooking(tx, page, { bookingId, startMs: request.startMs, endMs }),
    insertBooking(tx, page, {
      id: bookingId,
      request,
      endMs,
      decideByMs: page.eventType.requiresApproval ? Math.min(now + DECIDE_WITHIN_MS, request.startMs) : null,
      tokens: [
        { hash: tokenHash(manageToken(secrets, bookingId)), purpose: 'manage' },
        { hash: tokenHash(decideToken(secrets, bookingId)), purpose: 'decide' },
      ],
    }),
    consumeChallenge(tx, bookingId, bookingId),
  ]);
  return done(bookingId);
}
