import { useId } from 'react';
import { textFieldWords as say } from '../../../texts/en/dashboard/parts.ts';
import { describedBy, Field, type FieldFrame } from '../../parts/field.tsx';
import type { CallError } from '../data/call.ts';

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
