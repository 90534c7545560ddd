import type { FormField } from '../../schemas/shapes/forms.ts';
import { answersFromText } from './answers-from-text.ts';
import { askedFields, isBlank } from './conditions.ts';

/**
 * The questions that are to be answered, given what stands in a form so far: by the rule that {@link checkAnswers} goes by,
 * and without what it loads, so that a browser can ask at each key press.
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
