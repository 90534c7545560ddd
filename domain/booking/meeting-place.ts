import type { LocationType } from '../../schemas/shapes/public-calendar.ts';
import { E164 } from '../forms/text-limits.ts';
import type { Language } from '../languages.ts';
import { singleLine, webLink } from '../untrusted-text.ts';
import type { MeetingFacts } from './meeting.ts';
import { placeNames } from './meeting-words.ts';

/** Places that a link leads into. */
const VIRTUAL: ReadonlySet<LocationType> = new Set(['google_meet', 'microsoft_teams', 'custom_link']);

/** The link that the people of a new booking meet by; null: its event names none. */
export const joinUrlOf = ({
  locationType,
  locationDetail,
}: Pick<MeetingFacts, 'locationType' | 'locationDetail'>): string | null =>
  VIRTUAL.has(locationType) && /^https:\/\//.test(locationDetail ?? '') ? locationDetail : null;

/** Where a meeting is: in words, as a link where there is one, and as the one line that a calendar shows. */
export interface MeetingPlace {
  readonly words: string;
  readonly link: string | null;
  readonly line: string;
}

/** Puts location type, detail and join link into words. The detail is the host's own text and may itself be a link. */
export function meetingPlace(
  meeting: Pick<MeetingFacts, 'locationType' | 'locationDetail' | 'joinUrl'>,
  language: Language,
): MeetingPlace {
  const kind = placeNames[language][meeting.locationType];
  const detail = meeting.locationDetail === null ? '' : singleLine(meeting.locationDetail, 500);
  const link = webLink(meeting.joinUrl) ?? webLink(detail);
  const words = detail === '' || detail === link ? kind : `${kind}: ${detail}`;
  return { words, link, line: link ?? words };
}

/** What nobody knows of the way into a meeting, because its event names none: the link, or who calls whom (decision 0075). */
export type MissingWayIn = 'link' | 'call';

/** What an event type leaves open. `hasNumber`: guests leave one in its form. null: nothing. */
export function wayInLeftOpen(
  { locationType, locationDetail }: Pick<MeetingFacts, 'locationType' | 'locationDetail'>,
  hasNumber: boolean,
): MissingWayIn | null {
  if (locationDetail !== null) return null;
  if (VIRTUAL.has(locationType)) return 'link';
  return locationType === 'phone' && !hasNumber ? 'call' : null;
}

/** What the people of a meeting have to hear from its host. null: nothing. */
export function missingWayIn(
  meeting: Pick<MeetingFacts, 'locationType' | 'locationDetail' | 'joinUrl' | 'answers'>,
): MissingWayIn | null {
  const hasNumber = meeting.answers.some(({ display }) => E164.test(display));
  return meeting.joinUrl === null ? wayInLeftOpen(meeting, hasNumber) : null;
}
