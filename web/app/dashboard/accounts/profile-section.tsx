import { profileWords } from '../../../../texts/en/dashboard/accounts.ts';
import { LANGUAGE_FACTS, LANGUAGES, languageNamed } from '../../../../texts/languages.ts';
import { useWords } from '../../../parts/locale.ts';
import { Notice } from '../../../parts/notice.tsx';
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

const AS_BROWSER = '';

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
    const language = languageNamed(text('language')) ?? null;
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
            {LANGUAGES.map((language) => (
              <option key={language} value={language} lang={language}>
                {LANGUAGE_FACTS[language].name}
              </option>
            ))}
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
