import type { LocationType } from '../../../schemas/shapes/public-calendar.ts';

/** Where a meeting is, and what is to be said of it. */
export interface Place {
  readonly locationType: LocationType;
  readonly locationDetail?: string;
  /** The form has to ask the guest for a number. */
  readonly asksNumber?: true;
  /** What it was called there, if we cannot keep it: `atWorkingPlace` gives it another one. */
  readonly lost?: string;
  readonly note?: string;
}

const MOST_DETAIL = 500;

const detail = (words: string | null | undefined): string =>
  (words ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, MOST_DETAIL);

/** Video by a service that we have not. */
export const otherVideo = (name: string): Place => ({ locationType: 'google_meet', lost: name });

/** A link that guests open; others than https:// are not possible. */
export function linkPlace(link: string | null | undefined): Place {
  const words = detail(link);
  return words.startsWith('https://') && URL.canParse(words)
    ? { locationType: 'custom_link', locationDetail: words }
    : otherVideo(words || 'a link');
}

export const addressPlace = (words: string | null | undefined): Place =>
  detail(words)
    ? { locationType: 'in_person', locationDetail: detail(words) }
    : { locationType: 'in_person', locationDetail: 'To be agreed', note: 'It had no place: set locationDetail.' };

/** The guest says where. */
export const guestsPlace: Place = {
  locationType: 'in_person',
  locationDetail: 'To be agreed with you',
  note: 'Guests chose the place themselves; here a question of the form can ask for it.',
};

/** The guest calls this number. */
export const callUs = (number: string | null | undefined): Place =>
  detail(number)
    ? { locationType: 'phone', locationDetail: `Please call ${detail(number)}.` }
    : { locationType: 'phone', note: 'It named no number: set locationDetail.' };

/** The host calls; the guest has to say the number. */
export const weCall: Place = {
  locationType: 'phone',
  asksNumber: true,
  note: 'Guests gave their number with the place; here a question of the form asks for it.',
};
