import type { BookingFlowState } from '../domain/booking/attempt.ts';

/** For so long the flow waits for the mails of a change. Then it goes on, and tries them again within the next hour. */
export const MAIL_HOUR_MS = 3_600_000;
/** The name of a timer that ends at a reminder. */
export const A_REMINDER = 'waiting for a reminder';

/** The times until concurrent work is due; null: none is. */
interface ConcurrentWork {
  /** Until mails of a change are to be tried again. */
  readonly toMailsMs: number | null;
  readonly toReminderMs: number | null;
  readonly toCalendarMs: number | null;
  readonly toWaitingMailMs: number | null;
}

interface Wait {
  readonly forMs: number;
  /** For operators: the name of the timer. */
  readonly summary: string;
}

/** Returns the wait that ends first. An ended booking waits only for its reminders, and for retries. */
export function nextWait(state: BookingFlowState, due: ConcurrentWork): Wait {
  const { toMailsMs, toReminderMs, toCalendarMs, toWaitingMailMs } = due;
  const waits: Wait[] = [{ forMs: stageMs(state), summary: stageInWords(state) }];
  if (toMailsMs !== null) waits.push({ forMs: toMailsMs, summary: mailsInWords(toMailsMs) });
  if (toReminderMs !== null) waits.push({ forMs: toReminderMs, summary: A_REMINDER });
  if (toCalendarMs !== null) waits.push({ forMs: toCalendarMs, summary: 'waiting to try the calendars again' });
  if (toWaitingMailMs !== null) waits.push({ forMs: toWaitingMailMs, summary: 'waiting to check for room for mails' });
  const { forMs, summary } = waits.reduce((first, wait) => (wait.forMs < first.forMs ? wait : first));
  if (forMs < Infinity) return { forMs: Math.max(forMs, 1), summary };
  return { forMs: MAIL_HOUR_MS, summary: 'waiting for late changes' };
}

const mailsInWords = (toMailsMs: number): string =>
  toMailsMs < MAIL_HOUR_MS ? 'waiting for the events in calendars of hosts' : 'waiting to try the mails again';

const stageMs = (state: BookingFlowState): number => (state.stage === 'over' ? Infinity : state.waitMs);

const stageInWords = (state: BookingFlowState): string => {
  if (state.stage === 'code') return 'waiting for the code';
  if (state.stage === 'over') return 'waiting for late changes';
  return state.status === 'pending_confirmation' ? 'waiting for the host to decide' : 'waiting for the meeting to end';
};
