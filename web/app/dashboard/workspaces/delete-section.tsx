import { useState } from 'react';
import { deleteWords } from '../../../../texts/en/dashboard/workspaces.ts';
import { useWords } from '../../../parts/locale.ts';
import { Notice } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import type { CallError } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { Failure } from '../../parts/failure.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Section } from '../../parts/section.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useDashboard } from './dashboard-context.ts';

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
