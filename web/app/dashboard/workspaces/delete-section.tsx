import { useState } from 'react';
import { inLanguages } from '../../../../domain/languages.ts';
import { Notice } from '../../../parts/notice.tsx';
import { useWords } from '../../../texts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import type { CallError } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { Failure } from '../../parts/failure.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Section } from '../../parts/section.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useDashboard } from './dashboard-context.ts';

const deleteWords = inLanguages(
  {
    title: 'Delete the workspace',
    hint: 'With 14 days to think again.',
    open: 'Delete this workspace',
    now: 'At once: nobody can book, and keys, agents and connected apps stop. Meetings to come stay.',
    later:
      'After 14 days: the subscription ends, meetings to come are canceled and their guests told, and all meetings, guests, settings and the log are erased for good.',
    back: 'Until then, any owner can restore it. All owners get a mail. Accounts of its members stay.',
    type: (slug: string) => `Type ${slug} to confirm`,
    differs: 'That is another name',
    verb: 'Delete the workspace',
    close: 'Keep it',
  },
  {
    title: 'Arbeitsbereich löschen',
    hint: 'Mit 14 Tagen Bedenkzeit.',
    open: 'Diesen Arbeitsbereich löschen',
    now: 'Sofort: Niemand kann buchen; Schlüssel, Agenten und verbundene Apps stehen still. Kommende Termine bleiben.',
    later:
      'Nach 14 Tagen: Das Abonnement endet, kommende Termine werden abgesagt und die Gäste benachrichtigt; alle Termine, Gäste, Einstellungen und das Protokoll werden endgültig gelöscht.',
    back: 'Bis dahin kann jeder Inhaber ihn wiederherstellen. Alle Inhaber erhalten eine E-Mail. Konten der Mitglieder bleiben.',
    type: (slug: string) => `Zur Bestätigung ${slug} eingeben`,
    differs: 'Das ist ein anderer Name',
    verb: 'Arbeitsbereich löschen',
    close: 'Behalten',
  },
);

/** For owners of a workspace in use; the banner has the way back. */
export function DeleteSection() {
  const words = useWords(deleteWords);
  const [asking, setAsking] = useState(false);
  return (
    <Section title={words.title} hint={words.hint}>
      <p>{words.now}</p>
      <p>{words.later}</p>
      <div className="actions">
        <button type="button" className="button second compact" onClick={() => setAsking(true)}>
          {words.open}
        </button>
      </div>
      {asking && <AskToDelete onClose={() => setAsking(false)} />}
    </Section>
  );
}

function AskToDelete({ onClose }: { readonly onClose: () => void }) {
  const words = useWords(deleteWords);
  const { call } = useApi();
  const { workspace, reloadMine } = useDashboard();
  const remove = useAction(async (form: FormData) => {
    await call('deleteWorkspace', { confirm: String(form.get('confirm')).trim() }, workspace.id);
    onClose();
    await reloadMine();
    document.querySelector<HTMLElement>('h1')?.focus();
  });
  const failure = (error: CallError) =>
    error.reason === 'slug_differs' ? (
      <Notice notice={{ tone: 'error', title: words.differs, text: words.type(workspace.slug) }} />
    ) : (
      <Failure error={error} />
    );
  return (
    <FormDialog
      title={words.title}
      action={remove}
      submit={words.verb}
      close={words.close}
      onClose={onClose}
      failure={failure}
      isDangerous
    >
      <p>{words.now}</p>
      <p>{words.later}</p>
      <p>{words.back}</p>
      <TextField name="confirm" label={words.type(workspace.slug)} maxLength={60} error={remove.error} />
    </FormDialog>
  );
}
