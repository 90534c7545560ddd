import { inviteWords } from '../../texts/en/meetings.ts';
import { translated } from '../../texts/translated.ts';
import type { MeetingFacts } from '../booking/meeting.ts';
import { meetingPlace, placeFor } from '../booking/meeting-place.ts';
import { plausibleName, singleLine } from '../untrusted-text.ts';
import type { CalendarProviderName, EventToWrite } from './remote-event.ts';

/** The calendar of an event, and the host's settings for it. */
export interface EventTarget {
  readonly provider: CalendarProviderName;
  /** The provider's id of the account. */
  readonly accountId: string;
  readonly wantsLink: boolean;
  /** The host's setting. It applies to Google alone: Microsoft would mail the guests an invite of its own, and that cannot be suppressed. */
  readonly guestsAsAttendees: boolean;
  /** true if mails to further guests wait for the guest's confirmation, so the event must not name these guests */
  readonly guestsWait: boolean;
  readonly uid: string;
  readonly mayExist: boolean;
}

/** The tenant of all personal accounts at Microsoft. */
const PERSONAL_TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad';

/** Returns the event of a booking for the calendar of one of its hosts: in their language and zone, with the texts of their invite. */
export function eventToWrite(meeting: MeetingFacts, target: EventTarget): EventToWrite {
  const { provider, accountId, wantsLink, guestsAsAttendees, guestsWait, uid, mayExist } = target;
  const words = translated(inviteWords, meeting.hostLanguage);
  // A link that this calendar makes is already in the event.
  const attends = guestsAsAttendees && provider === 'google';
  const known = wantsLink ? { ...meeting, joinUrl: null } : meeting;
  // Attendees read the event, so it must not show one guest's number to the others.
  const place = attends ? meetingPlace(known, meeting.hostLanguage) : placeFor('host', known, meeting.hostLanguage);
  const guest = plausibleName(meeting.guestName) ?? meeting.guestEmail;
  return {
    bookingId: meeting.bookingId,
    ...{ generation: 0, uid, mayExist },
    title: singleLine(words.title(meeting.eventName, guest), 160),
    description: [
      words.arranged(singleLine(meeting.eventName, 120), singleLine(meeting.workspaceName, 120)),
      ...(place.link ? [words.join(place.link)] : []),
      // Attendees would read each other's answers.
      ...(attends ? [] : linesForHost(meeting)),
    ].join('\n'),
    location: wantsLink ? null : place.line,
    startMs: meeting.startMs,
    endMs: meeting.endMs,
    timezone: meeting.hostTimezone,
    attendees: attends ? attendeesOf(meeting, guestsWait) : [],
    wantsLink,
    linkProvider: accountId.startsWith(`${PERSONAL_TENANT}.`) ? null : 'teamsForBusiness',
  };
}

const linesForHost = ({ guestEmail, answers }: MeetingFacts): string[] => [
  guestEmail,
  ...answers.map(({ label, display }) => `${singleLine(label, 120)}: ${singleLine(display, 500)}`),
];

const attendeesOf = (
  { guestEmail, guestName, guests }: MeetingFacts,
  guestsWait: boolean,
): EventToWrite['attendees'] => [
  { email: guestEmail, name: plausibleName(guestName) },
  ...(guestsWait ? [] : guests.map((email) => ({ email, name: null }))),
];

/** Returns the meeting's guests who declined in the calendar. Other attendees, whom the host invited there, are ignored. */
export function declinedBy(
  responses: Readonly<Record<string, string>>,
  { guestEmail, guests }: Pick<MeetingFacts, 'guestEmail' | 'guests'>,
): string[] {
  return [guestEmail, ...guests].filter((email) => responses[email.toLowerCase()] === 'declined');
}
