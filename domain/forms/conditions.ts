import type { ConditionalLogic, FormField } from '../../schemas/shapes/forms.ts';

type Comparison = NonNullable<ConditionalLogic['all']>[number];

/** Answers so far, by field key. A missing key was not asked, or not answered. */
export type AnswersSoFar = ReadonlyMap<string, unknown>;

/**
 * Whether a field is asked, given the answers to the fields before it: every comparison of `all` holds, and at least one of
 * `any`. An empty list sets no condition. Conditions see only earlier fields, so they cannot form a cycle.
 */
export function isAsked(logic: ConditionalLogic | undefined, answers: AnswersSoFar): boolean {
  const { all = [], any = [] } = logic ?? {};
  const holds = (comparison: Comparison) => compare(comparison, answers.get(comparison.key));
  return all.every(holds) && (any.length === 0 || any.some(holds));
}

/**
 * `not_equals` is the opposite of `equals`, so it holds if there is no answer. Of several choices, one that equals is
 * enough. Types count: "5" is not 5.
 */
function compare({ op, value }: Comparison, answer: unknown): boolean {
  if (op === 'in') return Array.isArray(value) && value.some((one) => equals(answer, one));
  return equals(answer, value) === (op === 'equals');
}

function equals(answer: unknown, wanted: unknown): boolean {
  if (answer === undefined) return false;
  if (!Array.isArray(answer)) return answer === wanted;
  if (!Array.isArray(wanted)) return answer.includes(wanted);
  return wanted.every((one) => answer.includes(one)) && answer.every((one) => wanted.includes(one));
}

/** The asked fields, in order. `answers` is read again for each: the caller adds an answer before going on. */
export function* askedFields(fields: readonly FormField[], answers: AnswersSoFar): Generator<FormField> {
  for (const field of fields) if (isAsked(field.conditionalLogic, answers)) yield field;
}

/** Null, blank text and an empty array are no answer; false is one. */
export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0;
}
