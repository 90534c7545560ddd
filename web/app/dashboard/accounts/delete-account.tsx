import { useState } from 'react';
import { accountWords } from '../../../../texts/en/dashboard/accounts.ts';
import { useLocale, useWords } from '../../../parts/locale.ts';
import { Notice } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import type { CallError } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { Failure } from '../../parts/failure.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Section } from '../../parts/section.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';

/** The end of the person's account. */
export function DeleteAccount() {
  const words = useWords(accountWords);
  const [asking, setAsking] = useState(false);
  return (
    <Section title={words.title} hint={words.hint}>
      <p>{words.goes}</p>
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
  const words = useWords(accountWords);
  const { call } = useApi();
  const { person } = useDashboard();
  const [differs, setDiffers] = useState(false);
  const remove = useAction(async (form: FormData) => {
    const isTheirs = String(form.get('email')).trim().toLowerCase() === person.email.toLowerCase();
    setDiffers(!isTheirs);
    if (!isTheirs) return;
    await call('deleteMe', { confirm: 'delete', ...(form.has('cancel') && { upcomingMeetings: 'cancel' as const }) });
    location.assign('/login');
  });
  return (
    <FormDialog
      title={words.title}
      action={remove}
      submit={words.verb}
      close={words.close}
      isDangerous
      onClose={onClose}
      failure={(error) => <WhyNot error={error} />}
    >
      {differs && <Notice notice={{ tone: 'error', title: words.differs }} />}
      <p>{words.goes}</p>
      <p>{words.meetings}</p>
      <label className="check">
        <input type="checkbox" name="cancel" /> {words.cancel}
      </label>
      <TextField name="email" type="email" label={words.type} maxLength={254} error={null} />
    </FormDialog>
  );
}

function WhyNot({ error }: { readonly error: CallError }) {
  const words = useWords(accountWords);
  const { tag } = useLocale();
  const { reason, details } = error;
  if (!(reason in words.why)) return <Failure error={error} />;
  const places = (details.workspaces ?? []) as readonly { readonly name: string; readonly lastMeetingAt?: string }[];
  const names = places.map(({ name }) => name).join(', ');
  const last = Math.max(...places.map(({ lastMeetingAt }) => Date.parse(lastMeetingAt ?? '')));
  const lastDay = Number.isNaN(last) ? '' : new Intl.DateTimeFormat(tag, { dateStyle: 'long' }).format(last);
  const text = words.why[reason as keyof typeof words.why](names, lastDay);
  return <Notice notice={{ tone: 'warning', title: words.failed, text }} />;
}
