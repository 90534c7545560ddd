import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute } from 'react';
import type { FormField } from '../../schemas/forms.ts';
import { describedBy, Field, type FieldFrame } from './field.tsx';

type Typed = string | readonly string[];

export interface QuestionProps {
  readonly field: FormField;
  /** what the guest has typed or ticked so far */
  readonly typed: Typed | undefined;
  readonly onlyIf: string | null;
  readonly problem?: string | undefined;
}

/** Few choices are quicker as a list to tick than as a menu to open. */
const MAX_RADIOS = 6;

/** A form field's name in the posted form. */
const questionName = (key: string): string => `customFields[${key}]`;

/** One question of the intake form, of any type; the server checks every answer again. */
export function Question({ field, typed, onlyIf, problem }: QuestionProps) {
  const required = field.required && onlyIf === null;
  const frame = { id: `field-${field.key}`, label: field.label, required, hint: hintOf(field), onlyIf, problem };
  if (onlyIf !== null)
    return <Control field={field} typed={typed} frame={{ ...frame, required: true }} needed={false} />;
  return <Control field={field} typed={typed} frame={frame} needed={required} />;
}

interface ControlProps {
  readonly field: FormField;
  readonly typed: Typed | undefined;
  readonly frame: FieldFrame;
  /** whether the browser insists on an answer */
  readonly needed: boolean;
}

function Control(props: ControlProps) {
  const { field } = props;
  const options = field.config?.options ?? [];
  switch (field.type) {
    case 'long_text':
      return <LongText {...props} />;
    case 'boolean':
      return <Choices {...props} type="radio" options={YES_NO} />;
    case 'multi_select':
      return <Choices {...props} type="checkbox" options={options} />;
    case 'single_select':
      return options.length <= MAX_RADIOS ? (
        <Choices {...props} type="radio" options={options} />
      ) : (
        <Menu {...props} options={options} />
      );
    default:
      return <ShortText {...props} />;
  }
}

const YES_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

const one = (typed: Typed | undefined): string => (typeof typed === 'string' ? typed : (typed?.[0] ?? ''));
const many = (typed: Typed | undefined): readonly string[] => (typeof typed === 'string' ? [typed] : (typed ?? []));

interface InputKind {
  readonly type: HTMLInputTypeAttribute;
  readonly inputMode?: 'decimal';
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
}

const INPUTS: Readonly<Partial<Record<FormField['type'], InputKind>>> = {
  email: { type: 'email' },
  phone: { type: 'tel', autoComplete: 'tel' },
  number: { type: 'text', inputMode: 'decimal' },
  date: { type: 'date' },
  url: { type: 'url' },
};

function ShortText({ field, typed, frame, needed }: ControlProps) {
  return (
    <Field frame={frame}>
      <input
        {...(INPUTS[field.type] ?? { type: 'text' })}
        id={frame.id}
        name={questionName(field.key)}
        defaultValue={one(typed)}
        required={needed}
        maxLength={field.config?.maxLength}
        aria-describedby={describedBy(frame)}
        aria-invalid={frame.problem === undefined ? undefined : true}
      />
    </Field>
  );
}

function LongText({ field, typed, frame, needed }: ControlProps) {
  return (
    <Field frame={frame}>
      <textarea
        id={frame.id}
        name={questionName(field.key)}
        defaultValue={one(typed)}
        required={needed}
        rows={4}
        maxLength={field.config?.maxLength}
        aria-describedby={describedBy(frame)}
        aria-invalid={frame.problem === undefined ? undefined : true}
      />
    </Field>
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

function Choices({
  field,
  typed,
  frame,
  needed,
  type,
  options,
}: ControlProps & { type: 'radio' | 'checkbox'; options: readonly Option[] }) {
  const chosen = many(typed);
  return (
    <Field frame={frame} group>
      <div className="choices">
        {options.map(({ value, label }) => (
          <label key={value} className="choice">
            <input
              type={type}
              name={questionName(field.key)}
              value={value}
              defaultChecked={chosen.includes(value)}
              required={needed && type === 'radio'}
              aria-invalid={frame.problem === undefined ? undefined : true}
            />
            {label}
          </label>
        ))}
      </div>
    </Field>
  );
}

function Menu({ field, typed, frame, needed, options }: ControlProps & { options: readonly Option[] }) {
  return (
    <Field frame={frame}>
      <select
        id={frame.id}
        name={questionName(field.key)}
        defaultValue={one(typed)}
        required={needed}
        aria-describedby={describedBy(frame)}
        aria-invalid={frame.problem === undefined ? undefined : true}
      >
        <option value="">Choose one</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  );
}

function hintOf(field: FormField): string | undefined {
  const parts = [
    field.helpText,
    rangeWords(field),
    field.type === 'phone' ? 'With country code, such as +49 30 123456.' : '',
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(' ');
  return parts === '' ? undefined : parts;
}

function rangeWords({ type, config }: FormField): string {
  if (type !== 'number' || config === undefined) return '';
  const { min, max } = config;
  if (min !== undefined && max !== undefined) return `A number from ${min} to ${max}.`;
  if (min !== undefined) return `A number from ${min}.`;
  return max === undefined ? '' : `A number up to ${max}.`;
}
