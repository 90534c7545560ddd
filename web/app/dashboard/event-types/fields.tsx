import { type ReactNode, useId } from 'react';
import { describedBy, Field, type FieldFrame } from '../../../parts/field.tsx';
import type { CallError } from '../../data/call.ts';
import { problemOf } from '../../parts/text-field.tsx';

interface Labelled {
  /** the setting */
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
}

interface NumberFieldProps extends Labelled {
  readonly min: number;
  readonly max: number;
  readonly defaultValue: number | null;
  /** empty means: none */
  readonly optional?: boolean;
  readonly error: CallError | null;
}

/** A whole number; the browser checks its range before it is sent. */
export function NumberField({ name, label, hint, min, max, defaultValue, optional = false, error }: NumberFieldProps) {
  const frame: FieldFrame = { id: useId(), label, required: !optional, hint, problem: problemOf(error, name) };
  return (
    <Field frame={frame}>
      <input
        type="number"
        inputMode="numeric"
        id={frame.id}
        name={name}
        min={min}
        max={max}
        step={1}
        required={!optional}
        defaultValue={defaultValue ?? ''}
        aria-describedby={describedBy(frame)}
        aria-invalid={frame.problem === undefined ? undefined : true}
      />
    </Field>
  );
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

interface SelectFieldProps extends Labelled {
  readonly options?: readonly Option[];
  /** options in groups, instead */
  readonly children?: ReactNode;
  readonly defaultValue?: string;
  /** with `onChange`: the form follows it */
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

/** One of several. */
export function SelectField(props: SelectFieldProps) {
  const { name, label, hint, options = [], children, defaultValue, value, onChange } = props;
  const frame: FieldFrame = { id: useId(), label, required: true, hint };
  return (
    <Field frame={frame}>
      <select
        id={frame.id}
        name={name}
        aria-describedby={describedBy(frame)}
        {...(onChange ? { value, onChange: (event) => onChange(event.target.value) } : { defaultValue })}
      >
        {children}
        {options.map((option) => (
          <option key={option.value} value={option.value} dir="auto">
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface AreaFieldProps extends Labelled {
  readonly maxLength: number;
  readonly rows: number;
  readonly required?: boolean;
  readonly defaultValue: string;
  readonly error: CallError | null;
}

/** Several lines of text. */
export function AreaField({ name, label, hint, required = false, error, ...area }: AreaFieldProps) {
  const frame: FieldFrame = { id: useId(), label, required, hint, problem: problemOf(error, name) };
  return (
    <Field frame={frame}>
      <textarea
        {...area}
        className="short"
        id={frame.id}
        name={name}
        required={required}
        dir="auto"
        aria-describedby={describedBy(frame)}
        aria-invalid={frame.problem === undefined ? undefined : true}
      />
    </Field>
  );
}

interface CheckFieldProps extends Labelled {
  readonly defaultChecked: boolean;
  readonly onChange?: (checked: boolean) => void;
  readonly children?: ReactNode;
}

/** On or off. */
export function CheckField({ name, label, hint, defaultChecked, onChange }: CheckFieldProps) {
  const id = useId();
  return (
    <label className="choice">
      <input
        type="checkbox"
        name={name}
        defaultChecked={defaultChecked}
        aria-describedby={hint === undefined ? undefined : id}
        onChange={(event) => onChange?.(event.target.checked)}
      />
      <span>
        {label}
        {hint !== undefined && (
          <span className="quiet small rule-hint" id={id}>
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}
