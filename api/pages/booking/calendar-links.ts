import { hostNames, type MeetingFacts } from '../../../domain/booking/meeting.ts';
import { placeFor } from '../../../domain/booking/meeting-place.ts';
import { singleLine } from '../../../domain/untrusted-text.ts';
import { inviteWords } from '../../../texts/en/meetings.ts';
import { bookedWords } from '../../../texts/en/pages/booking.ts';
import { translated } from '../../../texts/translated.ts';
import type { Locale } from '../../../web/parts/locale.ts';

const TITLE_LENGTH = 160;

/**
 * Links that open a filled-in entry in web calendars. Times are in UTC; each calendar shows them in the reader's zone. Nothing is
 * sent before the guest follows a link, and its only secret is the join link.
 */
export function calendarLinks(meeting: MeetingFacts, { language }: Pick<Locale, 'language'>) {
  const words = translated(inviteWords, language);
  const { line, link } = placeFor('guest', meeting, language);
  const title = singleLine(words.title(meeting.eventName, hostNames(meeting, language)), TITLE_LENGTH);
  const about = [...(link === null ? [] : [words.join(link)]), translated(bookedWords, language).bookedBy].join('\n');
  const [start, end] = [meeting.startMs, meeting.endMs].map((ms) => new Date(ms).toISOString().replace('.000Z', 'Z'));
  const compact = (instant = ''): string => instant.replaceAll(/[-:]/g, '');
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${compact(start)}/${compact(end)}`,
    details: about,
    location: line,
  });
  const outlook = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: start ?? '',
    enddt: end ?? '',
    body: about,
    location: line,
  });
  // Outlook does not decode a plus sign as a space.
  const compose = `calendar/0/deeplink/compose?${String(outlook).replaceAll('+', '%20')}`;
  return {
    googleHref: `https://calendar.google.com/calendar/render?${google}`,
    outlookHref: `https://outlook.live.com/${compose}`,
    officeHref: `https://outlook.office.com/${compose}`,
  };
}
