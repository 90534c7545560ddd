const DAY_MS = 24 * 60 * 60_000;

/** After this time without a person as its owner and without upcoming meetings, a workspace takes no bookings. */
export const UNCLAIMED_DAYS = 30;
/** The days of the two mails to its owner. */
export const UNCLAIMED_MAIL_DAYS = { first: 23, last: 29 } as const;
/** How long an upcoming meeting keeps it active, before the next look. */
export const READ_AGAIN_MS = DAY_MS;

export const daysInMs = (days: number): number => days * DAY_MS;

export type UnclaimedEnd = 'claimed' | 'inactive';

/** Where an unclaimed workspace stands after a look. Words and times only: it is history in Temporal. */
export type UnclaimedStanding =
  | { readonly stage: 'waiting'; readonly waitMs: number; readonly isMailDue: boolean }
  | { readonly stage: UnclaimedEnd };
