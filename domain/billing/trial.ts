/**
 * Where a trial stands: it runs, and is looked at again after so long; it ended by the clock; or a subscription took its place.
 * `isMailDue`: its owners are to be mailed now.
 */
export type TrialStanding =
  | { readonly stage: 'running'; readonly waitMs: number; readonly isMailDue?: boolean }
  | { readonly stage: 'ended'; readonly isMailDue?: boolean }
  | { readonly stage: 'converted' };

export type TrialEnd = 'ended' | 'converted';

/** Owners are reminded so long before a trial's end. */
export const TRIAL_REMINDER_MS = 3 * 24 * 60 * 60_000;
