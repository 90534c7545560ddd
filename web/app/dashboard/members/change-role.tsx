import type { Role } from '../../../../schemas/shapes/access.ts';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { pageWords } from '../../parts/page-words.ts';
import type { Kept } from '../access/kept-webhooks.tsx';
import type { Membership } from '../workspaces/choice.ts';
import { RoleChoices } from './role-choices.tsx';

const say = pageWords(
  {
    title: (name: string) => `The role of ${name}`,
    submit: 'Change role',
    keep: (name: string) => `Keep ${name} as a member?`,
    keepSubmit: 'Keep as a member',
    keepText:
      'They can sign in here again, with this role. They keep their meetings and event types; their keys stay ended.',
    text: 'It counts at once, for their keys and agents too. Invitations that they may no longer send end.',
  },
  {
    title: (name: string) => `Die Rolle von ${name}`,
    submit: 'Rolle ändern',
    keep: (name: string) => `${name} als Mitglied behalten?`,
    keepSubmit: 'Als Mitglied behalten',
    keepText:
      'Die Person kann sich hier wieder anmelden, mit dieser Rolle. Ihre Termine und Terminarten behält sie; ihre Schlüssel bleiben beendet.',
    text: 'Sie gilt sofort, auch für Schlüssel und Agenten. Einladungen, die nicht mehr erlaubt sind, enden.',
  },
);

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
