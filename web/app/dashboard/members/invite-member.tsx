import type { Role } from '../../../../schemas/shapes/access.ts';
import { inviteMemberWords as say } from '../../../../texts/en/dashboard/members.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { Membership } from '../workspaces/choice.ts';
import { RoleChoices } from './role-choices.tsx';

interface InviteMemberProps {
  readonly workspace: Membership;
  readonly onInvited: (email: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Invites a person with a role. Owners and admins are invited only here: no key can. */
export function InviteMember({ workspace, onInvited, onClose }: InviteMemberProps) {
  const { call } = useApi();
  const action = useAction(async (form: FormData) => {
    const email = String(form.get('email')).trim();
    await call('inviteMember', { email, role: String(form.get('role')) as Role }, workspace.id);
    await onInvited(email);
    onClose();
  });
  return (
    <FormDialog title={say.title} action={action} submit={say.submit} onClose={onClose}>
      <TextField name="email" label={say.email} type="email" hint={say.hint} maxLength={254} error={action.error} />
      <RoleChoices workspace={workspace} defaultRole="member" />
    </FormDialog>
  );
}
