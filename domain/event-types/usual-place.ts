import type { LocationType } from '../../schemas/shapes/public-calendar.ts';

/** Where guests come, and what they need to be told: an address, a link, a number. */
export interface UsualPlace {
  readonly locationType: LocationType;
  readonly locationDetail: string | null;
}

const VIDEO = ['google_meet', 'microsoft_teams'] as const;

/** Whether the host's calendar makes a link for each meeting of this place. */
export type MakesLinks = (place: (typeof VIDEO)[number]) => boolean;

/** Works without anything: guests leave their number. */
const BY_PHONE: UsualPlace = { locationType: 'phone', locationDetail: null };

const isVideo = (place: LocationType): place is (typeof VIDEO)[number] => VIDEO.some((one) => one === place);

/** Whether guests can come there as it is (docs/decisions/booking.md#a-way-to-join). */
export const worksFor = ({ locationType, locationDetail }: UsualPlace, makes: MakesLinks): boolean =>
  locationDetail !== null || (isVideo(locationType) ? makes(locationType) : locationType !== 'custom_link');

const byCalendar = (makes: MakesLinks): UsualPlace | null => {
  const made = VIDEO.find(makes);
  return made === undefined ? null : { locationType: made, locationDetail: null };
};

/**
 * Where a new event type takes place unless something else is chosen: as the person's newest one if guests can come there, else by the connected
 * calendar's video call, else by phone. Never a video call that has no link.
 */
export const usualPlace = (newest: UsualPlace | null, makes: MakesLinks): UsualPlace =>
  newest && worksFor(newest, makes) ? newest : (byCalendar(makes) ?? BY_PHONE);

/** For a video call that cannot be kept: a video call first. Nobody travels to what was a video call. */
export const insteadOfVideo = (newest: UsualPlace | null, makes: MakesLinks): UsualPlace =>
  byCalendar(makes) ?? usualPlace(newest?.locationType === 'in_person' ? null : newest, makes);
