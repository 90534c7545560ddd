import type { FormField } from '../../schemas/shapes/forms.ts';
import { addressFromQuery } from '../mail/query-address.ts';
import { askedFields, isBlank } from './conditions.ts';

/**
 * Returns the keys of the questions to answer, given the form's content so far. The rule is that of {@link checkAnswers}; this module
 * loads less, so that a browser can run it at each key press.
 *
 * @param text as for {@link answersFromText}
 */
export function askedKeys(fields: readonly FormField[], text: Readonly<Record<string, unknown>>): Set<string> {
  const answers = answersFromText({ fields }, text);
  const values = new Map<string, unknown>();
  const asked = new Set<string>();
  for (const { key } of askedFields(fields, values)) {
    asked.add(key);
    if (!isBlank(answers[key])) values.set(key, answers[key]);
  }
  return asked;
}

const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * Converts answers that arrive as text (`customFields[key]=value` in a link, or a posted web form) into values for
 * {@link checkAnswers}. Text that does not fit its field's type stays text, and unknown keys are kept: the check
 * reports both.
 *
 * @param record text, or an array of texts if a key was repeated
 */
export function answersFromText(
  form: { readonly fields: readonly FormField[] },
  record: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const fields = new Map(form.fields.map((field) => [field.key, field]));
  const answers: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(record)) answers[key] = fromText(fields.get(key), record[key]);
  return answers;
}

function fromText(field: FormField | undefined, value: unknown): unknown {
  if (field?.type === 'multi_select') return choicesFromText(value);
  if (!field || typeof value !== 'string') return value;
  return CONVERSIONS[field.type]?.(value) ?? value.trim();
}

/** A web form sends an empty text for a list without a choice. */
function choicesFromText(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return Array.isArray(value) ? value.filter((choice) => choice !== '') : value;
}

/** In a query, an unescaped plus sign arrives as a space: no phone number begins with one, and no address has one. */
const CONVERSIONS: Readonly<Partial<Record<FormField['type'], (text: string) => unknown>>> = {
  number: (text) => (NUMBER.test(text.trim()) ? Number(text) : text),
  boolean: (text) => BOOLEANS.get(text.trim()) ?? text,
  email: (text) => addressFromQuery(text.trim()),
  phone: (text) => text.replace(/^ (?=[1-9])/, '+').replaceAll(/[\s().-]/g, ''),
  long_text: (text) => text.replaceAll('\r\n', '\n'),
};

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);
