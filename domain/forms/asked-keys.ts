import type { FormField } from '../../schemas/shapes/forms.ts';
import { answersFromText } from './answers-from-text.ts';
import { askedFields, isBlank } from './conditions.ts';

/**
 * The questions to answer, given the form's content so far: the same rule as in {@link checkAnswers}, without what that
 * loads, so that a browser can run it at each key press.
 *
 * @param text as `answersFromText` takes it
 */
export function askedKeys(fields: readonly FormField[], text: Readonly<Record<string, unknown>>): Set<string> {
  const given = answersFromText({ fields }, text);
  const values = new Map<string, unknown>();
  const asked = new Set<string>();
  for (const { key } of askedFields(fields, values)) {
    asked.add(key);
    if (!isBlank(given[key])) values.set(key, given[key]);
  }
  return asked;
}
