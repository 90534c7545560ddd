import type { Sql } from 'postgres';
import type { ActedBy } from '../../domain/booking/actors.ts';
import type { AttemptOutcome, BookingFlowState, Confirmed } from '../../domain/booking/attempt.ts';
import { decideBy } from '../../domain/booking/booking-states.ts';
import { type LiveCheck, UNCHECKED } from '../../domain/booking/live-check.ts';
import { planReminders } from '../../domain/reminders/reminder-times.ts';
import { decideToken, manageToken, type Secrets, tokenHash } from '../../domain/secrets.ts';
import { MINUTE_MS } from '../../domain/time/civil.ts';
import type { Language } from '../../texts/languages.ts';
import { makeFirstEvents } from '../calendars/events.ts';
import { inTransaction, type Transaction } from '../database.ts';
import { isActiveIn } from '../live-bookings.ts';
import { networksIfUnpaid } from '../mail/host-networks.ts';
import { overMailCaps, readRoom, type UnsolicitedMails } from '../mail/unsolicited-mail.ts';
import { remindersWait } from '../reminders/reminders.ts';
import {
  type AskedToConfirm,
  type Attempt,
  done,
  readAskedToConfirm,
  readAttempt,
  refused,
  settleAttempt,
} from './attempts.ts';
import { insertOtherHost } from './booking-hosts.ts';
import { hasAgentBooking, insertOrigin, type Origin, originOf, readExceeded, recordFlood } from './booking-origins.ts';
import { type BookingRequest, type Challenge, consumeChallenge, lockChallenge } from './challenges.ts';
import { type CalendarCheckNeeded, checkForHeldSlot, requireCalendarCheck } from './check-holds.ts';
import {
  type HostSelection,
  type HostSelectionResult,
  hostsOf,
  releaseUnusedHolds,
  selectHosts,
} from './host-selection.ts';
import { type IdempotencyRecord, openIdempotencyRecord } from './idempotency.ts';
import { insertBooking } from './insert-booking.ts';
import { recordAssignment } from './round-robin-assignments.ts';
import { blockForBooking, type Facts, lockAndRead, periodFrom, releaseTimeBlocks } from './time-blocks.ts';

/**
 * Carries out a confirm attempt: claim, booking, outcome, used code and idempotency record commit together, or only a
 * refusal does. Safe to repeat: the stored outcome is returned.
 * @param check what the attempt has seen in the hosts' calendars; hosts whose calendars count are looked at first
 */
export async function confirmBooking(
  sql: Sql,
  secrets: Secrets,
  attemptId: string,
  check = UNCHECKED,
): Promise<Confirmed | CalendarCheckNeeded> {
  // Sent before the transaction begins. Later, with all connections in transactions, each could wait for the other.
  const asking = readAskedToConfirm(sql, attemptId);
  asking.catch(() => {});
  return inTransaction(sql, async (tx) => {
    const asked = await asking;
    if (!asked) throw new Error(`attempt ${attemptId} does not exist`);
    if (asked.outcome) return { outcome: asked.outcome, standing: null };
    if (asked.held && check === UNCHECKED) return checkForHeldSlot(asked.request.startMs, asked.held);
    const record = await openIdempotencyRecord(tx, asked);
    // In one flight, run in this order. The attempt is read again behind the lock: a concurrent run may have settled it.
    const [challenge, facts, attempt, earlier, hasOther] = await Promise.all([
      lockChallenge(tx, asked.bookingId),
      lockAndRead(tx, asked.eventTypeId, asked.request.startMs, asked.ofTeam),
      readAttempt(tx, attemptId, 'confirm'),
      earlierBooking(tx, asked),
      provedAgentBooking(tx, asked),
    ]);
    if (!challenge || !attempt) throw new Error(`challenge ${asked.bookingId} does not exist`);
    const settle: Settle = async (outcome) => {
      await Promise.all([
        settleAttempt(tx, attemptId, outcome),
        outcome.result === 'refused' ? record?.withdraw() : record?.pointTo(outcome.bookingId),
      ]);
      return { outcome, standing: null };
    };
    if (attempt.outcome) return settle(attempt.outcome);
    return decide({ tx, secrets, attempt, challenge, record, settle, facts, earlier, hasOther, check });
  });
}

/** Writes the outcome to its attempt and idempotency record. */
type Settle = (outcome: AttemptOutcome) => Promise<Confirmed>;

interface ConfirmContext {
  readonly tx: Transaction;
  readonly secrets: Secrets;
  readonly attempt: Attempt<'confirm'>;
  readonly challenge: Challenge;
  readonly record: IdempotencyRecord | null;
  readonly settle: Settle;
  readonly facts: Facts;
  /** The guest's booking at the same time. */
  readonly earlier: string | null;
  /** An agent has one for this guest and event. */
  readonly hasOther: boolean;
  readonly check: LiveCheck;
}

async function decide(known: ConfirmContext): Promise<Confirmed | CalendarCheckNeeded> {
  const { tx, attempt, challenge, record, settle, facts, hasOther, check } = known;
  const { bookingId, request } = attempt;
  if (record?.state === 'mismatch') return settle(refused('idempotency_mismatch'));
  if (challenge.status === 'consumed') return settle(await sameMeeting(tx, challenge, request));
  if (challenge.status === 'burned') return settle(refused('code_burned'));
  if (challenge.status === 'expired' || challenge.late) return settle(refused('code_expired'));
  const earlier = record?.state === 'replay' ? record.bookingId : known.earlier;
  if (earlier) {
    await Promise.all([releaseTimeBlocks(tx, bookingId), consumeChallenge(tx, bookingId, earlier)]);
    return settle(done(earlier));
  }
  const result = await selectHostsFor(tx, facts, { ...attempt, check });
  if (!result.found) return settle(refused(result.reason));
  if (hasOther && challenge.verificationRequired) return settle(refused('agent_booking_exists'));
  const mails = await mailsOf(tx, facts.event.workspace.id, challenge, request);
  const over = await overMailCaps(tx, mails, result.selection.now);
  // Over the cap of further guests the booking stands, and only their mails wait.
  if (over.guest) {
    const toGuest = { ...mails, furtherGuests: [] };
    return settle(refused('too_many_mails', await readRoom(tx, toGuest, result.selection.now)));
  }
  const first = await requireCalendarCheck(tx, hostsOf(result.selection), {
    ...{ id: bookingId, period: periodFrom(request.startMs, facts.event.rules), now: result.selection.now },
    ...{ check, record, keepsFormer: true },
  });
  if (first) return first;
  const origin = originOf(known.secrets, challenge, mails.guest === null);
  return bookWithinCaps(known, result.selection, { mails, guestsWait: over.furtherGuests, origin });
}

/** Room comes as meetings begin, and as the host or a guest cancels some. */
const AGAIN_SECONDS = 3_600;

/** Books unless the host has too many upcoming bookings of this origin. The count travels with the rows, which a refusal takes back. */
async function bookWithinCaps(known: ConfirmContext, selection: HostSelection, details: Details): Promise<Confirmed> {
  const { tx, settle } = known;
  const { workspace, host } = selection.event;
  const ofHost = { workspaceId: workspace.id, hostId: host.id };
  // Sent in this order, in one flight.
  const point = tx`savepoint booking`.execute();
  const [exceeded, confirmed] = await Promise.all([
    readExceeded(tx, details.origin, ofHost),
    book(known, selection, details),
    point,
  ]);
  if (!exceeded) return confirmed;
  await tx`rollback to savepoint booking`;
  await recordFlood(tx, exceeded, ofHost);
  return settle(refused('too_many_upcoming', { limit: exceeded.limit, retryAfterSeconds: AGAIN_SECONDS }));
}

async function mailsOf(
  tx: Transaction,
  workspaceId: string,
  challenge: Challenge,
  { invitee, guests }: BookingRequest,
): Promise<UnsolicitedMails> {
  const { clientNetwork } = challenge;
  const mails = { workspaceId, byHost: false, furtherGuests: guests, clientNetwork };
  // Further guests of guests have counts of their own.
  if (provesGuest(challenge)) return { ...mails, guest: null };
  const unpaidNetworks = await networksIfUnpaid(tx, workspaceId, [clientNetwork]);
  return { ...mails, guest: invitee.email, unpaidNetworks };
}

const provedAgentBooking = async (tx: Transaction, { eventTypeId, receivingEmail, request }: AskedToConfirm) =>
  request.agentEmail !== null &&
  hasAgentBooking(tx, { eventTypeId, guestEmail: request.invitee.email, agentEmail: receivingEmail });

/** Without a code to the guest's own inbox, nothing is proved about the guest. */
const provesGuest = ({ verificationRequired, guestEmail, receivingEmail }: Challenge): boolean =>
  verificationRequired && guestEmail.toLowerCase() === receivingEmail.toLowerCase();

/** The code was used: for the same meeting, returns its booking; for another, refuses. */
async function sameMeeting(tx: Transaction, challenge: Challenge, request: BookingRequest): Promise<AttemptOutcome> {
  const [row] = await tx<{ id: string }[]>`
    select b.id from bookings b join booking_changes c on c.booking_id = b.id and c.revision = 1
    where b.id = ${challenge.bookingId} and c.start_at = ${new Date(request.startMs)}`;
  return row ? done(row.id) : refused('code_used');
}

/**
 * Even without a key, a guest has one booking per event and time. Shown only to the guest's own inbox, or to that of the
 * agent that made it: a code sent elsewhere proves nothing about this booking.
 */
async function earlierBooking(
  tx: Transaction,
  { eventTypeId, guestEmail, receivingEmail, request }: AskedToConfirm,
): Promise<string | null> {
  const [row] = await tx<{ id: string }[]>`
    select id from bookings
    where event_type_id = ${eventTypeId} and guest_email = ${guestEmail}
      and start_at = ${new Date(request.startMs)} and ${isActiveIn(tx)}
      and (agent_email = ${receivingEmail} or guest_email = ${receivingEmail})`;
  return row?.id ?? null;
}

/** Chooses the hosts for a request on facts read under the lock, or says why not. The hosts are locked. */
export async function selectHostsFor(
  tx: Transaction,
  facts: Facts,
  { bookingId, request, check }: Pick<BookingToWrite, 'bookingId' | 'request'> & { readonly check: LiveCheck },
): Promise<HostSelectionResult> {
  const { event } = facts;
  if (event.workspace.locked) return { found: false, reason: 'workspace_locked' };
  if (event.eventType.archived) return { found: false, reason: 'event_archived' };
  return selectHosts(tx, facts, { bookingId, startMs: request.startMs, check });
}

interface Details {
  readonly mails: UnsolicitedMails;
  readonly guestsWait: boolean;
  readonly origin: Origin;
}

async function book(
  { tx, secrets, attempt, challenge, settle }: ConfirmContext,
  selection: HostSelection,
  { mails, guestsWait, origin }: Details,
): Promise<Confirmed> {
  const { bookingId } = attempt;
  const [{ outcome }, standing] = await Promise.all([
    settle({
      ...done(bookingId),
      eventVersion: selection.event.eventType.version,
      ...(guestsWait ? { guestsWait } : {}),
    }),
    writeBooking(
      tx,
      secrets,
      {
        ...attempt,
        guestProved: mails.guest === null,
        guestsWait,
        unsolicited: guestsWait ? { ...mails, furtherGuests: [] } : mails,
        language: challenge.language,
        region: challenge.region,
      },
      selection,
    ),
    insertOrigin(tx, bookingId, origin, attempt.request.startMs + selection.event.rules.durationMinutes * MINUTE_MS),
    consumeChallenge(tx, bookingId, bookingId),
  ]);
  return { outcome, standing };
}

/** The booking to make, and its guest. */
interface BookingToWrite {
  readonly bookingId: string;
  readonly request: BookingRequest;
  /** Set if the host's side books: no approval is needed. */
  readonly by?: ActedBy;
  readonly testMode?: boolean;
  /** The guest proved the address by a code to it. */
  readonly guestProved: boolean;
  /** The further guests get no mail until the guest proves the address. */
  readonly guestsWait?: boolean;
  /** Mails to people who have proved nothing; null: none count. */
  readonly unsolicited: UnsolicitedMails | null;
  /** Of the mails to guests. undefined: nobody named one */
  readonly language: Language | undefined;
  /** Of their dates; null: not named. */
  readonly region: string | null;
}

/** Writes all rows of a booking in one round trip and returns its flow state; null if it has calendar events to write, so that the flow reads it. Under the hosts' locks, after `selectHostsFor`. */
export async function writeBooking(
  tx: Transaction,
  secrets: Secrets,
  { bookingId, request, by, testMode, guestProved, guestsWait, unsolicited, language, region }: BookingToWrite,
  selection: HostSelection,
): Promise<BookingFlowState | null> {
  const { event, others, now, assignment } = selection;
  const { startMs } = request;
  const endMs = startMs + event.rules.durationMinutes * MINUTE_MS;
  const decideByMs = event.eventType.requiresApproval && !by ? decideBy(startMs, now) : null;
  const times = { bookingId, startMs, endMs };
  const zones = { guestTimezone: request.invitee.timezone, hostTimezone: event.host.timezone ?? 'UTC' };
  const rules = decideByMs === null ? event.eventType.reminders : [];
  // Sent last: it reads the booking and its hosts.
  const calendarEvents = makeFirstEvents(tx, bookingId);
  const blocked = [event, ...others].map((host) => blockForBooking(tx, host, times));
  const [remindAtMs] = await Promise.all([
    insertBooking(tx, event, {
      id: bookingId,
      request,
      endMs,
      decideByMs,
      by,
      testMode,
      guestProved,
      guestsWait: guestsWait ?? false,
      ...{ unsolicited, language, region },
      reminders: planReminders(rules, { ...times, ...zones }, now),
      tokens: [
        { hash: tokenHash(manageToken(secrets, bookingId)), purpose: 'manage' },
        { hash: tokenHash(decideToken(secrets, bookingId)), purpose: 'decide' },
      ],
    }),
    selection.hasUnusedHolds && releaseUnusedHolds(tx, selection, bookingId),
    ...blocked,
    // These rows refer to the booking: sent later.
    ...others.map(({ host }, position) => insertOtherHost(tx, { bookingId, userId: host.id, position })),
    assignment &&
      recordAssignment(tx, { eventTypeId: event.rules.eventTypeId, bookingId, isTest: testMode ?? false }, assignment),
    calendarEvents,
  ]);
  if ((await calendarEvents).length > 0) return null;
  return {
    stage: 'meeting',
    status: decideByMs === null ? 'confirmed' : 'pending_confirmation',
    hostId: event.host.id,
    eventTypeId: event.rules.eventTypeId,
    startMs,
    dueRevisions: [1],
    waitMs: (decideByMs ?? endMs) - now,
    ...remindersWait(remindAtMs, now),
  };
}
