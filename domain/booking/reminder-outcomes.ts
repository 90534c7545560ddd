/** The outcomes of a planned mail. A mail without an outcome waits, or is tried again. */
export const REMINDER_OUTCOMES = [
  'left',
  'too_late',
  /** The meeting that it announced was changed. */
  'meeting_changed',
  'rule_removed',
  'workspace_deleted',
  'refused_by_guest',
  'over_cap',
  /** The mail provider refused it for good. */
  'undeliverable',
  'host_gone',
] as const;

export type ReminderOutcome = (typeof REMINDER_OUTCOMES)[number];

/** The result of one run of the flow's activity. It is part of Temporal's history, so it has counts alone. */
export interface RemindersReport {
  readonly outcomes: Partial<Record<ReminderOutcome, number>>;
  /** The time until the next mail is due; null: there is none. */
  readonly waitMs: number | null;
}
