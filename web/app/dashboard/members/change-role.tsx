import type { Role } from '../../../../schemas/shapes/access.ts';
import { changeRoleWords as say } from '../../../../texts/en/dashboard/members.ts';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import type { Kept } from '../access/kept-webhooks.tsx';
import type { Membership } from '../workspaces/choice.ts';
import { RoleChoices } from './role-choices.tsx';

export type Member = OutputOf<'listMembers'>['members'][number];

interface ChangeRoleProps {
  readonly workspace: Membership;
  readonly member: Member;
  readonly onChanged: (member: Member, role: Role) => Promise<void>;
  /** webhooks that they have set, if the role may see none */
  readonly onKept: (kept: Kept, switchOff: () => Promise<unknown>) => void;
  readonly onClose: () => void;
}

/** Gives a member another role. */
export function ChangeRole({ workspace, member, onChanged, onKept, onClose }: ChangeRoleProps) {
  const { call } = useApi();
  const name = member.name ?? member.email;
  const isWaiting = member.removal === 'waiting';
  const action = useAction(async (form: FormData) => {
    const role = String(form.get('role')) as Role;
    const change = { id: member.id, role };
    const { kept } = await call('updateMemberRole', change, workspace.id);
    onKept(kept, () => call('updateMemberRole', { ...change, alsoDisableWebhooks: true }, workspace.id));
    await onChanged(member, role);
    onClose();
  });
  return (
    <FormDialog
      title={isWaiting ? say.keep(name) : say.title(name)}
      action={action}
      submit={isWaiting ? say.keepSubmit : say.submit}
      onClose={onClose}
    >
      <RoleChoices workspace={workspace} defaultRole={member.role} />
      <p className="small quiet">{isWaiting ? say.keepText : say.text}</p>
    </FormDialog>
  );
}
