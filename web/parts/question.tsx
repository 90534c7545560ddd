import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute } from 'react';
import type { FormField } from '../../schemas/shapes/forms.ts';
import { questionWords } from '../../texts/en/pages/details.ts';
import { rangeWords } from './answer-words.ts';
import { describedBy, Field, type FieldFrame } from './field.tsx';
import { useLocale, useWords } from './locale.ts';
import { PhoneField } from './phone-field.tsx';
import { questionId, questionName } from './question-names.ts';

type Typed = string | readonly string[];

export interface QuestionProps {
  readonly field: FormField;
  /** what the guest has typed or ticked so far */
  readonly typed: Typed | undefined;
  readonly onlyIf: string | null;
  /** of a phone number: two letters, '' if none is known */
  readonly country: string;
  readonly problem?: string | undefined;
}

// No control has maxlength: browsers would cut pasted text silently. The message names a too long text's length.

/** A short list of radio buttons is quicker than a menu. */
const MAX_RADIOS = 6;

/** One question of the intake form, of any type; the server checks every answer again. */
export function Question({ field, typed, onlyIf, country, problem }: QuestionProps) {
  const { required } = field;
  const hint = useHint(field);
  const frame = { id: questionId(field.key), label: field.label, required, hint, onlyIf, problem };
  // Without a script a question shows before its condition is known.
  const needed = required && onlyIf === null;
  return <Control field={field} typed={typed} frame={frame} needed={needed} country={country} />;
}

interface ControlProps {
  readonly field: FormField;
  readonly typed: Typed | undefined;
  readonly frame: FieldFrame;
  /** whether the browser requires an answer */
  readonly needed: boolean;
  readonly country: string;
}

function Control(props: ControlProps) {
  const { field } = props;
  const { yes, no } = useWords(questionWords);
  const options = field.config?.options ?? [];
  switch (field.type) {
    case 'long_text':
      return <LongText {...props} />;
    case 'phone':
      return <PhoneField {...props} typed={one(props.typed)} />;
    case 'boolean':
      return <Choices {...props} type="radio" options={yesOrNo(yes, no)} />;
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

const yesOrNo = (yes: string, no: string): readonly Option[] => [
  { value: 'true', label: yes },
  { value: 'false', label: no },
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
        dir="auto"
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
        dir="auto"
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
            <bdi>{label}</bdi>
          </label>
        ))}
      </div>
    </Field>
  );
}

function Menu({ field, typed, frame, needed, options }: ControlProps & { options: readonly Option[] }) {
  const { choose } = useWords(questionWords);
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
        <option value="">{choose}</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value} dir="auto">
            {label}
          </option>
        ))}
      </select>
    </Field>
  );
}

function useHint(field: FormField): string | undefined {
  const locale = useLocale();
  const parts = [field.helpText, rangeWords(field, locale)];
  return parts.filter((part) => part !== undefined && part !== '').join(' ') || undefined;
}
