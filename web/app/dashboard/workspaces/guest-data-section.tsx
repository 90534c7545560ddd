import { useRef, useState } from 'react';
import { guestWords } from '../../../../texts/en/dashboard/workspaces.ts';
import { useWords } from '../../../parts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import type { InputOf, OutputOf } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useDone } from '../../parts/done.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Section } from '../../parts/section.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useDashboard } from './dashboard-context.ts';
import { saveFile } from './save-file.ts';

const LARGEST_PAGE = 500;

/** For owners and admins: the export and the deletion of one guest, by address. */
export function GuestDataSection() {
  const words = useWords(guestWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const form = useRef<HTMLFormElement>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const { done, report } = useDone();
  const save = useAction((email: string) =>
    report(words.saved, async () => {
      const data = await readGuest((input) => call('exportGuest', input, workspace.id), email);
      saveFile('guest.json', 'application/json', JSON.stringify(data, null, 2));
    }),
  );
  const remove = async (): Promise<void> => {
    const { meetings } = await call('deleteGuest', { email: asked ?? '' }, workspace.id);
    await report(words.deleted(meetings), async () => form.current?.reset());
  };
  const typed = (): string => String(new FormData(form.current ?? undefined).get('email')).trim();
  return (
    <Section title={words.title} hint={words.hint} done={done}>
      <form
        ref={form}
        className="branding-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save.run(typed());
        }}
      >
        {save.error && <Failure error={save.error} />}
        <TextField name="email" type="email" label={words.email} maxLength={254} error={save.error} />
        <div className="actions">
          <button type="submit" className="button second compact" aria-disabled={save.busy}>
            {words.export}
          </button>
          <button
            type="button"
            className="button second compact"
            onClick={() => form.current?.reportValidity() && setAsked(typed())}
          >
            {words.delete}
          </button>
        </div>
      </form>
      {asked !== null && (
        <Confirm title={words.ask(asked)} verb={words.verb} onClose={() => setAsked(null)} act={remove}>
          <p>{words.goes}</p>
          <p>{words.stays}</p>
        </Confirm>
      )}
    </Section>
  );
}

type Page = OutputOf<'exportGuest'>;

/** All pages of a guest. */
async function readGuest(read: (input: InputOf<'exportGuest'>) => Promise<Page>, email: string) {
  const meetings: unknown[] = [];
  const codeRequests: unknown[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await read({ email, limit: LARGEST_PAGE, ...(cursor !== null && { cursor }) });
    meetings.push(...page.meetings);
    codeRequests.push(...page.codeRequests);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return { email, meetings, codeRequests };
}
