import type { BookingStatus } from '../../schemas/shapes/public-calendar.ts';
import { isStanding } from '../booking/booking-states.ts';
import type { MeetingFacts } from '../booking/meeting.ts';
import { meetingPlace, wayInToCome } from '../booking/meeting-place.ts';
import { hosts, toMarkdown } from './pack-words.ts';

const MISSING = {
  link: 'no link: send one to your guest',
  call: 'no number: tell your guest who calls',
  coming: 'your calendar makes the link',
  failed: 'your calendar made no link',
} as const;

/** The meeting of a pack, as it is when somebody reads the pack. */
export type PackMeeting = Pick<
  MeetingFacts,
  'locationType' | 'locationDetail' | 'joinUrl' | 'answers' | 'linkByCalendar' | 'endMs'
> & { readonly status: BookingStatus };

/**
 * Adds how to join, or where, below the time. It is no input of the pack: a link that comes later is there at the next reading. Its words and
 * link are the host's or their calendar's, never a guest's. A meeting that is over, or does not take place: the text stays as it is.
 */
export function withWayIn(markdown: string, meeting: PackMeeting, now: number): string {
  if (!isStanding(meeting.status) || meeting.endMs <= now) return markdown;
  const { words, link } = meetingPlace(meeting, 'en');
  const missing = wayInToCome(meeting);
  const line = [
    `**${link === null ? 'Where' : 'Join'}:** ${toMarkdown([hosts(words)])}`,
    ...(link === null ? [] : [`<${link}>`]),
    ...(missing === null ? [] : [MISSING[missing]]),
  ].join(', ');
  return markdown.replace(/^(\*\*When:\*\*.*)$/m, (when) => `${when}\n${line}  `);
}
