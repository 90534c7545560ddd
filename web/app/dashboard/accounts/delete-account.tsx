import { useState } from 'react';
import { inLanguages } from '../../../../domain/languages.ts';
import { Notice } from '../../../parts/notice.tsx';
import { useLocale, useWords } from '../../../texts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import type { CallError } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { Failure } from '../../parts/failure.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Section } from '../../parts/section.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';

const accountWords = inLanguages(
  {
    title: 'Delete your account',
    hint: 'At once, in all your workspaces. It cannot be undone.',
    open: 'Delete my account',
    goes: 'Your sessions, passkeys, keys, connected apps and calendars end, and your name and address are forgotten. You leave every workspace; past meetings stay there without you.',
    meetings:
      'Meetings to come are canceled, and their guests told. To hand them to somebody else, leave the workspace first.',
    cancel: 'Cancel my meetings to come',
    type: 'Type your email to confirm',
    differs: 'This is not the address of your account.',
    verb: 'Delete my account',
    close: 'Keep it',
    why: {
      sole_owner: (names: string) =>
        `You are the only owner of ${names}. Make somebody else an owner under Members, or delete the workspace under Settings, Workspace.`,
      removal_under_way: (names: string) =>
        `Your meetings in ${names} are being handed over. Try again when that is done.`,
      meetings_wait_for_owner: (names: string, lastDay: string) =>
        `Somebody has taken over ${names}, and meetings of yours there wait for the owner’s decision, the last on ${lastDay}. Your account can be deleted once the owner has decided, or the meetings are over.`,
      hand_over_required: (names: string) =>
        `You have meetings to come in ${names}. Tick the box below, or hand them over first.`,
      address_changed_lately: () =>
        'Your address was changed less than 7 days ago. Until they are over its old inbox can take that back, so nothing is deleted for good.',
      sign_in_too_old: () => 'You signed in more than an hour ago. Sign in again, then delete your account.',
    },
    failed: 'Nothing was deleted',
  },
  {
    title: 'Konto löschen',
    hint: 'Sofort und in allen Ihren Arbeitsbereichen. Es lässt sich nicht rückgängig machen.',
    open: 'Mein Konto löschen',
    goes: 'Ihre Sitzungen, Passkeys, Schlüssel, verbundenen Apps und Kalender enden; Name und Adresse werden vergessen. Sie verlassen alle Arbeitsbereiche; vergangene Termine bleiben dort ohne Sie.',
    meetings:
      'Kommende Termine werden abgesagt und die Gäste benachrichtigt. Sollen andere sie übernehmen, verlassen Sie zuerst den Arbeitsbereich.',
    cancel: 'Meine kommenden Termine absagen',
    type: 'Zur Bestätigung Ihre E-Mail eingeben',
    differs: 'Das ist nicht die Adresse Ihres Kontos.',
    verb: 'Mein Konto löschen',
    close: 'Behalten',
    why: {
      sole_owner: (names: string) =>
        `Sie allein sind Inhaber von ${names}. Machen Sie unter Mitglieder jemand anderen zum Inhaber, oder löschen Sie den Arbeitsbereich unter Einstellungen, Arbeitsbereich.`,
      removal_under_way: (names: string) =>
        `Ihre Termine in ${names} werden gerade übergeben. Versuchen Sie es danach noch einmal.`,
      meetings_wait_for_owner: (names: string, lastDay: string) =>
        `Jemand hat ${names} übernommen. Termine von Ihnen warten dort auf die Entscheidung des neuen Inhabers, der letzte am ${lastDay}. Ihr Konto lässt sich löschen, sobald entschieden ist oder die Termine vorbei sind.`,
      hand_over_required: (names: string) =>
        `Sie haben kommende Termine in ${names}. Kreuzen Sie unten an, oder übergeben Sie sie zuerst.`,
      address_changed_lately: () =>
        'Ihre Adresse wurde vor weniger als 7 Tagen geändert. So lange lässt sich das vom alten Postfach aus zurücknehmen, und nichts wird endgültig gelöscht.',
      sign_in_too_old: () =>
        'Ihre Anmeldung ist älter als eine Stunde. Melden Sie sich neu an, und löschen Sie dann Ihr Konto.',
    },
    failed: 'Nichts wurde gelöscht',
  },
);

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
