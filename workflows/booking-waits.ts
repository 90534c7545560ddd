import type { BookingStanding } from '../domain/booking/attempt.ts';

/** For so long the flow waits for the mails of a change. Then it goes on, and tries them again within the next hour. */
export const MAIL_HOUR_MS = 3_600_000;
/** The name of a timer that ends at a reminder. */
export const A_REMINDER = 'waiting for a reminder';

/** What is due beside the standing; null: nothing is. */
interface Beside {
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

/** What is due first by time, and when. A booking that is over waits only for its reminders, and for what did not work. */
export function nextWait(standing: BookingStanding, due: Beside): Wait {
  const { toMailsMs, toReminderMs, toCalendarMs, toWaitingMailMs } = due;
  const waits: Wait[] = [{ forMs: stageMs(standing), summary: stageInWords(standing) }];
  if (toMailsMs !== null) waits.push({ forMs: toMailsMs, summary: mailsInWords(toMailsMs) });
  if (toReminderMs !== null) waits.push({ forMs: toReminderMs, summary: A_REMINDER });
  if (toCalendarMs !== null) waits.push({ forMs: toCalendarMs, summary: 'waiting to try the calendars again' });
  if (toWaitingMailMs !== null) waits.push({ forMs: toWaitingMailMs, summary: 'waiting to check for room for mails' });
  const { forMs, summary } = waits.reduce((first, wait) => (wait.forMs < first.forMs ? wait : first));
  if (forMs < Infinity) return { forMs: Math.max(forMs, 1), summary };
  return { forMs: MAIL_HOUR_MS, summary: 'waiting for what came meanwhile' };
}

const mailsInWords = (toMailsMs: number): string =>
  toMailsMs < MAIL_HOUR_MS ? 'waiting for the events in calendars of hosts' : 'waiting to try the mails again';

const stageMs = (standing: BookingStanding): number => (standing.stage === 'over' ? Infinity : standing.waitMs);

const stageInWords = (standing: BookingStanding): string => {
  if (standing.stage === 'code') return 'waiting for the code';
  if (standing.stage === 'over') return 'waiting for what came meanwhile';
  return standing.status === 'pending_confirmation'
    ? 'waiting for the host to decide'
    : 'waiting for the meeting to end';
};
