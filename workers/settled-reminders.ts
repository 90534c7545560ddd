import { Runtime } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { MissedMailsOfBooking } from '../activities/booking/waiting-mails.ts';
import type { SettledReminder } from '../activities/reminders/reminders.ts';
import { REMINDER_OUTCOMES } from '../domain/booking/reminder-outcomes.ts';

/** Logs and counts the outcome of each reminder: one line and one count for each planned mail. So "I got no reminder" has an answer. */
export function remindersTo(log: Logger) {
  const counter = Runtime.instance().metricMeter.createCounter(
    'holdfast_reminders_total',
    '1',
    'Planned mails of reminders by outcome: left, or why not.',
  );
  // A series that begins with its first count has no increase: the first mail of an outcome would raise no alert.
  for (const outcome of REMINDER_OUTCOMES) counter.add(0, { outcome });
  return (reminder: SettledReminder): void => {
    counter.add(1, { outcome: reminder.outcome });
    log.info({ ...reminder }, 'a reminder is settled');
  };
}

/** Logs and counts mails about a moved meeting that had no room in the caps of mails until it began. The host sees them in its history. */
export function missedMailsTo(log: Logger) {
  const counter = Runtime.instance().metricMeter.createCounter(
    'holdfast_missed_mails_total',
    '1',
    'Mails about a moved meeting that did not leave before it began.',
  );
  // A series that begins with its first count has no increase: the first one would raise no alert.
  counter.add(0);
  return (missed: MissedMailsOfBooking): void => {
    counter.add((missed.toGuest ? 1 : 0) + missed.toFurtherGuests);
    log.warn({ ...missed }, 'mails about a moved meeting did not leave before it began');
  };
}
