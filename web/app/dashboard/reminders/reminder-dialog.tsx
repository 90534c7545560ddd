import { useRef, useState } from 'react';
import type { ReminderTime } from '../../../../domain/reminders/reminders.ts';
import { formatMinute } from '../../../../domain/time/civil.ts';
import { reminderTexts } from '../../../../texts/en/dashboard/reminders.ts';
import { useWords } from '../../../parts/locale.ts';
import { Notice } from '../../../parts/notice.tsx';
import { useAction } from '../../data/use-action.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { AreaField, NumberField, SelectField } from '../event-types/fields.tsx';
import { type Draft, NEW_DRAFT, timeOfDraft, typedReminder } from './reminder-drafts.ts';
import { ReminderPreview } from './reminder-preview.tsx';
import { VariableButtons } from './variable-buttons.tsx';

interface ReminderDialogProps {
  /** undefined: a new one */
  readonly draft: Draft | undefined;
  readonly others: readonly Draft[];
  readonly onTyped: (draft: Draft) => void;
  readonly onClose: () => void;
}

/** One reminder: when, to whom, in which words, and how it reads. Nothing is sent: the group is saved as a whole. */
export function ReminderDialog({ draft, others, onTyped, onClose }: ReminderDialogProps) {
  const texts = useWords(reminderTexts);
  const first = draft ?? NEW_DRAFT;
  const [kind, setKind] = useState<ReminderTime['kind']>(timeOfDraft(first).kind);
  const [shown, setShown] = useState(first);
  const { wrong, action } = useTyped({ draft, others, onTyped, onClose });
  const box = useRef<HTMLDivElement>(null);
  const look = (): void => {
    const form = box.current?.closest('form');
    const typed = form && typedReminder(new FormData(form), draft, [], texts);
    if (typed && 'draft' in typed) setShown(typed.draft);
  };
  return (
    <FormDialog
      title={draft ? texts.editTitle : texts.newTitle}
      action={action}
      submit={draft ? texts.apply : texts.put}
      onClose={onClose}
      hidesCall
      keepsFoot
    >
      <div ref={box} onInput={() => queueMicrotask(look)}>
        {wrong !== null && (
          <Notice notice={{ tone: 'error', title: texts.wrong, text: wrong === texts.wrong ? '' : wrong }} />
        )}
        <SelectField
          name="kind"
          label={texts.kind}
          options={Object.entries(texts.kinds).map(([value, label]) => ({ value, label }))}
          value={kind}
          onChange={(value) => setKind(value as ReminderTime['kind'])}
        />
        <TimeFields kind={kind} time={timeOfDraft(first)} />
        {kind !== 'no_show' && (
          <SelectField
            key={kind === 'after' ? 'after' : 'before'}
            name="to"
            label={texts.to}
            options={(['both', 'guest', 'host'] as const).map((value) => ({ value, label: texts.readers[value] }))}
            defaultValue={first.to}
          />
        )}
        <WordFields first={first} />
      </div>
      <ReminderPreview draft={shown} />
    </FormDialog>
  );
}

/** Takes what was typed, or says what does not fit. */
function useTyped({ draft, others, onTyped, onClose }: ReminderDialogProps) {
  const texts = useWords(reminderTexts);
  const [wrong, setWrong] = useState<string | null>(null);
  const action = useAction(async (form: FormData) => {
    const typed = typedReminder(form, draft, others, texts);
    if ('wrong' in typed) return setWrong(typed.wrong);
    onTyped(typed.draft);
    onClose();
  });
  return { wrong, action };
}

/** The host's own words, and what is filled in. */
function WordFields({ first }: { readonly first: Draft }) {
  const texts = useWords(reminderTexts);
  return (
    <>
      <TextField
        name="subject"
        label={texts.subject}
        optional
        maxLength={150}
        defaultValue={first.subject ?? ''}
        error={null}
      />
      <AreaField
        name="text"
        label={texts.text}
        hint={texts.own}
        rows={4}
        maxLength={1_000}
        defaultValue={first.text ?? ''}
        error={null}
      />
      <VariableButtons />
    </>
  );
}

/** How long, or on which day at which time. */
function TimeFields({ kind, time }: { readonly kind: ReminderTime['kind']; readonly time: ReminderTime }) {
  const texts = useWords(reminderTexts);
  if (kind === 'day_before') {
    const known = time.kind === 'day_before' ? time : { days: 1, minuteOfDay: 540 };
    return (
      <>
        <div className="field-pair">
          <NumberField name="days" label={texts.days} min={0} max={60} defaultValue={known.days} error={null} />
          <div className="field">
            <label htmlFor="reminder-clock">{texts.clock}</label>
            <input
              id="reminder-clock"
              type="time"
              name="clock"
              required
              defaultValue={formatMinute(known.minuteOfDay)}
            />
          </div>
        </div>
        <p className="small quiet">{texts.clockHint}</p>
      </>
    );
  }
  const minutes = time.kind === 'day_before' ? 60 : time.minutes;
  const isHours = minutes > 0 && minutes % 60 === 0;
  return (
    <div className="field-pair">
      <NumberField
        name="amount"
        label={texts.amount}
        min={kind === 'before' ? 1 : 0}
        max={86_400}
        defaultValue={isHours ? minutes / 60 : minutes}
        error={null}
      />
      <SelectField
        name="unit"
        label={texts.unit}
        options={(['m', 'h', 'd'] as const).map((value) => ({ value, label: texts.units[value] }))}
        defaultValue={isHours ? 'h' : 'm'}
      />
    </div>
  );
}
