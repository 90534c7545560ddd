import { inviteWords } from '../../texts/en/meetings.ts';
import { translated } from '../../texts/translated.ts';
import type { MeetingFacts } from '../booking/meeting.ts';
import { meetingPlace, placeFor } from '../booking/meeting-place.ts';
import { plausibleName, singleLine } from '../untrusted-text.ts';
import type { CalendarProviderName, EventToWrite } from './remote-event.ts';

/** Which calendar an event is for, and what its host wants in it. */
export interface EventFor {
  readonly provider: CalendarProviderName;
  /** As the provider names it. */
  readonly accountId: string;
  readonly wantsLink: boolean;
  /** The host's setting. Google alone: Microsoft would mail them an invite of its own, and that cannot be suppressed. */
  readonly guestsAsAttendees: boolean;
  /** The further guests' mails wait, so the event must not name them. */
  readonly guestsWait: boolean;
  readonly uid: string;
  readonly mayExist: boolean;
}

/** The tenant of all accounts of persons at Microsoft. */
const PERSONAL_TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad';

/** The event of a booking, for the calendar of one of its hosts: in their words and zone, as in the invite of their mail. */
export function eventToWrite(meeting: MeetingFacts, target: EventFor): EventToWrite {
  const { provider, accountId, wantsLink, guestsAsAttendees, guestsWait, uid, mayExist } = target;
  const words = translated(inviteWords, meeting.hostLanguage);
  // A link that this calendar makes is in the event already.
  const attends = guestsAsAttendees && provider === 'google';
  const known = wantsLink ? { ...meeting, joinUrl: null } : meeting;
  // Guests who attend read the event: the number of one is none of the others'.
  const place = attends ? meetingPlace(known, meeting.hostLanguage) : placeFor('host', known, meeting.hostLanguage);
  const guest = plausibleName(meeting.guestName) ?? meeting.guestEmail;
  return {
    bookingId: meeting.bookingId,
    ...{ generation: 0, uid, mayExist },
    title: singleLine(words.title(meeting.eventName, guest), 160),
    description: [
      words.arranged(singleLine(meeting.eventName, 120), singleLine(meeting.workspaceName, 120)),
      ...(place.link ? [words.join(place.link)] : []),
      // Guests who attend would read what one of them has answered.
      ...(attends ? [] : hostsLines(meeting)),
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

const hostsLines = ({ guestEmail, answers }: MeetingFacts): string[] => [
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

/** Which of a meeting's guests declined in the calendar. Other attendees, whom the host invited there, are none of our business. */
export function declinedBy(
  responses: Readonly<Record<string, string>>,
  { guestEmail, guests }: Pick<MeetingFacts, 'guestEmail' | 'guests'>,
): string[] {
  return [guestEmail, ...guests].filter((email) => responses[email.toLowerCase()] === 'declined');
}
