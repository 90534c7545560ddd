import type { LocationType } from '../../schemas/shapes/public-calendar.ts';
import { callWords, placeNames } from '../../texts/en/meetings.ts';
import type { Language } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';
import { E164 } from '../forms/text-limits.ts';
import { singleLine, webLink } from '../untrusted-text.ts';
import type { MeetingFacts } from './meeting.ts';

/** Places with a join link. */
const VIRTUAL: ReadonlySet<LocationType> = new Set(['google_meet', 'microsoft_teams', 'custom_link']);

/** Returns the join link of a new booking; null if its event has none. */
export const joinUrlOf = ({
  locationType,
  locationDetail,
}: Pick<MeetingFacts, 'locationType' | 'locationDetail'>): string | null =>
  VIRTUAL.has(locationType) && /^https:\/\//.test(locationDetail ?? '') ? locationDetail : null;

/** The place of a meeting: in words, as a link if there is one, and as one line for a calendar. */
export interface MeetingPlace {
  readonly words: string;
  readonly link: string | null;
  readonly line: string;
}

type PlaceFacts = Pick<MeetingFacts, 'locationType' | 'locationDetail' | 'joinUrl'>;

/** Returns location type, detail and join link in words. The detail is the host's own text, maybe a link. */
export function meetingPlace(meeting: PlaceFacts, language: Language): MeetingPlace {
  const kind = translated(placeNames, language)[meeting.locationType];
  const detail = meeting.locationDetail === null ? '' : singleLine(meeting.locationDetail, 500);
  const link = webLink(meeting.joinUrl) ?? webLink(detail);
  const words = detail === '' || detail === link ? kind : `${kind}: ${detail}`;
  return { words, link, line: link ?? words };
}

/** Returns the number that a guest gave for a phone call, as E.164; null if there is none, or the meeting is no call. */
export const guestNumber = ({
  locationType,
  answers,
}: Pick<MeetingFacts, 'locationType' | 'answers'>): string | null =>
  locationType === 'phone' ? (answers.find(({ display }) => E164.test(display))?.display ?? null) : null;

/**
 * Returns the place for its host or its guest. For a call without details it also says that the host calls the guest's number.
 * Further guests get `meetingPlace`, since the number is private.
 */
export function placeFor(
  reader: 'host' | 'guest',
  meeting: PlaceFacts & Pick<MeetingFacts, 'answers'>,
  language: Language,
): MeetingPlace {
  const number = meeting.locationDetail === null ? guestNumber(meeting) : null;
  if (number === null) return meetingPlace(meeting, language);
  const words = translated(callWords, language)[reader](number);
  return { words, link: null, line: words };
}

/** The join details that an event lacks: the link, or who calls whom (docs/decisions/booking.md#a-way-to-join). */
export type MissingJoinDetails = 'link' | 'call';

/** Missing join details, or a link that the host's calendar makes: it is not there yet, or creating it failed. */
export type PendingJoinDetails = MissingJoinDetails | 'coming' | 'failed';

/** Returns the join details that an event type lacks; null if none. `hasNumber`: its form asks for a phone number. */
export function missingFromEventType(
  { locationType, locationDetail }: Pick<MeetingFacts, 'locationType' | 'locationDetail'>,
  hasNumber: boolean,
): MissingJoinDetails | null {
  if (locationDetail !== null) return null;
  if (VIRTUAL.has(locationType)) return 'link';
  return locationType === 'phone' && !hasNumber ? 'call' : null;
}

/** Returns the join details that attendees still need from the host; null if none. */
export function missingJoinDetails(
  meeting: Pick<MeetingFacts, 'locationType' | 'locationDetail' | 'joinUrl' | 'answers'>,
): MissingJoinDetails | null {
  const hasNumber = meeting.answers.some(({ display }) => E164.test(display));
  return meeting.joinUrl === null ? missingFromEventType(meeting, hasNumber) : null;
}

/** Returns the join details that attendees still need, from the host or the host's calendar; null if none. */
export function pendingJoinDetails(
  meeting: Parameters<typeof missingJoinDetails>[0] & Pick<MeetingFacts, 'linkByCalendar'>,
): PendingJoinDetails | null {
  const missing = missingJoinDetails(meeting);
  return missing === 'link' ? (meeting.linkByCalendar ?? missing) : missing;
}
