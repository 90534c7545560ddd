import { useId } from 'react';
import { dateFieldWords as say } from '../../../../texts/en/dashboard/availability.ts';
import { describedBy, Field, type FieldFrame } from '../../../parts/field.tsx';
import type { CallError } from '../../data/call.ts';

interface DateFieldProps {
  /** the operation's field */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly optional?: boolean;
  readonly error: CallError | null;
}

/** A day, chosen by the browser's own calendar. */
export function DateField({ name, label, hint, optional = false, error }: DateFieldProps) {
  const told = error?.issues.find(({ path }) => path === name)?.message;
  const frame: FieldFrame = { id: useId(), label, required: !optional, hint, problem: told && say.wrong(told) };
  return (
    <Field frame={frame}>
      <input
        type="date"
        id={frame.id}
        name={name}
        required={!optional}
        aria-describedby={describedBy(frame)}
        aria-invalid={frame.problem === undefined ? undefined : true}
      />
    </Field>
  );
}
