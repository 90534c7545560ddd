import { useId, useState } from 'react';
import { meetingWords } from '../../../../texts/en/dashboard/meetings.ts';
import { useWords } from '../../../parts/locale.ts';
import { Notice } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { useUnsaved } from '../../data/use-unsaved.ts';
import { AsCall } from '../../parts/as-call.tsx';
import { Done, useDone } from '../../parts/done.tsx';
import { noticeOf } from '../../parts/words.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import type { MeetingDetail } from './meeting.ts';

interface HostNotesProps {
  readonly meeting: MeetingDetail;
  readonly onSaved: () => Promise<void>;
}

/** What is being typed, and what stood there before. */
interface Draft {
  readonly text: string;
  readonly before: string;
}

/** The host's own notes. What is typed stays while the page reads again; a change of somebody else is said. */
export function HostNotes({ meeting, onSaved }: HostNotesProps) {
  const words = useWords(meetingWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const id = useId();
  const { done, report, forget } = useDone();
  const saved = meeting.hostNotes ?? '';
  const [draft, setDraft] = useState<Draft | null>(null);
  const save = useAction(() =>
    report(words.saved, async () => {
      await call('updateMeeting', { bookingId: meeting.id, hostNotes: draft?.text ?? saved }, workspace.id);
      await onSaved();
      setDraft(null);
    }),
  );
  const type = (text: string): void => {
    forget();
    setDraft({ text, before: draft?.before ?? saved });
  };
  const discard = (): void => setDraft(null);
  const isUnsaved = draft !== null && draft.text !== saved;
  useUnsaved(isUnsaved ? { name: words.notes, save: save.run, discard } : null);
  const isOvertaken = draft !== null && draft.before !== saved && draft.text !== saved;
  return (
    <section className="card" aria-labelledby={id}>
      <h2>
        <label id={id} htmlFor={`${id}-text`}>
          {words.notes}
        </label>
      </h2>
      <p className="small quiet" id={`${id}-hint`}>
        {words.notesHint}
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save.run();
        }}
      >
        {save.error && <Notice notice={noticeOf(save.error)} />}
        <textarea
          id={`${id}-text`}
          className="short"
          dir="auto"
          maxLength={5_000}
          value={draft?.text ?? saved}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => type(target.value)}
        />
        {isOvertaken && (
          <div role="status">
            <p className="small">{words.notesChanged}</p>
            <p className="small prewrap">
              <bdi>{saved}</bdi>
            </p>
          </div>
        )}
        <div className="actions notes-actions">
          <button type="submit" className="button second compact" aria-disabled={save.busy}>
            {words.save}
          </button>
          <Done words={done} />
        </div>
        <AsCall />
      </form>
    </section>
  );
}
