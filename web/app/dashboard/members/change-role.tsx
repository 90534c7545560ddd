import type { Role } from '../../../../schemas/shapes/access.ts';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import type { Membership } from '../workspaces/choice.ts';
import { RoleChoices } from './role-choices.tsx';

export type Member = OutputOf<'listMembers'>['members'][number];

interface ChangeRoleProps {
  readonly workspace: Membership;
  readonly member: Member;
  readonly onChanged: (member: Member, role: Role) => Promise<void>;
  readonly onClose: () => void;
}

/** Gives a member another role. */
export function ChangeRole({ workspace, member, onChanged, onClose }: ChangeRoleProps) {
  const { call } = useApi();
  const action = useAction(async (form: FormData) => {
    const role = String(form.get('role')) as Role;
    await call('updateMemberRole', { id: member.id, role }, workspace.id);
    await onChanged(member, role);
    onClose();
  });
  return (
    <FormDialog
      title={`The role of ${member.name ?? member.email}`}
      action={action}
      submit="Change role"
      onClose={onClose}
    >
      <RoleChoices workspace={workspace} defaultRole={member.role} />
      <p className="small quiet">
        It counts at once, for their keys and agents too. Invitations that they may no longer send end.
      </p>
    </FormDialog>
  );
}
