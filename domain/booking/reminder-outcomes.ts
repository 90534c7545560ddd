/** What became of a planned mail. A mail that is none of these waits, or is tried again. */
export const REMINDER_OUTCOMES = [
  'left',
  'too_late',
  /** It spoke of a meeting that is another one now. */
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

/** What one look of the flow's activity did. It is history in Temporal: counts alone. */
export interface RemindersReport {
  readonly outcomes: Partial<Record<ReminderOutcome, number>>;
  /** Until the next one is due; null: none is to come. */
  readonly waitMs: number | null;
}
