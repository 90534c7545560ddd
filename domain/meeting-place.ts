import type { LocationType } from '../schemas/public-calendar.ts';
import type { MeetingFacts } from './meeting.ts';
import { singleLine, webLink } from './untrusted-text.ts';

const PLACE_NAMES: Readonly<Record<LocationType, string>> = {
  google_meet: 'Google Meet',
  microsoft_teams: 'Microsoft Teams',
  phone: 'Phone',
  in_person: 'In person',
  custom_link: 'Online',
};

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
export function meetingPlace(meeting: Pick<MeetingFacts, 'locationType' | 'locationDetail' | 'joinUrl'>): MeetingPlace {
  const kind = PLACE_NAMES[meeting.locationType];
  const detail = meeting.locationDetail === null ? '' : singleLine(meeting.locationDetail, 500);
  const link = webLink(meeting.joinUrl) ?? webLink(detail);
  const words = detail === '' || detail === link ? kind : `${kind}: ${detail}`;
  return { words, link, line: link ?? words };
}

const E164 = /^\+[1-9]\d{6,14}$/;

/**
 * What the people of a meeting do not know of its way in, because its event names none: only the host can tell (decision 0075).
 * `call`: who calls whom; not where the guest left a number. null: nothing is missing.
 */
export function missingWayIn(
  meeting: Pick<MeetingFacts, 'locationType' | 'locationDetail' | 'joinUrl' | 'answers'>,
): 'link' | 'call' | null {
  const { locationType, locationDetail, joinUrl, answers } = meeting;
  if (locationDetail !== null || joinUrl !== null) return null;
  if (VIRTUAL.has(locationType)) return 'link';
  return locationType === 'phone' && !answers.some(({ display }) => E164.test(display)) ? 'call' : null;
}
