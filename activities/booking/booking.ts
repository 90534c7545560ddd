import type { Client } from '@temporalio/client';
import type { Sql } from 'postgres';
import type { AttemptOutcome, BookingFlowState, CodeOutcome, Confirmed } from '../../domain/booking/attempt.ts';
import { missingJoinDetails } from '../../domain/booking/meeting-place.ts';
import type { RemindersReport } from '../../domain/booking/reminder-outcomes.ts';
import type { HostEventState } from '../../domain/calendars/event-work.ts';
import { type CalendarAttempt, LINK_WAIT_MS } from '../../domain/calendars/event-work.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { addressHash } from '../../domain/mail/recipient-tokens.ts';
import { bookingCode, type Secrets } from '../../domain/secrets.ts';
import { MINUTE_MS } from '../../domain/time/civil.ts';
import { readEventById } from '../../store/bookable/bookable-events.ts';
import { refuseAttempt } from '../../store/booking/attempts.ts';
import {
  type Change,
  markAnnounced,
  readChange,
  readDueRevisions,
  readStateAt,
} from '../../store/booking/booking-changes.ts';
import { readStanding } from '../../store/booking/booking-flow-state.ts';
import { markCodeAccepted, readChallenge } from '../../store/booking/challenges.ts';
import { cancelBooking, decideBooking, markNoShow, rescheduleBooking } from '../../store/booking/change-booking.ts';
import type { CalendarCheckNeeded } from '../../store/booking/check-holds.ts';
import { confirmBooking } from '../../store/booking/confirm-booking.ts';
import { refuseInbox } from '../../store/booking/holds.ts';
import { openBooking } from '../../store/booking/host-booking.ts';
import { noteMailsWithoutLink } from '../../store/booking/join-link.ts';
import { isOverlap } from '../../store/booking/time-blocks.ts';
import { forgetFile, noteFiles, readHostCalendars } from '../../store/calendars/host-calendars.ts';
import { forgetWaitingMails } from '../../store/mail/dropped-mails.ts';
import { isRefusedAddress } from '../../store/mail/refused-addresses.ts';
import { type Meeting, readFormerHost, readMeeting } from '../../store/meetings/meetings.ts';
import { writeCalendarEvents } from '../calendars/booking-events.ts';
import type { BookingEventsDependencies } from '../calendars/event-context.ts';
import type { LiveCheckDependencies } from '../calendars/live-check.ts';
import { renderBookingCode } from '../mail/code-message.ts';
import { deliver, type Mailer, MailRound, testMailer } from '../mail/send.ts';
import { serviceForUnproven } from '../mail/unproven.ts';
import { startPack } from '../prep/start-pack.ts';
import { remind, type SettledReminder } from '../reminders/reminders.ts';
import { type AnnouncementLinks, type Audience, announcementMails, askedForFile } from './announcements.ts';
import { ChangedMeanwhile } from './changed-meanwhile.ts';
import { type CheckedAttempt, carryOutChecked } from './checked-attempt.ts';
import { type MissedMailsOfBooking, mailWaiting } from './waiting-mails.ts';

export interface BookingDependencies extends BookingEventsDependencies, LiveCheckDependencies {
  readonly sql: Sql;
  readonly secrets: Secrets;
  readonly client: Client;
  readonly taskQueue: string;
  readonly mailer: Mailer;
  readonly service: MailService;
  readonly links: AnnouncementLinks;
  readonly now: () => number;
  /** Reports to Temporal that a long activity is still running. Without it Temporal gives the activity to another worker. */
  readonly heartbeat: () => void;
  /** Called when the database refuses a time block that the evaluator allowed, which is a bug. */
  readonly onOverlap: (bookingId: string) => void;
  /** Called once it is settled what became of a reminder. */
  readonly onReminder: (reminder: SettledReminder) => void;
  /** Called once mails of moves did not leave before their meeting. */
  readonly onMissedMails: (missed: MissedMailsOfBooking) => void;
}

/** The activities of the booking flow. Safe to repeat: rows and mail keys record what is done. */
export interface BookingActivities {
  /** Carries out a stored confirm attempt: claims the slot and books it, or returns the reason of the refusal. */
  confirm(attemptId: string): Promise<Confirmed>;
  /** Carries out a host's stored request to book, in the same way. */
  open(attemptId: string): Promise<Confirmed>;
  reschedule(attemptId: string): Promise<AttemptOutcome>;
  cancel(attemptId: string): Promise<AttemptOutcome>;
  decide(attemptId: string): Promise<AttemptOutcome>;
  markNoShow(attemptId: string): Promise<AttemptOutcome>;
  /** Does what is due by time, and returns the booking's state. */
  readStanding(bookingId: string): Promise<BookingFlowState>;
  /** Mails the code of one issue, unless a newer code has replaced it. */
  sendCode(bookingId: string, issueNo: number): Promise<CodeOutcome>;
  /**
   * Mails one change to everyone whom it concerns.
   * @param seen the latest change that the flow has read. While mails wait, one that it has not read goes first: calendars and packs are to learn of it
   * @param hostsMayWait true: mails to hosts wait for events that are being written to their calendars. Flows of older releases do not pass it
   * @returns null: all mails have left; else the mails to hosts have not: call again after the events are written, or after so many milliseconds
   * @throws ChangedMeanwhile read the rows, then call again
   */
  announce(bookingId: string, revision: number, seen?: number, hostsMayWait?: boolean): Promise<number | null>;
  /** Sends the reminders whose time has come, and notes what became of each. */
  remind(bookingId: string): Promise<RemindersReport>;
  /** Sends mails of moves that waited for room in the caps, if there is room now or the meeting is near. */
  mailWaiting(bookingId: string): Promise<void>;
  /** Brings the booking and its events in calendars together. Returns what hosts did there, to carry out. */
  writeCalendarEvents(bookingId: string): Promise<CalendarAttempt[]>;
}

export const createBookingActivities = (dependencies: BookingDependencies): BookingActivities => {
  const { sql, secrets } = dependencies;
  return {
    confirm: (attemptId) =>
      withCalendarCheck(dependencies, attemptId, ofBooking, (check) => confirmBooking(sql, secrets, attemptId, check)),
    open: (attemptId) =>
      withCalendarCheck(dependencies, attemptId, ofBooking, (check) => openBooking(sql, secrets, attemptId, check)),
    reschedule: (attemptId) =>
      withCalendarCheck(dependencies, attemptId, ofMove, (check) => rescheduleBooking(sql, attemptId, check)),
    cancel: (attemptId) => cancelBooking(sql, attemptId),
    decide: (attemptId) => decideBooking(sql, attemptId),
    markNoShow: (attemptId) => markNoShow(sql, attemptId, dependencies.onMissedMails),
    readStanding: (bookingId) =>
      readStanding(sql, bookingId, (missed) => dependencies.onMissedMails({ bookingId, ...missed })),
    sendCode: (bookingId, issueNo) => sendCode(dependencies, bookingId, issueNo),
    announce: (bookingId, revision, seen = revision, hostsMayWait = false) =>
      announce(dependencies, { bookingId, revision, seen, hostsMayWait }),
    remind: (bookingId) => remind(dependencies, bookingId),
    mailWaiting: (bookingId) => mailWaiting(dependencies, bookingId),
    writeCalendarEvents: (bookingId) => writeCalendarEvents(dependencies, bookingId),
  };
};

type Results<T extends object> = Pick<CheckedAttempt<T>, 'outcomeOf' | 'fromOutcome'>;

const ofBooking: Results<Confirmed> = {
  outcomeOf: ({ outcome }) => outcome,
  fromOutcome: (outcome) => ({ outcome, standing: null }),
};
const ofMove: Results<AttemptOutcome> = { outcomeOf: (outcome) => outcome, fromOutcome: (outcome) => outcome };

/** Carries out an attempt that takes hosts' time. */
const withCalendarCheck = <T extends object>(
  dependencies: BookingDependencies,
  attemptId: string,
  results: Results<T>,
  carryOut: CheckedAttempt<T>['carryOut'],
): Promise<T> =>
  carryOutChecked(dependencies, {
    ...{ attemptId, ...results },
    carryOut: (check) => orTaken(dependencies, attemptId, carryOut(check), results.fromOutcome),
  });

/** Runs a claim. If the database refuses it because the slot is taken, the attempt is refused. */
async function orTaken<T>(
  { sql, onOverlap }: BookingDependencies,
  attemptId: string,
  taking: Promise<T | CalendarCheckNeeded>,
  toResult: (outcome: AttemptOutcome) => T,
): Promise<T | CalendarCheckNeeded> {
  try {
    return await taking;
  } catch (error) {
    if (!isOverlap(error)) throw error;
    const { bookingId, outcome } = await refuseAttempt(sql, attemptId, 'slot_taken');
    onOverlap(bookingId);
    return toResult(outcome);
  }
}

/** The code is derived here and never stored, so no history, row or log holds it. */
async function sendCode(
  { sql, secrets, mailer, service }: BookingDependencies,
  bookingId: string,
  issueNo: number,
): Promise<CodeOutcome> {
  const challenge = await readChallenge(sql, bookingId);
  if (challenge?.status === 'undeliverable') return 'undeliverable';
  // Used, or replaced by a newer code: no guest waits for this one.
  if (challenge?.status !== 'open' || challenge.issueNo !== issueNo) return 'accepted';
  const [page, isRefused] = await Promise.all([
    readEventById(sql, challenge.eventTypeId),
    isRefusedAddress(sql, addressHash(secrets, challenge.receivingEmail)),
  ]);
  if (!page) return 'undeliverable';
  const mail = renderBookingCode(serviceForUnproven(service, secrets, challenge.receivingEmail, false), {
    challengeId: bookingId,
    issue: issueNo,
    workspaceId: challenge.workspaceId,
    code: bookingCode(secrets, bookingId, issueNo),
    eventName: page.eventType.name,
    hostName: page.host.name,
    guestEmail: challenge.guestEmail,
    agentEmail: challenge.agentEmail,
    startMs: challenge.startMs,
    guestTimezone: challenge.guestTimezone ?? page.host.timezone,
    expiresInMinutes: Math.ceil((challenge.expiresMs - challenge.issuedMs) / MINUTE_MS),
    language: challenge.language,
    region: challenge.region,
  });
  if (isRefused || (await deliver(mailer, mail)) === 'undeliverable') {
    await refuseInbox(sql, bookingId);
    return 'undeliverable';
  }
  await markCodeAccepted(sql, bookingId, issueNo);
  return 'accepted';
}

interface Announcement {
  readonly bookingId: string;
  readonly revision: number;
  readonly seen: number;
  readonly hostsMayWait: boolean;
}

async function announce(dependencies: BookingDependencies, announcement: Announcement): Promise<number | null> {
  const { bookingId, revision, seen } = announcement;
  const { sql, secrets, service, links, now } = dependencies;
  const [read, change, state] = await Promise.all([
    readMeeting(sql, bookingId),
    readChange(sql, bookingId, revision),
    readStateAt(sql, bookingId, revision),
  ]);
  if (!read || !change || change.announced) return null;
  await startPack(dependencies, bookingId, Math.max(revision, seen));
  const meeting = await withLatestLink(sql, read, change);
  const [formerHost, newHost] = await Promise.all(
    [change.previousHostId, change.newHostId].map((id) => (id ? readFormerHost(sql, id) : undefined)),
  );
  const facts = {
    meeting,
    change,
    ...state,
    nowMs: now(),
    formerHost: formerHost ?? null,
    newHost: newHost ?? null,
  };
  const mailsFor = (audience: Audience, calendars?: readonly HostEventState[]) =>
    announcementMails(service, links, secrets, { ...facts, audience, ...(calendars ? { calendars } : {}) });
  let hostsWaitMs = 0;
  const rounds = [
    async () => mailsFor('guests'),
    async () => {
      const { waitMs, calendars } = await hostCalendars(sql, announcement, facts);
      hostsWaitMs = waitMs;
      return waitMs > 0 ? [] : mailsFor('hosts', calendars);
    },
  ];
  await sendAll(dependencies, meeting, rounds).catch(async (error: unknown) => {
    const due = await readDueRevisions(sql, bookingId);
    if (due.some((later) => later > seen)) throw new ChangedMeanwhile();
    throw error;
  });
  if (hostsWaitMs > 0) return hostsWaitMs;
  if (change.previousHostId) await forgetFile(sql, bookingId, change.previousHostId);
  if (await markAnnounced(sql, bookingId, change)) {
    await forgetWaitingMails(sql, bookingId);
    return null;
  }
  // The guest may have released the further guests' mails by now. A mail that was sent is not sent again, since each has a key.
  return announce(dependencies, announcement);
}

/**
 * Reads what the calendars of the hosts have of the meeting. Where the event is being written for the first time, their mails wait for it,
 * ten seconds from the change at most: then they bring a calendar file.
 */
async function hostCalendars(
  sql: Sql,
  announcement: Announcement,
  about: { readonly change: Change; readonly pending: boolean },
): Promise<{ readonly waitMs: number; readonly calendars: HostEventState[] }> {
  const calendars = await readHostCalendars(sql, announcement, announcement.hostsMayWait ? LINK_WAIT_MS : 0);
  const asked = askedForFile(about, calendars).filter(({ hasFile, isThere }) => !hasFile && !isThere);
  const waitMs = Math.max(0, ...asked.map((calendar) => calendar.waitMs));
  const userIds = asked.map(({ userId }) => userId);
  if (waitMs === 0 && userIds.length > 0) await noteFiles(sql, announcement.bookingId, userIds);
  return { waitMs, calendars };
}

/** Changes whose mails bring the link to join. */
const WITH_LINK: ReadonlySet<string> = new Set(['confirmed', 'approved', 'rescheduled', 'host_changed']);

/** The link may have come since the meeting was read. From here on, one that comes has a mail of its own. */
async function withLatestLink(sql: Sql, meeting: Meeting, { kind, revision }: Change): Promise<Meeting> {
  const { bookingId } = meeting;
  if (!WITH_LINK.has(kind) || missingJoinDetails(meeting) !== 'link') return meeting;
  if (await noteMailsWithoutLink(sql, bookingId, revision)) return meeting;
  return (await readMeeting(sql, bookingId)) ?? meeting;
}

async function sendAll(
  { sql, secrets, mailer, now, heartbeat }: BookingDependencies,
  { bookingId, testMode }: Meeting,
  rounds: readonly (() => Promise<readonly OutgoingMail[]>)[],
): Promise<void> {
  // The row decides: mails about a test booking never reach a real inbox, even when a live key changes it.
  const outbox = testMode ? testMailer(sql, { bookingId, now }) : mailer;
  const round = new MailRound();
  for (const mails of rounds)
    for (const mail of await mails()) {
      heartbeat();
      if (mail.refuseUrl !== null && (await isRefusedAddress(sql, addressHash(secrets, mail.to)))) continue;
      await round.send(() => deliver(outbox, mail));
    }
  // The next try sends those that failed: each mail has a key.
  round.end();
}
