import { placeNames } from '../../../texts/en/meetings.ts';
import { insteadOfVideo, type MakesLinks, type UsualPlace, worksFor } from '../usual-place.ts';
import type { PlannedEventType } from './plan.ts';

/** What decides where this host's video calls can be. */
export interface HostPlaces {
  readonly newest: UsualPlace | null;
  readonly makes: MakesLinks;
}

/** The event type at a place that works for its host (docs/decisions/booking.md#a-way-to-join). A place that was not kept is its first note. */
export function atWorkingPlace(entry: PlannedEventType, { newest, makes }: HostPlaces): PlannedEventType {
  const { locationType, locationDetail = null, ...rest } = entry.input;
  const keeps = entry.lostPlace === null && worksFor({ locationType, locationDetail }, makes);
  if (keeps) return entry;
  const was = entry.lostPlace ?? placeNames[locationType];
  const place = insteadOfVideo(newest, makes);
  const where = {
    locationType: place.locationType,
    ...(place.locationDetail && { locationDetail: place.locationDetail }),
  };
  return { ...entry, input: { ...rest, ...where }, notes: [noteOf(was, place), ...entry.notes] };
}

function noteOf(was: string, { locationType, locationDetail }: UsualPlace): string {
  if (locationDetail !== null)
    return `Its place was ${was}, which makes no links here. As your newest event type it is ${locationType} now: ${locationDetail}`;
  return locationType === 'phone'
    ? `Its place was ${was}, which makes no links here. It is a phone call now: connect a calendar (connect_calendar) and set locationType for links, or set custom_link with a link.`
    : `Its place was ${was}, which makes no links here. It is ${locationType} now: the calendar makes a link for each meeting.`;
}
