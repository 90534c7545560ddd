import { Runtime } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { SettledReminder } from '../activities/booking/reminders.ts';
import { REMINDER_OUTCOMES } from '../domain/booking/reminder-outcomes.ts';

/** Tells operators what became of each reminder: one line and one count for each planned mail. So "I got no reminder" has an answer. */
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
