import type { LocationType } from '../../schemas/shapes/public-calendar.ts';
import { placeNames } from '../../texts/en/meetings.ts';
import { placeTexts } from '../../texts/en/pages/times.ts';
import { translated } from '../../texts/translated.ts';
import type { IconName } from './icon.tsx';
import type { Locale } from './locale.ts';

const ICONS: Readonly<Record<LocationType, IconName>> = {
  google_meet: 'video',
  microsoft_teams: 'video',
  phone: 'phone',
  in_person: 'place',
  custom_link: 'video',
};

export const placeWords = (type: LocationType, { language }: Locale): string => translated(placeNames, language)[type];
export const placeIcon = (type: LocationType): IconName => ICONS[type];

/** "30 minutes", "1 hour", "1 h 30 min" */
export function durationWords(minutes: number, { language }: Locale): string {
  const words = translated(placeTexts, language);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return words.minutes(minutes);
  return minutes % 60 === 0 ? words.hours(hours) : words.hoursAndMinutes(hours, minutes % 60);
}
