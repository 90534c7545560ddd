/** What became of a planned mail, in words for operators. A mail that is none of these waits, or is tried again. */
export const REMINDER_OUTCOMES = {
  left: 'left',
  too_late: 'too late',
  meeting_changed: 'of a meeting that is not what it spoke of',
  rule_removed: 'removed from the event type',
  workspace_deleted: 'of a deleted workspace',
  refused_by_guest: 'not wanted by the guest',
  over_cap: 'over the cap of mails to strangers',
  undeliverable: 'refused by the mail provider',
  host_gone: 'without a host in the workspace',
} as const;

export type ReminderOutcome = keyof typeof REMINDER_OUTCOMES;

/** What one look of the flow's activity did. It is history in Temporal: counts alone. */
export interface RemindersReport {
  readonly outcomes: Partial<Record<ReminderOutcome, number>>;
  /** Until the next one is due; null: none is to come. */
  readonly waitMs: number | null;
}

/** For operators, such as `1 left, 1 over the cap of mails to strangers`; empty if nothing was due. */
export const outcomesInWords = ({ outcomes }: RemindersReport): string =>
  Object.entries(outcomes)
    .map(([outcome, count]) => `${count} ${REMINDER_OUTCOMES[outcome as ReminderOutcome]}`)
    .join(', ');
