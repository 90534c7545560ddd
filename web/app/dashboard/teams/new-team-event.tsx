import { teamWords } from '../../../../texts/en/dashboard/teams.ts';
import { useWords } from '../../../parts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { CreationFailure } from '../event-types/creation-failure.tsx';
import { SelectField } from '../event-types/fields.tsx';
import { LengthAndPlace, lengthAndPlaceOf } from '../event-types/length-and-place.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { type Assignment, assignmentOptions } from './assignment.ts';
import type { Team } from './team.ts';

interface NewTeamEventProps {
  readonly team: Team;
  readonly onCreated: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Something that guests book with the team. All else has a default, and a page where it can be changed. */
export function NewTeamEvent({ team, onCreated, onClose }: NewTeamEventProps) {
  const words = useWords(teamWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const create = useAction(async (form: FormData) => {
    const name = String(form.get('name')).trim();
    const assignment = String(form.get('assignment')) as Assignment;
    await call('createEventType', { teamId: team.id, name, assignment, ...lengthAndPlaceOf(form) }, workspace.id);
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
      <LengthAndPlace words={words} error={create.error} />
    </FormDialog>
  );
}
