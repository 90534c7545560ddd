/** What became of a magic link's mail. late: nobody could use it any more, so none left. */
export type LinkMailEnd = 'mailed' | 'undeliverable' | 'late';
