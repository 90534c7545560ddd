import { useState } from 'react';
import { placeWords } from '../../../parts/place-words.ts';
import { useLocale, useWords } from '../../../texts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useDashboard, useUsualMinutes } from '../workspaces/dashboard-context.ts';
import { CreationFailure } from './creation-failure.tsx';
import { detailOf, PLACES, type Place } from './event-type.ts';
import { NumberField, SelectField } from './fields.tsx';
import { listWords } from './list-words.ts';
import { PlaceDetail } from './place-detail.tsx';

interface NewEventTypeProps {
  readonly onCreated: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Three fields. All else has a default that can be changed later. */
export function NewEventType({ onCreated, onClose }: NewEventTypeProps) {
  const words = useWords(listWords);
  const locale = useLocale();
  const { call } = useApi();
  const { workspace } = useDashboard();
  const usualMinutes = useUsualMinutes();
  const [place, setPlace] = useState<Place>('google_meet');
  const action = useAction(async (form: FormData) => {
    const name = String(form.get('name')).trim();
    const locationDetail = detailOf(place, String(form.get('locationDetail') ?? ''));
    const durationMinutes = Number(form.get('durationMinutes'));
    await call('createEventType', { name, durationMinutes, locationType: place, locationDetail }, workspace.id);
    onClose();
    await onCreated(name);
  });
  return (
    <FormDialog
      title={words.add}
      action={action}
      submit={words.create}
      onClose={onClose}
      failure={(error) => <CreationFailure error={error} />}
    >
      <TextField name="name" label={words.name} hint={words.nameHint} maxLength={120} error={action.error} />
      <NumberField
        key={usualMinutes}
        name="durationMinutes"
        label={words.minutes}
        min={5}
        max={720}
        defaultValue={usualMinutes}
        error={action.error}
      />
      <SelectField
        name="locationType"
        label={words.place}
        options={PLACES.map((value) => ({ value, label: placeWords(value, locale) }))}
        value={place}
        onChange={(value) => setPlace(value as Place)}
      />
      {(place === 'in_person' || place === 'custom_link') && (
        <PlaceDetail place={place} defaultValue="" error={action.error} />
      )}
    </FormDialog>
  );
}
