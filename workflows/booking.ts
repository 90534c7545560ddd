import {
  allHandlersFinished,
  condition,
  continueAsNew,
  defineSignal,
  defineUpdate,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { BookingActivities } from '../activities/booking/booking.ts';
import type { AttemptOutcome, BookingEnd, BookingStanding, CodeOutcome, Confirmed } from '../domain/booking/attempt.ts';
import { type BookingStart, bookingMessages } from './messages.ts';
import { searchAttributes } from './search-attributes.ts';

const requestCode = defineUpdate<CodeOutcome, [issueNo: number]>(bookingMessages.requestCode);
const open = defineUpdate<AttemptOutcome, [attemptId: string]>(bookingMessages.open);
const confirm = defineUpdate<AttemptOutcome, [attemptId: string]>(bookingMessages.confirm);
const reschedule = defineUpdate<AttemptOutcome, [attemptId: string]>(bookingMessages.reschedule);
const cancel = defineUpdate<AttemptOutcome, [attemptId: string]>(bookingMessages.cancel);
const decide = defineUpdate<AttemptOutcome, [attemptId: string]>(bookingMessages.decide);
const markNoShow = defineUpdate<AttemptOutcome, [attemptId: string]>(bookingMessages.markNoShow);
const nudge = defineSignal(bookingMessages.nudge);

/** The type of failures that trying again does not mend. */
const OUR_MISTAKE = 'internal.unexpected';

/** Someone waits for these: they fail fast, and the caller asks again. */
const interactive = proxyLocalActivities<BookingActivities>({
  startToCloseTimeout: '2 seconds',
  scheduleToCloseTimeout: '5 seconds',
  retry: {
    initialInterval: '20 milliseconds',
    backoffCoefficient: 2,
    maximumInterval: '1 second',
    nonRetryableErrorTypes: [OUR_MISTAKE],
  },
});

const codeMail = proxyLocalActivities<BookingActivities>({
  startToCloseTimeout: '11 seconds',
  scheduleToCloseTimeout: '12 seconds',
  retry: {
    initialInterval: '100 milliseconds',
    backoffCoefficient: 2,
    maximumAttempts: 3,
    nonRetryableErrorTypes: [OUR_MISTAKE],
  },
});

/** Nobody waits for these, and nothing may be lost: they go on until they succeed. */
const durable = proxyLocalActivities<BookingActivities>({
  startToCloseTimeout: '5 seconds',
  retry: { initialInterval: '100 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
  localRetryThreshold: '5 seconds',
});

/** After an hour the story goes on, and these mails are tried again beside it. */
const MAIL_HOUR_MS = 3_600_000;
const MAILS_WAIT =
  'Mails of a change did not go out for an hour; they are tried again within the next. Is the mail provider away, or its token wrong?';

const mail = proxyActivities<BookingActivities>({
  startToCloseTimeout: '5 minutes',
  scheduleToCloseTimeout: MAIL_HOUR_MS,
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
});

/**
 * A booking's whole story: the code, or the host's own wish, the claim, its mails, its changes, the meeting, its end. The rows hold the truth and
 * every update writes there first; the flow looks at them whenever something stirred or a time has come (a booking just made
 * comes with its standing), does what is due and waits again. So a crash can hide nothing from it for longer than its next look.
 */
export async function booking({ bookingId, codeLifetimeMs }: BookingStart): Promise<BookingEnd> {
  let news: News = null;
  let rests = false;
  /** Of two pieces of news neither is the whole story any more. */
  const queueNews = (heard: BookingStanding | 'look'): void => {
    news = news === null ? heard : 'look';
  };
  // Who rests and has heard something goes first.
  const turns = new Mutex(() => !rests || news === null);
  setHandlers(bookingId, turns, queueNews);

  const awake = () => !turns.isTaken && (news !== null || workflowInfo().continueAsNewSuggested);
  const rest = async (forMs: number, summary: string): Promise<void> => {
    rests = true;
    await condition(awake, forMs, { summary });
    rests = false;
  };
  await rest(codeLifetimeMs, 'waiting for the code');
  for (;;) {
    if (workflowInfo().continueAsNewSuggested) await startAfresh(bookingId);
    const heard = news as News;
    news = null;
    const standing =
      heard === null || heard === 'look' ? await turns.take(() => durable.readStanding(bookingId)) : heard;
    publishStatus(standing);
    const told = standing.stage === 'code' || (await announce(bookingId, standing));
    if (standing.stage === 'over') {
      await condition(allHandlersFinished);
      if (told && news === null) return standing.end;
    }
    await rest(told ? restOf(standing) : Math.min(restOf(standing), MAIL_HOUR_MS), waitsFor(standing));
  }
}

/** What the flow can be asked. Each settles one attempt, in its turn; whoever changed something stirs the story. */
function setHandlers(bookingId: string, turns: Mutex, hear: (heard: BookingStanding | 'look') => void): void {
  const runAttempt = (settle: () => Promise<Confirmed>): Promise<AttemptOutcome> =>
    turns.take(async () => {
      try {
        const { outcome, standing } = await settle();
        if (outcome.result === 'done') hear(standing ?? 'look');
        return outcome;
      } catch (error) {
        // What came of it is not known here; the rows know.
        hear('look');
        throw error;
      }
    });
  /** No code is out that could still make something of a refused booking: the rows say that the story is over. */
  const lookAfter = async (opening: Promise<AttemptOutcome>): Promise<AttemptOutcome> => {
    const outcome = await opening;
    if (outcome.result === 'refused') hear('look');
    return outcome;
  };
  setHandler(requestCode, (issueNo) => turns.take(() => codeMail.sendCode(bookingId, issueNo)));
  setHandler(open, (attemptId) => lookAfter(runAttempt(() => interactive.open(attemptId))));
  setHandler(confirm, (attemptId) => runAttempt(() => interactive.confirm(attemptId)));
  setHandler(reschedule, (attemptId) => runAttempt(() => unread(interactive.reschedule(attemptId))));
  setHandler(cancel, (attemptId) => runAttempt(() => unread(interactive.cancel(attemptId))));
  setHandler(decide, (attemptId) => runAttempt(() => unread(interactive.decide(attemptId))));
  setHandler(markNoShow, (attemptId) => runAttempt(() => unread(interactive.markNoShow(attemptId))));
  setHandler(nudge, () => hear('look'));
}

/**
 * Local activities, one at a time: of a history in which one ends, and ends the timer, while another runs, the replay goes another
 * way (TMPRL1100), and after its worker has died the flow goes on no more.
 */
class Mutex {
  isTaken = false;
  readonly #mayBegin: () => boolean;

  constructor(mayBegin: () => boolean) {
    this.#mayBegin = mayBegin;
  }

  async take<T>(act: () => Promise<T>): Promise<T> {
    const isFree = () => !this.isTaken && this.#mayBegin();
    // Asked again: of several who waited, one has begun meanwhile.
    while (!isFree()) await condition(isFree);
    this.isTaken = true;
    try {
      return await act();
    } finally {
      this.isTaken = false;
    }
  }
}

/** What stirred the flow: a standing that was just written, or that it should look at the rows. null: nothing. */
type News = BookingStanding | 'look' | null;

const unread = async (settling: Promise<AttemptOutcome>): Promise<Confirmed> => ({
  outcome: await settling,
  standing: null,
});

/** The rows hold the truth, so a fresh run, with an empty history, has nothing to be told but the id. */
async function startAfresh(bookingId: string): Promise<void> {
  await condition(allHandlersFinished);
  await continueAsNew<typeof booking>({ bookingId, codeLifetimeMs: 0 });
}

/** How long nothing will happen by itself. A story that is over rests only for mails that did not go out. */
const restOf = (standing: BookingStanding): number =>
  standing.stage === 'over' ? MAIL_HOUR_MS : Math.max(standing.waitMs, 1);

/** Mails the changes that nobody was told of; false: a mail did not go out within the hour. */
async function announce(bookingId: string, standing: Exclude<BookingStanding, { stage: 'code' }>): Promise<boolean> {
  for (const revision of standing.dueRevisions) {
    try {
      await mail.announce.executeWithOptions({ summary: `mails of change ${revision}` }, [bookingId, revision]);
    } catch (error) {
      if (isCancellation(error)) throw error;
      setCurrentDetails(`${inWords(standing)} ${MAILS_WAIT}`);
      return false;
    }
  }
  return true;
}

const waitsFor = (standing: BookingStanding): string => {
  if (standing.stage === 'over') return 'waiting to try the mails again';
  if (standing.stage === 'code') return 'waiting for the code';
  return standing.status === 'pending_confirmation'
    ? 'waiting for the host to decide'
    : 'waiting for the meeting to end';
};

/** Shows operators where the story stands: search attributes to find it by, and words. */
function publishStatus(standing: BookingStanding): void {
  setCurrentDetails(inWords(standing));
  const { flowState, hostId, startsAt } = searchAttributes;
  if (standing.stage === 'code') return;
  if (standing.stage === 'over') {
    upsertSearchAttributes([{ key: flowState, value: standing.end }]);
    return;
  }
  upsertSearchAttributes([
    { key: flowState, value: standing.status },
    { key: hostId, value: standing.hostId },
    { key: startsAt, value: new Date(standing.startMs) },
  ]);
}

function inWords(standing: BookingStanding): string {
  if (standing.stage === 'code') return 'A code is out. Waiting for the guest to type it.';
  if (standing.stage === 'over') return `Over: ${standing.end.replace('_', ' ')}.`;
  const start = new Date(standing.startMs).toISOString();
  return standing.status === 'pending_confirmation'
    ? `The slot of ${start} is kept. Waiting for the host to approve or decline.`
    : `Booked for ${start}${standing.status === 'rescheduled' ? ' (moved)' : ''}. Waiting for the meeting to end.`;
}
