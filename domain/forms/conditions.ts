import type { ConditionalLogic, FormDefinition, FormField } from '../../schemas/shapes/forms.ts';

/** The part of a question that decides when it is asked. */
type Conditioned = Pick<FormField, 'key' | 'conditionalLogic'>;

/**
 * Returns, for each answer, the answer that it follows: the one on which its question depends ("Which one?" follows "Do you use another
 * tool?"). If it depends on several, the last answered one counts.
 *
 * @param keys those of the answers, in the order of the form
 * @returns the followed key by the key of the answer; an answer that follows none has no entry
 */
export function followedAnswers(fields: readonly Conditioned[], keys: readonly string[]): ReadonlyMap<string, string> {
  const logicOf = new Map(fields.map(({ key, conditionalLogic }) => [key, conditionalLogic]));
  const followed = new Map<string, string>();
  keys.forEach((key, at) => {
    const asks = new Set(comparedKeys(logicOf.get(key)));
    const parent = keys.slice(0, at).findLast((earlier) => asks.has(earlier));
    if (parent !== undefined) followed.set(key, parent);
  });
  return followed;
}

const comparedKeys = ({ all = [], any = [] }: ConditionalLogic = {}): string[] =>
  [...all, ...any].map(({ key }) => key);

/**
 * Returns the keys that every booking must answer. Fields with a condition are left out, since they are required only if it holds.
 */
export function requiredFieldKeys(form: FormDefinition): string[] {
  return form.fields.filter((field) => field.required && !isConditional(field)).map((field) => field.key);
}

/** Returns whether a field is asked only if its condition holds. */
export function isConditional({ conditionalLogic: logic }: FormField): boolean {
  return (logic?.all?.length ?? 0) > 0 || (logic?.any?.length ?? 0) > 0;
}

type Comparison = NonNullable<ConditionalLogic['all']>[number];

/** Answers so far, by field key. A missing key was not asked, or not answered. */
export type AnswersSoFar = ReadonlyMap<string, unknown>;

/**
 * Returns whether a field is asked, given the answers to the fields before it: every comparison of `all` holds, and at least one of
 * `any`. An empty list sets no condition. Conditions see only earlier fields, so they cannot form a cycle.
 */
export function isAsked(logic: ConditionalLogic | undefined, answers: AnswersSoFar): boolean {
  const { all = [], any = [] } = logic ?? {};
  const holds = (comparison: Comparison) => compare(comparison, answers.get(comparison.key));
  return all.every(holds) && (any.length === 0 || any.some(holds));
}

/**
 * Compares an answer with a value. `not_equals` is the opposite of `equals`, so it holds if there is no answer. Of several choices, one
 * that equals is enough. Types count: "5" is not 5.
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

/** Yields the asked fields, in order. `answers` is read again for each field: the caller adds an answer before it continues. */
export function* askedFields(fields: readonly FormField[], answers: AnswersSoFar): Generator<FormField> {
  for (const field of fields) if (isAsked(field.conditionalLogic, answers)) yield field;
}

/** Returns whether a value is no answer: null, blank text or an empty array. False is an answer. */
export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0;
}
