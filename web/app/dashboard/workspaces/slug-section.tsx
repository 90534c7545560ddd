import { useState } from 'react';
import { slugWords } from '../../../../texts/en/dashboard/workspaces.ts';
import { useWords } from '../../../parts/locale.ts';
import { Notice } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import type { CallError, OutputOf } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { Done, useDone } from '../../parts/done.tsx';
import { Failure } from '../../parts/failure.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Section } from '../../parts/section.tsx';
import { TextField } from '../../parts/text-field.tsx';

interface SlugSectionProps {
  readonly view: OutputOf<'getWorkspace'>;
  readonly reload: () => Promise<void>;
}

/** The workspace's part of all booking links. A dialog says what a change breaks before it is made. */
export function SlugSection({ view, reload }: SlugSectionProps) {
  const words = useWords(slugWords);
  const [asking, setAsking] = useState(false);
  const { done, report } = useDone();
  const { slug } = view.workspace;
  const base = view.links.bookingPage.slice(0, -view.membership.username.length);
  return (
    <Section title={words.title} hint={words.hint}>
      <p>
        <strong>{base.replace(/^https?:\/\//, '')}</strong>…
      </p>
      <div className="actions">
        <button type="button" className="button second compact" onClick={() => setAsking(true)}>
          {words.open}
        </button>
      </div>
      <Done words={done} />
      {asking && (
        <AskForSlug
          {...{ view, slug }}
          onClose={() => setAsking(false)}
          onSaved={(next) => report(words.saved(next), reload)}
        />
      )}
    </Section>
  );
}

interface AskForSlugProps {
  readonly view: OutputOf<'getWorkspace'>;
  readonly slug: string;
  readonly onClose: () => void;
  readonly onSaved: (slug: string) => Promise<void>;
}

function AskForSlug({ view, slug, onClose, onSaved }: AskForSlugProps) {
  const words = useWords(slugWords);
  const { call } = useApi();
  const change = useAction(async (form: FormData) => {
    const next = String(form.get('slug')).trim().toLowerCase();
    await call('updateWorkspace', { slug: next, expectedVersion: view.workspace.version }, view.workspace.id);
    onClose();
    await onSaved(next);
  });
  const failure = (error: CallError) => {
    const text = whyNot(error, words);
    return text === undefined ? (
      <Failure error={error} />
    ) : (
      <Notice notice={{ tone: 'error', title: words.refused, text }} />
    );
  };
  return (
    <FormDialog
      title={words.dialog}
      action={change}
      submit={words.verb}
      onClose={onClose}
      failure={failure}
      isDangerous
    >
      <p>{words.breaks}</p>
      <p>{words.back}</p>
      <TextField
        name="slug"
        label={words.label}
        hint={words.letters}
        maxLength={60}
        defaultValue={slug}
        error={change.error}
      />
    </FormDialog>
  );
}

/** undefined: something that is not about the words */
function whyNot({ reason }: CallError, words: typeof slugWords): string | undefined {
  if (reason === 'slug_taken') return words.taken;
  if (reason === 'too_many_slugs') return words.many;
  if (reason === 'slug_reserved') return words.reserved;
  return reason === 'slug_invalid' ? words.letters : undefined;
}
