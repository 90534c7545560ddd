import type { LocationType } from '../../schemas/shapes/public-calendar.ts';
import { callWords, placeNames } from '../../texts/en/meetings.ts';
import type { Language } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';
import { E164 } from '../forms/text-limits.ts';
import { singleLine, webLink } from '../untrusted-text.ts';
import type { MeetingFacts } from './meeting.ts';

/** Places with a join link. */
const VIRTUAL: ReadonlySet<LocationType> = new Set(['google_meet', 'microsoft_teams', 'custom_link']);

/** The join link of a new booking; null: its event has none. */
export const joinUrlOf = ({
  locationType,
  locationDetail,
}: Pick<MeetingFacts, 'locationType' | 'locationDetail'>): string | null =>
  VIRTUAL.has(locationType) && /^https:\/\//.test(locationDetail ?? '') ? locationDetail : null;

/** Where a meeting is: in words, as a link if there is one, and as one line for a calendar. */
export interface MeetingPlace {
  readonly words: string;
  readonly link: string | null;
  readonly line: string;
}

type PlaceFacts = Pick<MeetingFacts, 'locationType' | 'locationDetail' | 'joinUrl'>;

/** Puts location type, detail and join link into words. The detail is the host's own text, maybe a link. */
export function meetingPlace(meeting: PlaceFacts, language: Language): MeetingPlace {
  const kind = translated(placeNames, language)[meeting.locationType];
  const detail = meeting.locationDetail === null ? '' : singleLine(meeting.locationDetail, 500);
  const link = webLink(meeting.joinUrl) ?? webLink(detail);
  const words = detail === '' || detail === link ? kind : `${kind}: ${detail}`;
  return { words, link, line: link ?? words };
}

/** The number that a guest gave for a phone call; null: none, or the meeting is no call. Digits alone, as the form takes them. */
export const guestNumber = ({
  locationType,
  answers,
}: Pick<MeetingFacts, 'locationType' | 'answers'>): string | null =>
  locationType === 'phone' ? (answers.find(({ display }) => E164.test(display))?.display ?? null) : null;

/**
 * The place, for its host or its guest: of a call whose event says no more, also that the host calls the number that the guest gave. Further
 * guests get `meetingPlace`: the number is none of theirs.
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

/** The join details that an event does not give: the link, or who calls whom (docs/decisions/booking.md#a-way-to-join). */
export type MissingWayIn = 'link' | 'call';

/** Also: the host's calendar makes the link, and it is not there yet, or that failed. */
export type WayInToCome = MissingWayIn | 'coming' | 'failed';

/** Join details that an event type lacks. `hasNumber`: its form asks for one. null: none. */
export function wayInLeftOpen(
  { locationType, locationDetail }: Pick<MeetingFacts, 'locationType' | 'locationDetail'>,
  hasNumber: boolean,
): MissingWayIn | null {
  if (locationDetail !== null) return null;
  if (VIRTUAL.has(locationType)) return 'link';
  return locationType === 'phone' && !hasNumber ? 'call' : null;
}

/** The join details that attendees still need from the host. null: none. */
export function missingWayIn(
  meeting: Pick<MeetingFacts, 'locationType' | 'locationDetail' | 'joinUrl' | 'answers'>,
): MissingWayIn | null {
  const hasNumber = meeting.answers.some(({ display }) => E164.test(display));
  return meeting.joinUrl === null ? wayInLeftOpen(meeting, hasNumber) : null;
}

/** The join details that attendees still need, and from whom. null: none. */
export function wayInToCome(
  meeting: Parameters<typeof missingWayIn>[0] & Pick<MeetingFacts, 'linkByCalendar'>,
): WayInToCome | null {
  const missing = missingWayIn(meeting);
  return missing === 'link' ? (meeting.linkByCalendar ?? missing) : missing;
}
