import { useState } from 'react';
import { placeWords } from '../../../parts/place-words.ts';
import { useLocale, useWords } from '../../../texts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { CreationFailure } from '../event-types/creation-failure.tsx';
import { detailOf, PLACES, type Place } from '../event-types/event-type.ts';
import { NumberField, SelectField } from '../event-types/fields.tsx';
import { PlaceDetail } from '../event-types/place-detail.tsx';
import { useDashboard, useUsualMinutes } from '../workspaces/dashboard-context.ts';
import { type Assignment, assignmentOptions } from './assignment.ts';
import type { Team } from './team.ts';
import { teamWords } from './team-words.ts';

interface NewTeamEventProps {
  readonly team: Team;
  readonly onCreated: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Something that guests book with the team. All else has a default, and a page where it can be changed. */
export function NewTeamEvent({ team, onCreated, onClose }: NewTeamEventProps) {
  const words = useWords(teamWords);
  const locale = useLocale();
  const { call } = useApi();
  const { workspace } = useDashboard();
  const usualMinutes = useUsualMinutes();
  const [place, setPlace] = useState<Place>('google_meet');
  const create = useAction(async (form: FormData) => {
    const name = String(form.get('name')).trim();
    const input = {
      ...{ teamId: team.id, name, durationMinutes: Number(form.get('durationMinutes')), locationType: place },
      assignment: String(form.get('assignment')) as Assignment,
      locationDetail: detailOf(place, String(form.get('locationDetail') ?? '')),
    };
    await call('createEventType', input, workspace.id);
    onClose();
    await onCreated(name);
  });
  return (
    <FormDialog
      title={words.addEvent}
      action={create}
      submit={words.addEvent}
      onClose={onClose}
      failure={(error) => <CreationFailure error={error} />}
    >
      <TextField name="name" label={words.name} maxLength={120} error={create.error} />
      <SelectField name="assignment" label={words.who} options={assignmentOptions(words)} />
      <NumberField
        key={usualMinutes}
        name="durationMinutes"
        label={words.minutes}
        min={5}
        max={720}
        defaultValue={usualMinutes}
        error={create.error}
      />
      <SelectField
        name="locationType"
        label={words.place}
        options={PLACES.map((value) => ({ value, label: placeWords(value, locale) }))}
        value={place}
        onChange={(value) => setPlace(value as Place)}
      />
      {(place === 'in_person' || place === 'custom_link') && (
        <PlaceDetail place={place} defaultValue="" error={create.error} />
      )}
    </FormDialog>
  );
}
