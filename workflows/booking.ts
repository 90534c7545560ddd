import {
  allHandlersFinished,
  condition,
  continueAsNew,
  defineSignal,
  defineUpdate,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { BookingActivities } from '../activities/booking/booking.ts';
import type {
  AttemptOutcome,
  BookingEnd,
  BookingFlowState,
  CodeOutcome,
  Confirmed,
} from '../domain/booking/attempt.ts';
import { BookingCalendar, calendarInWords } from './booking-calendar.ts';
import { BookingReminders } from './booking-reminders.ts';
import { BookingWaitingMails, waitingMailsInWords } from './booking-waiting-mails.ts';
import { MAIL_HOUR_MS, nextWait } from './booking-waits.ts';
import { flows } from './catalogue.ts';
import { showDetails } from './details.ts';
import { durableActivities } from './follow-row.ts';
import { searchAttributes } from './search-attributes.ts';

const { signals, updates } = flows.booking;

const requestCode = defineUpdate<CodeOutcome, [issueNo: number]>(updates.requestCode);
const open = defineUpdate<AttemptOutcome, [attemptId: string]>(updates.open);
const confirm = defineUpdate<AttemptOutcome, [attemptId: string]>(updates.confirm);
const reschedule = defineUpdate<AttemptOutcome, [attemptId: string]>(updates.reschedule);
const cancel = defineUpdate<AttemptOutcome, [attemptId: string]>(updates.cancel);
const decide = defineUpdate<AttemptOutcome, [attemptId: string]>(updates.decide);
const markNoShow = defineUpdate<AttemptOutcome, [attemptId: string]>(updates.markNoShow);
const nudge = defineSignal(signals.nudge);

/** The type of failures that a retry does not repair. */
const INTERNAL_FAILURE = 'internal.unexpected';

/** A caller waits for these: they fail fast, and the caller repeats the call. Two seconds are for a look at the hosts' calendars. */
const interactive = proxyLocalActivities<BookingActivities>({
  startToCloseTimeout: '4 seconds',
  scheduleToCloseTimeout: '7 seconds',
  retry: {
    initialInterval: '20 milliseconds',
    backoffCoefficient: 2,
    maximumInterval: '1 second',
    nonRetryableErrorTypes: [INTERNAL_FAILURE],
  },
});

const codeMail = proxyLocalActivities<BookingActivities>({
  startToCloseTimeout: '11 seconds',
  scheduleToCloseTimeout: '12 seconds',
  retry: {
    initialInterval: '100 milliseconds',
    backoffCoefficient: 2,
    maximumAttempts: 3,
    nonRetryableErrorTypes: [INTERNAL_FAILURE],
  },
});

/** No caller waits for these, and none may be lost. */
const durable = durableActivities<BookingActivities>();

const MAILS_WAIT =
  'The mails of a change did not go out for an hour. They are tried again within the next hour. Check that the mail provider answers and that its token is valid.';

const mail = proxyActivities<BookingActivities>({
  startToCloseTimeout: '5 minutes',
  scheduleToCloseTimeout: MAIL_HOUR_MS,
  // A worker that was killed is noticed after this time. One mail takes 11 seconds at most.
  heartbeatTimeout: '15 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
});

/** The input of the flow. */
interface BookingInput {
  readonly bookingId: string;
  /** How long the flow waits for the code, or for a host's booking, before it reads the rows. */
  readonly codeLifetimeMs: number;
}

/** The change since the last read: a state that was just written; 'look': read the rows; null: no change. */
type Change = BookingFlowState | 'look' | null;

/**
 * A booking from its code, or the host's own request, to its end: booking, mails, changes, meeting. The rows hold the truth, and every
 * update writes there first. The flow reads them after each change and when a time has come, does what is due and waits again; a
 * booking that was just made brings its state along. So after a crash the next read finds all that happened.
 */
export async function booking({ bookingId, codeLifetimeMs }: BookingInput): Promise<BookingEnd> {
  let change: Change = null;
  let isResting = false;
  /** Two changes since the last read: ignore both, read the rows. */
  const queueChange = (latest: BookingFlowState | 'look'): void => {
    change = change === null ? latest : 'look';
  };
  // While there is a change for a resting flow, the flow goes first.
  const mutex = new Mutex(() => !isResting || change === null);
  setHandlers(bookingId, mutex, queueChange);
  const hooks = { isFree: () => !mutex.isTaken, hasChanged: () => queueChange('look') };
  const calendar = new BookingCalendar(bookingId, {
    ...hooks,
    carryOut: ({ kind, id }) => mutex.run(() => interactive[kind](id)),
  });
  const reminders = new BookingReminders(bookingId, hooks);
  const concurrent: Concurrent = { calendar, reminders, waitingMails: new BookingWaitingMails(bookingId, hooks) };

  const isAwake = () => !mutex.isTaken && (change !== null || workflowInfo().continueAsNewSuggested);
  const rest = async (forMs: number, summary: string): Promise<void> => {
    isResting = true;
    await condition(isAwake, forMs, { summary });
    isResting = false;
  };
  await rest(codeLifetimeMs, 'waiting for the code');
  for (;;) {
    if (workflowInfo().continueAsNewSuggested) {
      await concurrentEnded(concurrent);
      await startAfresh(bookingId);
    }
    const latest = change as Change;
    change = null;
    const state =
      latest === null || latest === 'look' ? await mutex.run(() => durable.readStanding(bookingId)) : latest;
    publishStatus(state, reminders);
    reminders.begin(state);
    await calendar.begin(state);
    const toMailsMs = await announce(bookingId, state, reminders);
    if (toMailsMs === null) concurrent.waitingMails.begin(state);
    if (state.stage === 'over') {
      await concurrentEnded(concurrent);
      await condition(allHandlersFinished);
      const isDone = toMailsMs === null && change === null && calendar.restMs(state) === null;
      if (isDone && reminders.restMs() === null) return state.end;
    }
    const { forMs, summary } = nextWait(state, dueNext(state, toMailsMs, concurrent));
    await rest(forMs, summary);
  }
}

/** The work that runs concurrently with the flow. */
interface Concurrent {
  readonly calendar: BookingCalendar;
  readonly reminders: BookingReminders;
  readonly waitingMails: BookingWaitingMails;
}

/** Resolves once nothing runs concurrently: the flow may end then. */
async function concurrentEnded({ calendar, reminders, waitingMails }: Concurrent): Promise<void> {
  await calendar.ended();
  await reminders.ended();
  await waitingMails.ended();
}

const dueNext = (
  state: BookingFlowState,
  toMailsMs: number | null,
  { calendar, reminders, waitingMails }: Concurrent,
): Parameters<typeof nextWait>[1] => ({
  toMailsMs,
  toReminderMs: reminders.restMs(),
  toCalendarMs: calendar.restMs(state),
  // After the mails of changes: until these have left, the flow rests.
  toWaitingMailMs: toMailsMs === null ? waitingMails.restMs(state) : null,
});

/** The flow's updates. Each carries out one attempt, one at a time; one that changed something queues the change for the flow. */
function setHandlers(bookingId: string, mutex: Mutex, queueChange: (latest: BookingFlowState | 'look') => void): void {
  const runAttempt = (attempt: () => Promise<Confirmed>): Promise<AttemptOutcome> =>
    mutex.run(async () => {
      try {
        const { outcome, standing: state } = await attempt();
        if (outcome.result === 'done') queueChange(state ?? 'look');
        return outcome;
      } catch (error) {
        // The attempt may have committed: read the rows.
        queueChange('look');
        throw error;
      }
    });
  /** A host's booking that was refused has no code that could still confirm it: the rows say that it is over. */
  const lookIfRefused = async (opening: Promise<AttemptOutcome>): Promise<AttemptOutcome> => {
    const outcome = await opening;
    if (outcome.result === 'refused') queueChange('look');
    return outcome;
  };
  setHandler(requestCode, (issueNo) => mutex.run(() => codeMail.sendCode(bookingId, issueNo)));
  setHandler(open, (attemptId) => lookIfRefused(runAttempt(() => interactive.open(attemptId))));
  setHandler(confirm, (attemptId) => runAttempt(() => interactive.confirm(attemptId)));
  setHandler(reschedule, (attemptId) => runAttempt(() => asConfirmed(interactive.reschedule(attemptId))));
  setHandler(cancel, (attemptId) => runAttempt(() => asConfirmed(interactive.cancel(attemptId))));
  setHandler(decide, (attemptId) => runAttempt(() => asConfirmed(interactive.decide(attemptId))));
  setHandler(markNoShow, (attemptId) => runAttempt(() => asConfirmed(interactive.markNoShow(attemptId))));
  setHandler(nudge, () => queueChange('look'));
}

/**
 * Runs one local activity at a time. If one ends, and its end stops the timer, while another runs, then a replay of the history
 * diverges (TMPRL1100), and the flow stops for good once its worker has died (docs/decisions/booking.md#answer-at-the-commit).
 */
class Mutex {
  isTaken = false;
  readonly #mayBegin: () => boolean;

  constructor(mayBegin: () => boolean) {
    this.#mayBegin = mayBegin;
  }

  async run<T>(act: () => Promise<T>): Promise<T> {
    const isFree = () => !this.isTaken && this.#mayBegin();
    // In a loop: of several that waited, another one may have begun first.
    while (!isFree()) await condition(isFree);
    this.isTaken = true;
    try {
      return await act();
    } finally {
      this.isTaken = false;
    }
  }
}

const asConfirmed = async (outcome: Promise<AttemptOutcome>): Promise<Confirmed> => ({
  outcome: await outcome,
  standing: null,
});

/** Starts a new run with an empty history. The rows hold the truth, so the id is enough. */
async function startAfresh(bookingId: string): Promise<void> {
  await condition(allHandlersFinished);
  await continueAsNew<typeof booking>({ bookingId, codeLifetimeMs: 0 });
}

/**
 * Mails each change that was not mailed yet. Reminders do not wait for these mails.
 * @returns null: all mails have left; else the time until they are tried again: a mail was not sent within the hour, there is a change, which goes
 * first, or mails to hosts wait for events in calendars. The end of the writing of events is a change.
 */
async function announce(
  bookingId: string,
  state: BookingFlowState,
  reminders: BookingReminders,
): Promise<number | null> {
  if (state.stage === 'code') return null;
  const seen = state.dueRevisions.at(-1);
  for (const revision of state.dueRevisions) {
    try {
      const summary = `mails of change ${revision}`;
      const mailing = mail.announce.executeWithOptions({ summary }, [bookingId, revision, seen, true]);
      const hostsWaitMs = await (reminders.mayBeDueWithin(MAIL_HOUR_MS) ? reminders.sendDuring(mailing) : mailing);
      // Histories of older releases lack this value.
      if (typeof hostsWaitMs === 'number') return hostsWaitMs;
    } catch (error) {
      if (isCancellation(error)) throw error;
      showDetails(`${inWords(state)} ${MAILS_WAIT}`);
      return MAIL_HOUR_MS;
    }
  }
  return null;
}

/** Shows operators the state of the booking: search attributes to find it by, and words. */
function publishStatus(state: BookingFlowState, reminders: BookingReminders): void {
  showDetails(`${inWords(state)}${calendarInWords(state)}${waitingMailsInWords(state)}${reminders.inWords(state)}`);
  const { flowState, hostId, eventTypeId, startsAt } = searchAttributes;
  if (state.stage === 'code') return;
  if (state.stage === 'over') {
    upsertSearchAttributes([{ key: flowState, value: state.end }]);
    return;
  }
  upsertSearchAttributes([
    { key: flowState, value: state.status },
    { key: hostId, value: state.hostId },
    ...(state.eventTypeId === undefined ? [] : [{ key: eventTypeId, value: state.eventTypeId }]),
    { key: startsAt, value: new Date(state.startMs) },
  ]);
}

function inWords(state: BookingFlowState): string {
  if (state.stage === 'code') return 'A code was mailed. Waiting for the guest to enter it.';
  if (state.stage === 'over') return `Over: ${state.end.replace('_', ' ')}.`;
  const start = new Date(state.startMs).toISOString();
  return state.status === 'pending_confirmation'
    ? `The slot of ${start} is kept. Waiting for the host to approve or decline.`
    : `Booked for ${start}${state.status === 'rescheduled' ? ' (moved)' : ''}. Waiting for the meeting to end.`;
}
