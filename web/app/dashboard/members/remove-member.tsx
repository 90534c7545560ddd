import { useState } from 'react';
import { inLanguages } from '../../../../domain/languages.ts';
import { useWords } from '../../../texts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { Kept } from '../access/kept-webhooks.tsx';
import type { Membership } from '../workspaces/choice.ts';
import type { Member } from './change-role.tsx';

const removeWords = inLanguages(
  {
    title: (name: string) => `Remove ${name}?`,
    invitation: 'The link in their mail ends at once.',
    text: 'They lose access at once, with their keys and agents. Their schedules are deleted; their event types go with the meetings, or are switched off.',
    waiting:
      'They owned this workspace before, and can do nothing here any more. Not all of their meetings could go to the new owner: decide what becomes of them.',
    meetings: 'Their upcoming meetings',
    to: (name: string) => `go to ${name}`,
    cancel: 'are canceled; guests are told by mail',
    reason: 'A word to their guests',
    verb: 'Remove',
    running: (name: string) => `${name} has many meetings: removing them goes on by itself.`,
    removed: (name: string) => `${name} is removed.`,
  },
  {
    title: (name: string) => `${name} entfernen?`,
    invitation: 'Der Link in der Mail gilt ab sofort nicht mehr.',
    text: 'Der Zugang endet sofort, auch für Schlüssel und Agenten. Zeitpläne werden gelöscht; Terminarten gehen mit den Terminen oder werden ausgeschaltet.',
    waiting:
      'Der Arbeitsbereich gehörte vorher dieser Person; sie kann hier nichts mehr tun. Nicht alle ihre Termine konnten zum neuen Inhaber wechseln: Entscheiden Sie, was aus ihnen wird.',
    meetings: 'Kommende Termine',
    to: (name: string) => `übernimmt ${name}`,
    cancel: 'werden abgesagt; Gäste erfahren es per Mail',
    reason: 'Ein Wort an die Gäste',
    verb: 'Entfernen',
    running: (name: string) => `${name} hat viele Termine: Das Entfernen läuft von selbst weiter.`,
    removed: (name: string) => `${name} ist entfernt.`,
  },
);

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
