import { teamWords } from '../../../../texts/en/dashboard/teams.ts';
import { useWords } from '../../../parts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { PartFields, partOf } from './part-fields.tsx';
import type { Team, TeamMember } from './team.ts';

interface ChangePersonProps {
  readonly team: Team;
  readonly member: TeamMember;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

/** Another weight, or every meeting. */
export function ChangePerson({ team, member, onChanged, onClose }: ChangePersonProps) {
  const words = useWords(teamWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const change = useAction(async (form: FormData) => {
    await call('addTeamMember', { id: team.id, userId: member.userId, ...partOf(form) }, workspace.id);
    onClose();
    await onChanged();
  });
  return (
    <FormDialog title={words.changePerson(member.name)} action={change} submit={words.save} onClose={onClose}>
      <PartFields weight={member.weight} fixed={member.fixed} error={change.error} />
    </FormDialog>
  );
}
