import { useState } from 'react';
import { placeWords } from '../../../parts/place-words.ts';
import { useLocale } from '../../../texts/locale.ts';
import type { CallError } from '../../data/call.ts';
import { useUsualMinutes } from '../workspaces/dashboard-context.ts';
import { detailOf, PLACES, type Place } from './event-type.ts';
import { NumberField, SelectField } from './fields.tsx';
import { PlaceDetail } from './place-detail.tsx';

interface LengthAndPlaceProps {
  readonly words: { readonly minutes: string; readonly place: string };
  readonly error: CallError | null;
}

/** How long a new event type takes, and where: of a person and of a team alike. */
export function LengthAndPlace({ words, error }: LengthAndPlaceProps) {
  const locale = useLocale();
  const usualMinutes = useUsualMinutes();
  const [place, setPlace] = useState<Place>('google_meet');
  return (
    <>
      <NumberField
        key={usualMinutes}
        name="durationMinutes"
        label={words.minutes}
        min={5}
        max={720}
        defaultValue={usualMinutes}
        error={error}
      />
      <SelectField
        name="locationType"
        label={words.place}
        options={PLACES.map((value) => ({ value, label: placeWords(value, locale) }))}
        value={place}
        onChange={(value) => setPlace(value as Place)}
      />
      {(place === 'in_person' || place === 'custom_link') && (
        <PlaceDetail place={place} defaultValue="" error={error} />
      )}
    </>
  );
}

/** What the fields of {@link LengthAndPlace} say. */
export function lengthAndPlaceOf(form: FormData) {
  const locationType = String(form.get('locationType')) as Place;
  return {
    durationMinutes: Number(form.get('durationMinutes')),
    locationType,
    locationDetail: detailOf(locationType, String(form.get('locationDetail') ?? '')),
  };
}
