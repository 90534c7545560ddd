import { useState } from 'react';
import { settingsWords } from '../../../../texts/en/dashboard/event-type-settings.ts';
import { useLocale, useWords } from '../../../parts/locale.ts';
import { placeWords } from '../../../parts/place-words.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { useEditor } from './editor-context.ts';
import { detailOf, type Patch, PLACES, type Place } from './event-type.ts';
import { SelectField } from './fields.tsx';
import { NoLinkMaker } from './no-link-maker.tsx';
import { PlaceDetail } from './place-detail.tsx';
import { SettingsGroup } from './settings-group.tsx';

const read = (form: FormData): Patch => {
  const locationType = String(form.get('locationType')) as Place;
  return { locationType, locationDetail: detailOf(locationType, String(form.get('locationDetail') ?? '')) };
};

/** Where guests and hosts meet. */
export function PlaceGroup() {
  const words = useWords(settingsWords);
  const locale = useLocale();
  const { event } = useEditor();
  const { person } = useDashboard();
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
          {/* Of others, calendars are not known here: their page says it after saving. */}
          {event.host.id === person.id && <NoLinkMaker place={place} />}
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
