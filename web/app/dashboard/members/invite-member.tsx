import type { Role } from '../../../../schemas/shapes/access.ts';
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
    <FormDialog title="Invite a member" action={action} submit="Send invitation" onClose={onClose}>
      <TextField
        name="email"
        label="Email"
        type="email"
        hint="The invitation ends after 7 days, or when you may no longer give the role."
        maxLength={254}
        error={action.error}
      />
      <RoleChoices workspace={workspace} defaultRole="member" />
    </FormDialog>
  );
}
