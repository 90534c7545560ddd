import { type MouseEvent, useEffect, useRef } from 'react';
import { REMINDER_VARIABLES } from '../../../../domain/reminders/reminder-words.ts';
import { reminderTexts } from '../../../../texts/en/dashboard/reminders.ts';
import { useWords } from '../../../parts/locale.ts';

type Typed = HTMLInputElement | HTMLTextAreaElement;

const isWords = (target: EventTarget | null): target is Typed =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) &&
  (target.name === 'subject' || target.name === 'text');

/** What is filled in: each is inserted at the caret of the subject or the text, whichever was typed in last; at first the text. */
export function VariableButtons() {
  const texts = useWords(reminderTexts);
  const box = useRef<HTMLFieldSetElement>(null);
  const last = useRef<Typed | null>(null);
  useEffect(() => {
    const form = box.current?.form;
    const keep = ({ target }: FocusEvent): void => {
      if (isWords(target)) last.current = target;
    };
    form?.addEventListener('focusin', keep);
    return () => form?.removeEventListener('focusin', keep);
  }, []);
  const insert = ({ currentTarget }: MouseEvent<HTMLButtonElement>): void => {
    const field = last.current ?? currentTarget.form?.querySelector<Typed>('textarea[name=text]');
    if (field) insertAtCaret(field, currentTarget.value);
  };
  return (
    <fieldset ref={box} className="field variables">
      <legend className="small quiet">{texts.variables}</legend>
      {REMINDER_VARIABLES.map((name) => (
        <button
          key={name}
          type="button"
          className="button second compact"
          value={`{${name}}`}
          aria-label={texts.insert(name)}
          onClick={insert}
        >
          {`{${name}}`}
        </button>
      ))}
    </fieldset>
  );
}

/** The preview and the guard of what was typed hear of it as of typing. Nothing is inserted where there is no room. */
function insertAtCaret(field: Typed, words: string): void {
  const start = field.selectionStart ?? field.value.length;
  const end = field.selectionEnd ?? start;
  field.focus();
  if (field.value.length - (end - start) + words.length > field.maxLength) return;
  field.setRangeText(words, start, end, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
