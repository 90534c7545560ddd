import type { ReminderOutcome, RemindersReport } from '../domain/booking/reminder-outcomes.ts';

const WORDS: Readonly<Record<ReminderOutcome, string>> = {
  left: 'left',
  too_late: 'too late',
  meeting_changed: 'of a meeting that is not what it spoke of',
  rule_removed: 'removed from the event type',
  workspace_deleted: 'of a deleted workspace',
  refused_by_guest: 'not wanted by the guest',
  over_cap: 'over the cap of mails to strangers',
  undeliverable: 'refused by the mail provider',
  host_gone: 'without a host in the workspace',
};

/** For operators, such as `1 left, 1 over the cap of mails to strangers`; empty if nothing was due. */
export const outcomesInWords = ({ outcomes }: RemindersReport): string =>
  Object.entries(outcomes)
    .map(([outcome, count]) => `${count} ${WORDS[outcome as ReminderOutcome]}`)
    .join(', ');
