import type { FieldType, FormFieldInput } from '../../../../../schemas/shapes/forms.ts';
import { type Condition, keyFor, optionsOf, SELECTS } from './question-drafts.ts';

type Config = NonNullable<FormFieldInput['config']>;

const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();

const numberOf = (form: FormData, name: string): number | undefined => {
  const text = textOf(form, name);
  return text === '' ? undefined : Number(text);
};

function configOf(form: FormData, type: FieldType, before: Config): Config | undefined {
  const given: Config = {
    ...(SELECTS.includes(type) && { options: optionsOf(String(form.get('options') ?? ''), before.options) }),
    min: numberOf(form, 'min'),
    max: numberOf(form, 'max'),
    maxLength: numberOf(form, 'maxLength'),
  };
  const config = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return Object.keys(config).length === 0 ? undefined : config;
}

/** The value of a condition has the type of the answers that it is about. */
function answerOf(typed: string, { type }: FormFieldInput): string | number | boolean {
  if (type === 'boolean') return typed === 'true';
  return type === 'number' ? Number(typed) : typed;
}

/** @returns undefined: it is always asked */
function conditionOf(form: FormData, earlier: readonly FormFieldInput[], before: Condition | undefined) {
  const about = textOf(form, 'showIf');
  if (about === 'keep') return before;
  const asked = earlier.find(({ key }) => key === about);
  return asked && { all: [{ key: about, op: 'equals' as const, value: answerOf(textOf(form, 'showValue'), asked) }] };
}

interface Around {
  /** as it was; undefined: a new one */
  readonly before: FormFieldInput | undefined;
  readonly earlier: readonly FormFieldInput[];
  /** of all other questions */
  readonly keys: readonly string[];
}

/** A question as typed in its form. */
export function typedQuestion(form: FormData, { before, earlier, keys }: Around): FormFieldInput {
  const type = textOf(form, 'type') as FieldType;
  const label = textOf(form, 'label');
  const helpText = textOf(form, 'helpText');
  const config = configOf(form, type, before?.config ?? {});
  const conditionalLogic = conditionOf(form, earlier, before?.conditionalLogic);
  return {
    key: before?.key ?? keyFor(label, keys),
    type,
    label,
    required: form.has('required'),
    ...(helpText !== '' && { helpText }),
    ...(config && { config }),
    ...(conditionalLogic && { conditionalLogic }),
  };
}
