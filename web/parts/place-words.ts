import type { LocationType } from '../../schemas/public-calendar.ts';
import type { IconName } from './icon.tsx';

const PLACES: Readonly<Record<LocationType, { readonly words: string; readonly icon: IconName }>> = {
  google_meet: { words: 'Google Meet', icon: 'video' },
  microsoft_teams: { words: 'Microsoft Teams', icon: 'video' },
  phone: { words: 'Phone call', icon: 'phone' },
  in_person: { words: 'In person', icon: 'place' },
  custom_link: { words: 'Online', icon: 'video' },
};

export const placeWords = (type: LocationType): string => PLACES[type].words;
export const placeIcon = (type: LocationType): IconName => PLACES[type].icon;

/** "30 minutes", "1 hour", "1 h 30 min" */
export function durationWords(minutes: number): string {
  if (minutes < 60) return `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  if (minutes % 60 === 0) return hours === 1 ? '1 hour' : `${hours} hours`;
  return `${hours} h ${minutes % 60} min`;
}
