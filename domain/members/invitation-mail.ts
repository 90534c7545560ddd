/** What became of an invitation's mail. unsent: no provider took it for a day; the sweep starts the flow again. */
export type InvitationMailEnd = 'mailed' | 'undeliverable' | 'late' | 'unsent';
