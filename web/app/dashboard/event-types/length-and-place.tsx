import { useState } from 'react';
import { useLocale } from '../../../parts/locale.ts';
import { placeWords } from '../../../parts/place-words.ts';
import type { CallError } from '../../data/call.ts';
import { useUsualMinutes } from '../workspaces/dashboard-context.ts';
import { detailOf, PLACES, type Place } from './event-type.ts';
import { NumberField, SelectField } from './fields.tsx';
import { makesLinks, useLinkMakers } from './link-makers.ts';
import { NoLinkMaker } from './no-link-maker.tsx';
import { PlaceDetail } from './place-detail.tsx';
import { useUsualPlace } from './use-usual-place.ts';

interface LengthAndPlaceProps {
  readonly words: { readonly minutes: string; readonly place: string };
  readonly error: CallError | null;
}

/** How long a new event type takes, and where: of a person and of a team alike. */
export function LengthAndPlace({ words, error }: LengthAndPlaceProps) {
  const locale = useLocale();
  const usualMinutes = useUsualMinutes();
  const usual = useUsualPlace();
  const makers = useLinkMakers();
  const [chosen, setPlace] = useState<Place | null>(null);
  const place = chosen ?? usual.place;
  const detail = place === usual.place ? usual.detail : '';
  const asksDetail = place === 'in_person' || place === 'custom_link' || detail !== '' || !makesLinks(makers, place);
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
      <NoLinkMaker place={place} />
      {asksDetail && <PlaceDetail place={place} defaultValue={detail} error={error} />}
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
