/** What became of a magic link's mail. late: nobody could use it any more, so none left. */
export type LinkMailEnd = 'mailed' | 'undeliverable' | 'late';

/** What became of an invitation's mail, by the same words. unsent: no provider took it for a day; the sweep begins anew. */
export type InvitationMailEnd = LinkMailEnd | 'unsent';

/** Where a trial stands: it runs for so long, it ended by the clock, or a subscription took its place. */
export type TrialStanding =
  | { readonly stage: 'running'; readonly waitMs: number }
  | { readonly stage: 'ended' | 'converted' };

export type TrialEnd = 'ended' | 'converted';
