import { useState } from 'react';
import type { FormFieldInput } from '../../../../../schemas/shapes/forms.ts';
import { builderWords, settingsWords } from '../../../../../texts/en/dashboard/event-type-settings.ts';
import { useWords } from '../../../../parts/locale.ts';
import { Notice } from '../../../../parts/notice.tsx';
import { type Action, useAction } from '../../../data/use-action.ts';
import { useUnsaved } from '../../../data/use-unsaved.ts';
import { AsCall } from '../../../parts/as-call.tsx';
import { useDone } from '../../../parts/done.tsx';
import { Section } from '../../../parts/section.tsx';
import { TextField } from '../../../parts/text-field.tsx';
import { useEditor } from '../editor-context.ts';
import type { Patch } from '../event-type.ts';
import { AreaField } from '../fields.tsx';
import { SaveFailure } from '../save-failure.tsx';
import { ownFields } from './form-input.ts';
import { QuestionDialog } from './question-dialog.tsx';
import { faultsOf, moved } from './question-drafts.ts';
import { QuestionList } from './question-list.tsx';

const MOST = 50;

/** The form that guests fill in: built here, saved as a whole. */
export function QuestionsGroup() {
  const words = useWords(builderWords);
  const { event } = useEditor();
  const { fields, head, change, remove, action, done, isUnsaved, isRefused } = useQuestions();
  // Where nothing says who calls whom, guests leave their number (docs/decisions/booking.md#a-way-to-join).
  const asksNumber = event.locationType === 'phone' && event.locationDetail === null;
  /** the place of the one that is open; as many as there are: a new one */
  const [open, setOpen] = useState<number | null>(null);
  return (
    <Section title={words.title} hint={words.hint} anchor="questions" done={done}>
      {fields.length === 0 ? (
        <p className="small quiet none">{asksNumber ? words.noneButNumber : words.none}</p>
      ) : (
        <>
          <FormHead head={head} onTyped={(typed) => change(fields, typed)} />
          <QuestionList
            fields={fields}
            onMove={(from, to) => change(moved(fields, from, to))}
            onEdit={setOpen}
            onRemove={remove}
          />
        </>
      )}
      {isRefused && <Notice notice={{ tone: 'error', title: words.brokenTitle, text: words.broken }} />}
      {action.error && <SaveFailure error={action.error} />}
      <Acts action={action} isUnsaved={isUnsaved} onAdd={fields.length < MOST ? () => setOpen(fields.length) : null} />
      {open !== null && (
        <QuestionDialog
          field={fields[open]}
          earlier={fields.slice(0, open)}
          keys={fields.map(({ key }) => key)}
          onTyped={(field) => change([...fields.slice(0, open), field, ...fields.slice(open + 1)])}
          onClose={() => setOpen(null)}
        />
      )}
    </Section>
  );
}

/** The questions as they are here, and what the server has of them. */
function useQuestions() {
  const words = useWords(builderWords);
  const { saved: isSaved } = useWords(settingsWords);
  const { event, save, preview, discard } = useEditor();
  const definition = event.form?.definition;
  const [fields, setFields] = useState(() => ownFields(definition?.fields ?? []));
  const [head, setHead] = useState({ name: definition?.name ?? '', description: definition?.description ?? '' });
  const form = formOf(fields, head, words.headingDefault);
  const [saved, setSaved] = useState(form);
  const isUnsaved = JSON.stringify(form) !== JSON.stringify(saved);
  const [isRefused, setRefused] = useState(false);
  const { done, report, forget } = useDone();
  const change = (list: readonly FormFieldInput[], typed = head): void => {
    setFields([...list]);
    setHead(typed);
    setRefused(false);
    forget();
    preview({ form: formOf(list, typed, words.headingDefault) });
  };
  const remove = (index: number): void => {
    const label = fields[index]?.label ?? '';
    change(fields.filter((_, place) => place !== index));
    void report(words.removed(label), async () => {});
  };
  const action = useAction(async () => {
    const hasFault = faultsOf(fields).size > 0;
    setRefused(hasFault);
    if (hasFault) return;
    await report(isSaved, async () => {
      await save({ form });
      setSaved(form);
    });
  });
  useUnsaved(
    isUnsaved
      ? { name: words.title, save: async () => (await action.run()) && faultsOf(fields).size === 0, discard }
      : null,
  );
  return { fields, head, change, remove, action, done, isUnsaved, isRefused };
}

const formOf = (list: readonly FormFieldInput[], { name, description }: Head, usualName: string): Form =>
  list.length === 0
    ? null
    : {
        name: name.trim() || usualName,
        ...(description.trim() !== '' && { description: description.trim() }),
        fields: [...list],
      };

type Form = Exclude<Patch['form'], undefined>;

interface ActsProps {
  readonly action: Action<[]>;
  readonly isUnsaved: boolean;
  /** null: there is no room */
  readonly onAdd: (() => void) | null;
}

function Acts({ action, isUnsaved, onAdd }: ActsProps) {
  const words = useWords(builderWords);
  const { save, unsaved } = useWords(settingsWords);
  return (
    <div>
      <div className="actions">
        <button
          type="button"
          className={isUnsaved ? 'button compact' : 'button second compact'}
          aria-disabled={action.busy}
          onClick={() => void action.run()}
        >
          {save}
          <span className="vh"> {words.title}</span>
        </button>
        {onAdd && (
          <button type="button" className="button second compact" onClick={onAdd}>
            {words.add}
          </button>
        )}
        {isUnsaved && <span className="tag warn">{unsaved}</span>}
      </div>
      <AsCall />
    </div>
  );
}

interface Head {
  readonly name: string;
  readonly description: string;
}

/** What stands above the questions. */
function FormHead({ head, onTyped }: { readonly head: Head; readonly onTyped: (head: Head) => void }) {
  const words = useWords(builderWords);
  return (
    <form
      onInput={({ currentTarget }) => {
        const typed = new FormData(currentTarget);
        onTyped({ name: String(typed.get('formName')), description: String(typed.get('formDescription')) });
      }}
      onSubmit={(happened) => happened.preventDefault()}
    >
      <TextField
        name="formName"
        label={words.heading}
        optional
        maxLength={120}
        defaultValue={head.name || words.headingDefault}
        error={null}
      />
      <AreaField
        name="formDescription"
        label={words.intro}
        rows={2}
        maxLength={1_000}
        defaultValue={head.description}
        error={null}
      />
    </form>
  );
}
