import { teamWords } from '../../../../texts/en/dashboard/teams.ts';
import { useWords } from '../../../parts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { ZoneOptions } from '../../parts/zone-options.tsx';
import { SelectField } from '../event-types/fields.tsx';
import { useDashboard, useUsualZone } from '../workspaces/dashboard-context.ts';
import { TeamFailure } from './team-failure.tsx';
import { usePeople } from './use-people.ts';

interface NewTeamProps {
  readonly onCreated: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

/** A team with its people. Its link is made from the name. */
export function NewTeam({ onCreated, onClose }: NewTeamProps) {
  const words = useWords(teamWords);
  const { call } = useApi();
  const { workspace, person } = useDashboard();
  const people = usePeople();
  const zone = useUsualZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const create = useAction(async (form: FormData) => {
    const name = String(form.get('name')).trim();
    const members = form.getAll('members').map(String);
    await call('createTeam', { name, timezone: String(form.get('timezone')), members }, workspace.id);
    onClose();
    await onCreated(name);
  });
  return (
    <FormDialog
      title={words.add}
      action={create}
      submit={words.create}
      onClose={onClose}
      failure={(error) => <TeamFailure error={error} />}
    >
      <TextField name="name" label={words.name} hint={words.nameHint} maxLength={120} error={create.error} />
      <fieldset className="field">
        <legend>{words.people}</legend>
        <div className="choices">
          <LoadState {...people} what={words.people}>
            {(all) =>
              all.map(({ id, name, email }) => (
                <label className="choice" key={id}>
                  <input type="checkbox" name="members" value={id} defaultChecked={id === person.id} />
                  <bdi>{name ?? email}</bdi>
                </label>
              ))
            }
          </LoadState>
        </div>
      </fieldset>
      <SelectField name="timezone" label={words.zone} hint={words.zoneHint} key={zone} defaultValue={zone}>
        <ZoneOptions chosen={zone} />
      </SelectField>
    </FormDialog>
  );
}
