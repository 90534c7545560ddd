import type { Role } from '../../../../schemas/shapes/access.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { pageWords } from '../../parts/page-words.ts';
import { TextField } from '../../parts/text-field.tsx';
import type { Membership } from '../workspaces/choice.ts';
import { RoleChoices } from './role-choices.tsx';

const say = pageWords(
  {
    title: 'Invite a member',
    submit: 'Send invitation',
    email: 'Email',
    hint: 'The invitation ends after 7 days, or when you may no longer give the role.',
  },
  {
    title: 'Mitglied einladen',
    submit: 'Einladung senden',
    email: 'E-Mail',
    hint: 'Die Einladung endet nach 7 Tagen, oder wenn Sie die Rolle nicht mehr geben dürfen.',
  },
);

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
