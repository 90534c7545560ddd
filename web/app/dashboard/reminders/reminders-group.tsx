import { useState } from 'react';
import { PLANS } from '../../../../domain/billing/plans.ts';
import { settingsWords } from '../../../../texts/en/dashboard/event-type-settings.ts';
import { reminderTexts } from '../../../../texts/en/dashboard/reminders.ts';
import { useWords } from '../../../parts/locale.ts';
import { useAction } from '../../data/use-action.ts';
import { useUnsaved } from '../../data/use-unsaved.ts';
import { AsCall } from '../../parts/as-call.tsx';
import { useDone } from '../../parts/done.tsx';
import { Section } from '../../parts/section.tsx';
import { useEditor } from '../event-types/editor-context.ts';
import { SaveFailure } from '../event-types/save-failure.tsx';
import { useWorkspaceView } from '../workspaces/dashboard-context.ts';
import { ReminderDialog } from './reminder-dialog.tsx';
import { type Draft, timeInText, timeOfDraft } from './reminder-drafts.ts';

const MOST = 10;

/** Mails before and after a meeting: built here, saved as a whole. The plan's cap is told when it is reached. */
export function RemindersGroup() {
  const texts = useWords(reminderTexts);
  const { list, change, remove, action, done, isUnsaved } = useReminders();
  const { save, unsaved } = useWords(settingsWords);
  /** the place of the one that is open; as many as there are: a new one */
  const [open, setOpen] = useState<number | null>(null);
  return (
    <Section title={texts.title} hint={texts.hint} anchor="reminders" done={done}>
      {list.length === 0 ? (
        <p className="small quiet none">{texts.none}</p>
      ) : (
        <ul className="question-rows" aria-label={texts.list}>
          {list.map((draft, index) => (
            <ReminderRow
              key={`${draft.when} ${draft.to}`}
              draft={draft}
              onEdit={() => setOpen(index)}
              onRemove={() => remove(index)}
            />
          ))}
        </ul>
      )}
      <div>
        <Room used={list.length} />
        {action.error && <SaveFailure error={action.error} />}
        <div className="actions">
          <button
            type="button"
            className={isUnsaved ? 'button compact' : 'button second compact'}
            aria-disabled={action.busy}
            onClick={() => void action.run()}
          >
            {save}
            <span className="vh"> {texts.title}</span>
          </button>
          {list.length < MOST && (
            <button type="button" className="button second compact" onClick={() => setOpen(list.length)}>
              {texts.add}
            </button>
          )}
          {isUnsaved && <span className="tag warn">{unsaved}</span>}
        </div>
        <AsCall />
      </div>
      {open !== null && (
        <ReminderDialog
          draft={list[open]}
          others={list.filter((_, place) => place !== open)}
          onTyped={(draft) => change([...list.slice(0, open), draft, ...list.slice(open + 1)])}
          onClose={() => setOpen(null)}
        />
      )}
    </Section>
  );
}

/** How many the plan has room for. */
function Room({ used }: { readonly used: number }) {
  const texts = useWords(reminderTexts);
  const { state } = useWorkspaceView();
  if (state.status !== 'ready') return <p className="small quiet">&nbsp;</p>;
  const { caps, name } = PLANS[state.data.workspace.plan];
  return <p className="small quiet">{texts.room(used, Number(caps.remindersPerEventType), name)}</p>;
}

interface ReminderRowProps {
  readonly draft: Draft;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function ReminderRow({ draft, onEdit, onRemove }: ReminderRowProps) {
  const texts = useWords(reminderTexts);
  const when = timeInText(timeOfDraft(draft), texts);
  const name = `${when}, ${texts.readers[draft.to]}`;
  return (
    <li className="question-row">
      <div className="question-text">
        <p>
          <strong>{when}</strong>
        </p>
        <p className="small quiet">
          {texts.readers[draft.to]}
          {(draft.subject !== null || draft.text !== null) && ` · ${texts.ownWords}`}
        </p>
      </div>
      <span className="row-actions">
        <button type="button" className="button second compact" onClick={onEdit}>
          {texts.edit}
          <span className="vh"> {name}</span>
        </button>
        <button type="button" className="button second compact" onClick={onRemove}>
          {texts.remove}
          <span className="vh"> {name}</span>
        </button>
      </span>
    </li>
  );
}

/** The reminders as they are here, and what the server has of them. */
function useReminders() {
  const texts = useWords(reminderTexts);
  const { saved: isSaved } = useWords(settingsWords);
  const { event, save, discard } = useEditor();
  const [list, setList] = useState<readonly Draft[]>(event.reminders);
  const [saved, setSaved] = useState(list);
  const isUnsaved = JSON.stringify(list) !== JSON.stringify(saved);
  const { done, report, forget } = useDone();
  const change = (drafts: readonly Draft[]): void => {
    setList(drafts);
    forget();
  };
  const remove = (index: number): void => {
    const draft = list[index];
    change(list.filter((_, place) => place !== index));
    if (draft) void report(texts.removed(timeInText(timeOfDraft(draft), texts)), async () => {});
  };
  const action = useAction(async () => {
    await report(isSaved, async () => {
      await save({ reminders: [...list] });
      setSaved(list);
    });
  });
  useUnsaved(isUnsaved ? { name: texts.title, save: () => action.run(), discard } : null);
  return { list, change, remove, action, done, isUnsaved };
}
