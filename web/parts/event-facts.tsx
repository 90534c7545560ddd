import type { LocationType } from '../../schemas/shapes/public-calendar.ts';
import { eventFactWords } from '../../texts/en/pages/times.ts';
import { Icon } from './icon.tsx';
import { useLocale, useWords } from './locale.ts';
import { durationWords, placeIcon, placeWords } from './place-words.ts';

export interface MeetingKind {
  readonly durationMinutes: number;
  readonly locationType: LocationType;
  /** whether the host approves each request */
  readonly byApproval?: boolean;
}

/** The duration, the place, and a badge if the host must approve. */
export function EventFacts({ durationMinutes, locationType, byApproval = false }: MeetingKind) {
  const locale = useLocale();
  const words = useWords(eventFactWords);
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
      {byApproval && <li className="badge waiting">{words.byApproval}</li>}
    </ul>
  );
}
