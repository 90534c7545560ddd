import { useId } from 'react';
import { describedBy, Field, type FieldFrame } from '../../parts/field.tsx';
import type { CallError } from '../data/call.ts';
import { pageWords } from './page-words.ts';

const say = pageWords(
  {
    few: 'Enter a few words.',
    it: (message: string) => `It ${message}.`,
  },
  {
    few: 'Geben Sie ein paar Worte ein.',
    it: germanProblem,
  },
);

interface TextFieldProps {
  /** the operation's field */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** replaces the API's message where that is written for API callers */
  readonly wrong?: string | undefined;
  /** what the form itself found before it was sent */
  readonly missing?: string | undefined;
  readonly type?: 'text' | 'email';
  readonly optional?: boolean;
  readonly maxLength: number;
  readonly defaultValue?: string;
  readonly error: CallError | null;
}

/** What the API found wrong with one field. */
export const problemOf = (error: CallError | null, name: string): string | undefined => {
  const message = error?.issues.find(({ path }) => path === name)?.message;
  if (message === undefined) return undefined;
  return /^must have at least 1 /.test(message) ? say.few : say.it(message);
};

/** One line of text; the browser checks what it can before it is sent. */
export function TextField(props: TextFieldProps) {
  const { name, label, hint, wrong, missing, type = 'text', optional = false, maxLength, defaultValue, error } = props;
  const told = problemOf(error, name);
  const problem = missing ?? (told && (wrong ?? told));
  const frame: FieldFrame = { id: useId(), label, required: !optional, hint, problem };
  return (
    <Field frame={frame}>
      <input
        type={type}
        id={frame.id}
        name={name}
        maxLength={maxLength}
        required={!optional}
        defaultValue={defaultValue}
        autoComplete="off"
        aria-describedby={describedBy(frame)}
        aria-invalid={frame.problem === undefined ? undefined : true}
      />
    </Field>
  );
}

/** The API's commonest messages; its other ones are English. */
function germanProblem(message: string): string {
  const most = /at most (\d+) characters/.exec(message)?.[1];
  if (most !== undefined) return `Höchstens ${most} Zeichen.`;
  const [, bound, count] = /must be at (most|least) (-?\d+)$/.exec(message) ?? [];
  if (count !== undefined) return `${bound === 'most' ? 'Höchstens' : 'Mindestens'} ${count}.`;
  if (message.includes('email')) return 'Geben Sie eine E-Mail-Adresse ein, wie name@firma.de.';
  return 'Das passt so nicht.';
}
