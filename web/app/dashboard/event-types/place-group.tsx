import { useState } from 'react';
import { placeWords } from '../../../parts/place-words.ts';
import { useLocale, useWords } from '../../../texts/locale.ts';
import { useEditor } from './editor-context.ts';
import { detailOf, type Patch, PLACES, type Place } from './event-type.ts';
import { SelectField } from './fields.tsx';
import { PlaceDetail } from './place-detail.tsx';
import { SettingsGroup } from './settings-group.tsx';
import { settingsWords } from './settings-words.ts';

const read = (form: FormData): Patch => {
  const locationType = String(form.get('locationType')) as Place;
  return { locationType, locationDetail: detailOf(locationType, String(form.get('locationDetail') ?? '')) };
};

/** Where guests and hosts meet. */
export function PlaceGroup() {
  const words = useWords(settingsWords);
  const locale = useLocale();
  const { event } = useEditor();
  const [place, setPlace] = useState<Place>(event.locationType);
  return (
    <SettingsGroup title={words.place} hint={words.placeHint} anchor="place" read={read}>
      {(error) => (
        <>
          <SelectField
            name="locationType"
            label={words.where}
            options={PLACES.map((value) => ({ value, label: placeWords(value, locale) }))}
            value={place}
            onChange={(value) => setPlace(value as Place)}
          />
          <PlaceDetail
            place={place}
            defaultValue={place === event.locationType ? (event.locationDetail ?? '') : ''}
            error={error}
          />
        </>
      )}
    </SettingsGroup>
  );
}
