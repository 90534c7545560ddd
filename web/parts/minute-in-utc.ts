/** "24 November 2026 at 09:00 UTC", for pages of mails' links: their reader's zone is not known. @param tag BCP 47 */
export const minuteInUtc = (instant: string, tag = 'en-GB'): string =>
  `${new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(instant))} UTC`;
