import type { HostPrepPack } from '../../schemas/shapes/prep-pack.ts';
import type { BookingStatus } from '../../schemas/shapes/public-calendar.ts';
import { type BookingState, hasEnded, isScheduled } from '../booking/booking-states.ts';
import type { MeetingFacts } from '../booking/meeting.ts';
import { guestNumber, meetingPlace, pendingJoinDetails } from '../booking/meeting-place.ts';
import { hosts, theirs, toMarkdown, type Words } from './pack-words.ts';

/** What a reader of a pack must know of its meeting first. */
type MeetingState = NonNullable<HostPrepPack['meeting']>;

const MESSAGES: Readonly<Record<MeetingState['state'], string>> = {
  canceled: 'This meeting does not take place: it was canceled or declined.',
  not_confirmed: 'This meeting is not confirmed: it waits for the host’s approval.',
  no_show: 'This meeting is over: the guest did not come.',
  over: 'This meeting is over.',
};

/** How a meeting stands that a pack was made for, if it is not one to come. It is no input of the pack: it is read with it. null: it is to come. */
export function meetingState(meeting: Pick<BookingState, 'status' | 'endMs'>, now: number): MeetingState | null {
  const state = stateOf(meeting, now);
  return state && { state, message: MESSAGES[state] };
}

function stateOf(meeting: Pick<BookingState, 'status' | 'endMs'>, now: number): MeetingState['state'] | null {
  const { status } = meeting;
  if (status === 'canceled' || status === 'no_show') return status;
  if (hasEnded(meeting, now)) return 'over';
  return isScheduled(status) ? null : 'not_confirmed';
}

const MISSING = {
  link: 'no link: send one to your guest',
  call: 'no number: tell your guest who calls',
  coming: 'your calendar makes the link',
  failed: 'your calendar made no link',
} as const;

/** The meeting of a pack, as it is when somebody reads the pack. */
export type PackMeeting = Pick<
  MeetingFacts,
  'locationType' | 'locationDetail' | 'joinUrl' | 'answers' | 'guests' | 'linkByCalendar' | 'endMs'
> & { readonly status: BookingStatus };

/**
 * Adds how to join, or where, below the time, with the number that the guest gave for a call and who else was invited. They are no inputs of the
 * pack: a link that comes later is there at the next reading, and a guest who was taken out is not. Words and link of the place are the host's
 * or their calendar's; a guest's are quoted. Of a meeting that is over, or does not take place, a box below the title says so instead.
 */
export function withWayIn(markdown: string, meeting: PackMeeting, now: number): string {
  const state = meetingState(meeting, now);
  if (state !== null) return markdown.replace(/^# .*\n/, (title) => `${title}\n> **${state.message}**\n`);
  const { words, link } = meetingPlace(meeting, 'en');
  const missing = pendingJoinDetails(meeting);
  const line = [
    `**${link === null ? 'Where' : 'Join'}:** ${toMarkdown([hosts(words)])}`,
    ...(link === null ? [] : [`<${link}>`]),
    ...(missing === null ? [] : [MISSING[missing]]),
  ].join(', ');
  const number = guestNumber(meeting);
  const people: Words[] = [
    ...(number === null ? [] : [['**Their number:** ', theirs(number)]]),
    ...(meeting.guests.length === 0
      ? []
      : [['**Also invited:** ', ...meeting.guests.flatMap((guest, at) => [...(at > 0 ? [', '] : []), theirs(guest)])]]),
  ];
  const lines = [line, ...people.map(toMarkdown)].map((text) => `\n${text}  `).join('');
  return markdown.replace(/^(\*\*When:\*\*.*(?:\n\*\*Their time:\*\*.*)?)$/m, (when) => `${when}${lines}`);
}
