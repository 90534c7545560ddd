/** The end of a sign-in link's mail. late: the link no longer worked, so none was sent. */
export type LinkMailEnd = 'mailed' | 'undeliverable' | 'late';

/** The end of an invitation's mail, likewise. unsent: no provider took it for a day; the sweep starts again. */
export type InvitationMailEnd = LinkMailEnd | 'unsent';

/** Where a trial stands: running, ended by the clock, or replaced by a subscription. */
export type TrialStanding =
  | { readonly stage: 'running'; readonly waitMs: number }
  | { readonly stage: 'ended' | 'converted' };

export type TrialEnd = 'ended' | 'converted';
