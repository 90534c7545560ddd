import { inLanguages } from '../../../../domain/languages.ts';
import { initials } from '../../../parts/faces.tsx';
import { useWords } from '../../../texts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { useLoad } from '../../data/use-load.ts';
import { AsCall } from '../../parts/as-call.tsx';
import { useDone } from '../../parts/done.tsx';
import { Failure } from '../../parts/failure.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { PictureForm } from '../../parts/picture-form.tsx';
import { Section } from '../../parts/section.tsx';
import { useGuardedForm } from '../../parts/use-guarded-form.ts';
import { AreaField } from '../event-types/fields.tsx';

const photoWords = inLanguages(
  {
    title: 'How guests see you',
    hint: 'On your booking pages and those of your teams, in all your workspaces.',
    alt: (name: string) => `Picture of ${name}`,
    bio: 'About you',
    bioHint: 'A few words, for example what to talk to you about. At most 300 characters.',
    what: 'your picture',
    save: 'Save the text',
    saved: 'The text is saved. Guests see it from now on.',
  },
  {
    title: 'Wie Gäste Sie sehen',
    hint: 'Auf Ihren Buchungsseiten und denen Ihrer Teams, in allen Ihren Arbeitsbereichen.',
    alt: (name: string) => `Bild von ${name}`,
    bio: 'Über Sie',
    bioHint: 'Ein paar Worte, zum Beispiel worüber man mit Ihnen spricht. Höchstens 300 Zeichen.',
    what: 'Ihr Bild',
    save: 'Text speichern',
    saved: 'Der Text ist gespeichert. Gäste sehen ihn ab jetzt.',
  },
);

const MOST_CHARACTERS = 300;

/** The person's picture and the words about them. */
export function PhotoSection() {
  const words = useWords(photoWords);
  const { call } = useApi();
  const me = useLoad('me', () => call('getMe', {}));
  const picture = useDone();
  const text = useDone();
  const save = useAction((form: FormData) => {
    const bio = String(form.get('bio')).trim();
    picture.forget();
    return text.report(words.saved, async () => {
      await call('updateMe', { bio: bio === '' ? null : bio });
      await me.reload();
    });
  });
  const guarded = useGuardedForm({ name: words.bio, action: save });
  return (
    <Section title={words.title} hint={words.hint} done={text.done}>
      <LoadState {...me} what={words.what}>
        {({ user, profile }) => (
          <>
            <PictureForm
              url={profile.photoUrl}
              alt={words.alt(user.name)}
              letters={initials(user.name)}
              square
              status={picture}
              onStart={text.forget}
              save={async (image) => {
                await call('setMyPhoto', { image });
                await me.reload();
              }}
            />
            <form key={guarded.round} className="branding-form" {...guarded.props}>
              {save.error && <Failure error={save.error} />}
              <AreaField
                name="bio"
                label={words.bio}
                hint={words.bioHint}
                maxLength={MOST_CHARACTERS}
                rows={3}
                defaultValue={profile.bio ?? ''}
                error={save.error}
              />
              <button type="submit" className="button compact" aria-disabled={save.busy}>
                {words.save}
              </button>
              <AsCall />
            </form>
          </>
        )}
      </LoadState>
    </Section>
  );
}
