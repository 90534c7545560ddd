import type { LocationType } from '../../schemas/shapes/public-calendar.ts';
import { useLocale } from '../texts/locale.ts';
import { Icon } from './icon.tsx';
import { durationWords, placeIcon, placeWords } from './place-words.ts';

export interface MeetingKind {
  readonly durationMinutes: number;
  readonly locationType: LocationType;
}

/** The duration and the place. */
export function EventFacts({ durationMinutes, locationType }: MeetingKind) {
  const locale = useLocale();
  return (
    <ul className="facts-line">
      <li>
        <Icon name="clock" />
        {durationWords(durationMinutes, locale)}
      </li>
      <li>
        <Icon name={placeIcon(locationType)} />
        {placeWords(locationType, locale)}
      </li>
    </ul>
  );
}
