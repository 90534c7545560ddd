import { photoWords } from '../../../../texts/en/dashboard/accounts.ts';
import { initials } from '../../../parts/faces.tsx';
import { useWords } from '../../../parts/locale.ts';
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
