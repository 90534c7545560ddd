const MINUTE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** "24 November 2026 at 09:00 UTC", for pages of mails' links: their reader's zone is not known. */
export const minuteInUtc = (instant: string): string => `${MINUTE.format(new Date(instant))} UTC`;
