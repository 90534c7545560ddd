/** Where a trial stands: it runs for so long, it ended by the clock, or a subscription took its place. */
export type TrialStanding =
  | { readonly stage: 'running'; readonly waitMs: number }
  | { readonly stage: 'ended' | 'converted' };

export type TrialEnd = 'ended' | 'converted';
