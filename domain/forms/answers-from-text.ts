import type { FormField } from '../../schemas/shapes/forms.ts';
import { addressFromQuery } from '../mail/query-address.ts';

const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * Answers that came as text (`customFields[key]=value` in a link, or a posted web form) as values for
 * {@link checkAnswers}. Text that does not fit its field's type stays text, and unknown keys are kept: the check
 * names the broken rule and the unknown keys.
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

function fromText(field: FormField | undefined, given: unknown): unknown {
  if (field?.type === 'multi_select') return choicesFromText(given);
  if (!field || typeof given !== 'string') return given;
  return CONVERSIONS[field.type]?.(given) ?? given.trim();
}

/** A web form sends an empty text for a list without a choice. */
function choicesFromText(given: unknown): unknown {
  if (typeof given === 'string') return given === '' ? [] : [given];
  return Array.isArray(given) ? given.filter((one) => one !== '') : given;
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
