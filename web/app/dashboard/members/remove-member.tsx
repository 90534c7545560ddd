import { useState } from 'react';
import { removeWords } from '../../../../texts/en/dashboard/members.ts';
import { useWords } from '../../../parts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { Kept } from '../access/kept-webhooks.tsx';
import type { Membership } from '../workspaces/choice.ts';
import type { Member } from './change-role.tsx';

const CANCEL = 'cancel';

interface RemoveMemberProps {
  readonly workspace: Membership;
  readonly member: Member;
  /** who may take over the meetings */
  readonly others: readonly Member[];
  readonly onRemoved: (words: string) => Promise<void>;
  /** webhooks that they have set and that still send */
  readonly onKept: (kept: Kept, switchOff: () => Promise<unknown>) => void;
  readonly onClose: () => void;
}

/** Takes a member or an invitation away. Meetings are handed over or canceled, as the person chooses. */
export function RemoveMember({ workspace, member, others, onRemoved, onKept, onClose }: RemoveMemberProps) {
  const words = useWords(removeWords);
  const { call } = useApi();
  const name = member.name ?? member.email;
  const isInvited = member.status !== 'active';
  const heirs = others.filter(
    ({ id, status, role, removal }) =>
      id !== member.id && status === 'active' && removal === null && role !== 'billing_only',
  );
  const [choice, setChoice] = useState(heirs[0]?.id ?? CANCEL);
  const remove = useAction(async (form: FormData) => {
    const reason = String(form.get('reason') ?? '').trim();
    const handOver = choice === CANCEL ? { cancel: true as const, ...(reason !== '' && { reason }) } : { to: choice };
    const input = { id: member.id, ...(!isInvited && { handOver }) };
    const { status, kept } = await call('removeMember', input, workspace.id);
    onKept(kept, () => call('removeMember', { ...input, alsoDisableWebhooks: true }, workspace.id));
    await onRemoved(status === 'running' ? words.running(name) : words.removed(name));
    onClose();
  });
  return (
    <FormDialog title={words.title(name)} action={remove} submit={words.verb} onClose={onClose}>
      <p>{isInvited ? words.invitation : member.removal === 'waiting' ? words.waiting : words.text}</p>
      {!isInvited && (
        <label className="field">
          <span>{words.meetings}</span>
          <select value={choice} onChange={(event) => setChoice(event.currentTarget.value)}>
            {heirs.map((heir) => (
              <option key={heir.id} value={heir.id}>
                {words.to(heir.name ?? heir.email)}
              </option>
            ))}
            <option value={CANCEL}>{words.cancel}</option>
          </select>
        </label>
      )}
      {!isInvited && choice === CANCEL && (
        <TextField name="reason" label={words.reason} optional maxLength={500} error={remove.error} />
      )}
    </FormDialog>
  );
}
