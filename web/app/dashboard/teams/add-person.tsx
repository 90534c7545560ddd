import { teamWords } from '../../../../texts/en/dashboard/teams.ts';
import { useWords } from '../../../parts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { SelectField } from '../event-types/fields.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { PartFields, partOf } from './part-fields.tsx';
import type { Team } from './team.ts';
import { usePeople } from './use-people.ts';

interface AddPersonProps {
  readonly team: Team;
  readonly onAdded: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

/** One more person of the workspace. */
export function AddPerson({ team, onAdded, onClose }: AddPersonProps) {
  const words = useWords(teamWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const people = usePeople();
  const all = people.state.status === 'ready' ? people.state.data : [];
  const inTeam = new Set(team.members.map(({ userId }) => userId));
  const options = all
    .filter(({ id }) => !inTeam.has(id))
    .map(({ id, name, email }) => ({ value: id, label: name ?? email }));
  const add = useAction(async (form: FormData) => {
    const userId = String(form.get('userId') ?? '');
    if (userId === '') return;
    await call('addTeamMember', { id: team.id, userId, ...partOf(form) }, workspace.id);
    onClose();
    await onAdded(options.find(({ value }) => value === userId)?.label ?? '');
  });
  return (
    <FormDialog title={words.addPerson} action={add} submit={words.addVerb} onClose={onClose}>
      <LoadState {...people} what={words.people}>
        {() =>
          options.length === 0 ? (
            <p className="quiet">{words.nobodyLeft}</p>
          ) : (
            <>
              <SelectField name="userId" label={words.person} options={options} />
              <PartFields weight={1} fixed={false} error={add.error} />
            </>
          )
        }
      </LoadState>
    </FormDialog>
  );
}
