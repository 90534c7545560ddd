import { detailWords } from '../../../../texts/en/dashboard/event-types.ts';
import { useWords } from '../../../parts/locale.ts';
import type { CallError } from '../../data/call.ts';
import { TextField } from '../../parts/text-field.tsx';
import type { Place } from './event-type.ts';

interface PlaceDetailProps {
  readonly place: Place;
  readonly defaultValue: string;
  readonly error: CallError | null;
  /** it was sent empty, where it is needed */
  readonly isMissing?: boolean;
}

/** What a place needs besides its kind. */
export function PlaceDetail({ place, defaultValue, error, isMissing = false }: PlaceDetailProps) {
  const words = useWords(detailWords);
  const isWeb = place !== 'phone' && place !== 'in_person';
  return (
    <TextField
      key={place}
      name="locationDetail"
      label={words[place].label}
      hint={words[place].hint}
      wrong={isWeb ? words.address : undefined}
      missing={isMissing ? (isWeb ? words.address : words.where) : undefined}
      optional={place !== 'in_person' && place !== 'custom_link'}
      maxLength={500}
      defaultValue={defaultValue}
      error={error}
    />
  );
}
