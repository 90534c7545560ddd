import { inLanguages } from '../../../../domain/languages.ts';
import { Notice } from '../../../parts/notice.tsx';
import { useWords } from '../../../texts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { useLoad } from '../../data/use-load.ts';
import { AsCall } from '../../parts/as-call.tsx';
import { useDone } from '../../parts/done.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Section } from '../../parts/section.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useGuardedForm } from '../../parts/use-guarded-form.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';

const profileWords = inLanguages(
  {
    title: 'Your name and address',
    hint: 'In all your workspaces. Guests see the name.',
    name: 'Your name',
    email: 'Your email',
    emailHint: 'We mail a link to a new address. It counts once you open that link here.',
    language: 'Language of your pages and mails',
    asBrowser: 'As in your browser',
    save: 'Save',
    saved: 'Your account is saved.',
    waits: (email: string) => `A link waits in the mailbox of ${email}. Until you open it, nothing changes.`,
  },
  {
    title: 'Ihr Name und Ihre Adresse',
    hint: 'In allen Ihren Arbeitsbereichen. Gäste sehen den Namen.',
    name: 'Ihr Name',
    email: 'Ihre E-Mail',
    emailHint: 'An eine neue Adresse schicken wir einen Link. Sie gilt, sobald Sie ihn hier öffnen.',
    language: 'Sprache Ihrer Seiten und Mails',
    asBrowser: 'Wie im Browser',
    save: 'Speichern',
    saved: 'Ihr Konto ist gespeichert.',
    waits: (email: string) => `Ein Link wartet im Postfach von ${email}. Bis Sie ihn öffnen, ändert sich nichts.`,
  },
);

const AS_BROWSER = '';
const languageIn = (value: string) => (value === 'en' || value === 'de' ? value : null);

/** The person's own name, address and language. Only what was changed is sent. */
export function ProfileSection() {
  const words = useWords(profileWords);
  const { call } = useApi();
  const { person, reloadMine } = useDashboard();
  const me = useLoad('me', () => call('getMe', {}));
  const { done, report } = useDone();
  const save = useAction((form: FormData) => {
    const text = (name: string): string => String(form.get(name)).trim();
    const changed = {
      ...(text('name') !== person.name && { name: text('name') }),
      ...(text('email') !== person.email && { email: text('email') }),
    };
    const language = languageIn(text('language'));
    const speaks = language !== person.language;
    if (Object.keys(changed).length === 0 && !speaks) return Promise.resolve();
    return report(words.saved, async () => {
      await call('updateMe', { ...changed, ...(speaks && { language }) });
      // Another language is another document; it is asked for once the form knows that it is saved.
      const next = `?${new URLSearchParams({ lang: language ?? 'auto' })}`;
      if (speaks) return void setTimeout(() => location.assign(next));
      await Promise.all([me.reload(), reloadMine()]);
    });
  });
  // The form is there at once, from what the page knows; only this is asked for.
  const waiting = me.state.status === 'ready' ? me.state.data.addressChange : null;
  const guarded = useGuardedForm({ name: words.title, action: save });
  return (
    <Section title={words.title} hint={words.hint} done={done}>
      <form key={guarded.round} className="branding-form" {...guarded.props}>
        {save.error && <Failure error={save.error} />}
        <TextField name="name" label={words.name} maxLength={120} defaultValue={person.name} error={save.error} />
        <TextField
          name="email"
          type="email"
          label={words.email}
          hint={words.emailHint}
          maxLength={254}
          defaultValue={person.email}
          error={save.error}
        />
        <div className="field">
          <label htmlFor="language">{words.language}</label>
          <select id="language" name="language" defaultValue={person.language ?? AS_BROWSER}>
            <option value={AS_BROWSER}>{words.asBrowser}</option>
            <option value="en" lang="en">
              English
            </option>
            <option value="de" lang="de">
              Deutsch
            </option>
          </select>
        </div>
        <button type="submit" className="button compact" aria-disabled={save.busy}>
          {words.save}
        </button>
        <AsCall />
      </form>
      {waiting && <Notice notice={{ tone: 'info', title: words.waits(waiting.email) }} />}
    </Section>
  );
}
