import type { FormDefinition, FormField } from '../../schemas/shapes/forms.ts';
import { firstNamed, namesNear } from '../names-near.ts';
import { singleLine } from '../untrusted-text.ts';
import { checkValue } from './answer-values.ts';
import { askedFields, isBlank } from './conditions.ts';

/** One checked answer, as stored and shown (interface, Form answer entry). */
interface FormAnswer {
  readonly key: string;
  readonly label: string;
  readonly value: unknown;
  /** option labels for selects, Yes or No, else the answer as sent */
  readonly display: string;
}

export interface AnswerRefusal {
  readonly ok: false;
  /** the field to repair; '' for the answers as a whole */
  readonly key: string;
  readonly reason: 'answer_required' | 'answer_invalid' | 'answer_unknown';
  /** what the caller has to do, as the rest of a sentence that begins with the key: "must be a number" */
  readonly rule: string;
}

interface AcceptedAnswers {
  readonly ok: true;
  readonly answers: FormAnswer[];
  /** Keys of answers that no field asks for, shortened. The caller is informed that they are not stored. */
  readonly ignored: string[];
}

export type CheckedAnswers = AcceptedAnswers | AnswerRefusal;

const MAX_NAMED_KEYS = 50;

/**
 * Checks a guest's answers against an event's form, in the order of its fields, up to the first missing or wrong one.
 * Ignores answers to fields that their conditions hide, and reports those that no field asks for. Null, blank text and an empty array are no answer; false is one.
 *
 * @param form null: the event has no questions, so every answer is ignored
 */
export function checkAnswers(
  form: FormDefinition | null,
  customFields: Readonly<Record<string, unknown>> | undefined,
): CheckedAnswers {
  const fields = form?.fields ?? [];
  const given = customFields ?? {};
  const answers: FormAnswer[] = [];
  const values = new Map<string, unknown>();
  for (const field of askedFields(fields, values)) {
    const answer = checkAnswer(field, Object.hasOwn(given, field.key) ? given[field.key] : undefined);
    if (answer === null) continue;
    if ('ok' in answer) return answer;
    values.set(field.key, answer.value);
    answers.push(answer);
  }
  return { ok: true, answers, ignored: unknownKeys(fields, given) };
}

/** Returns all refusals, in the order of the fields, so that a caller repairs them in one go. A refused answer hides the fields that depend on it. */
export function refusedAnswers(
  form: FormDefinition | null,
  customFields: Readonly<Record<string, unknown>> | undefined,
): AnswerRefusal[] {
  const given = customFields ?? {};
  const values = new Map<string, unknown>();
  const refused: AnswerRefusal[] = [];
  for (const field of askedFields(form?.fields ?? [], values)) {
    const answer = checkAnswer(field, Object.hasOwn(given, field.key) ? given[field.key] : undefined);
    if (answer === null) continue;
    if ('ok' in answer) refused.push(answer);
    else values.set(field.key, answer.value);
  }
  return refused;
}

/** Returns answers that no field asks for as refusals, for callers who would not see a notice. The first ones are named, the others counted. */
export function unknownAnswers(form: FormDefinition | null, ignored: readonly string[]): AnswerRefusal[] {
  const keys = (form?.fields ?? []).map((field) => field.key);
  const { named, more } = firstNamed(ignored);
  const refused = named.map((key) => ({ key, near: namesNear(key, keys) }));
  const all = refused.find(({ near }) => near.length === 0)?.key;
  return [
    ...refused.map(({ key, near }) => refusalOfUnknown(key, ruleOfUnknown(near, key === all ? keys : null))),
    ...(more > 0 ? [refusalOfUnknown('', `has ${more} more answers that no question asks for`)] : []),
  ];
}

const refusalOfUnknown = (key: string, rule: string): AnswerRefusal => ({
  ...{ ok: false, key, reason: 'answer_unknown', rule },
});

/** @param all the questions, to be listed once; null: another refusal lists them */
function ruleOfUnknown(near: readonly string[], all: readonly string[] | null): string {
  if (near.length > 0) return `no question asks for it, did you mean ${near.join(' or ')}?`;
  if (all === null) return 'no question asks for it';
  if (all.length === 0) return 'no question asks for it: this event has none';
  return `no question asks for it, the questions are ${all.slice(0, MAX_NAMED_KEYS).join(', ')}`;
}

/** Checks one answer. Returns null if it is neither given nor required. */
function checkAnswer(field: FormField, value: unknown): FormAnswer | AnswerRefusal | null {
  const { key, label } = field;
  if (isBlank(value)) {
    return field.required ? { ok: false, key, reason: 'answer_required', rule: `needs an answer: ${label}` } : null;
  }
  const check = checkValue(field, value);
  if (!check.ok) return { ok: false, key, reason: 'answer_invalid', rule: check.rule };
  return { key, label, value: check.value, display: check.display };
}

/** Returns the keys that no field has, shortened to one line. */
export function unknownKeys(fields: readonly FormField[], given: Readonly<Record<string, unknown>>): string[] {
  const keys = new Set(fields.map((field) => field.key));
  return Object.keys(given).flatMap((key) => (keys.has(key) ? [] : singleLine(key, 60)));
}

/** Returns the notice about ignored answers, with the fields that the form has; undefined if no answer is ignored. */
export function ignoredNotice(form: FormDefinition | null, ignored: readonly string[]): string | undefined {
  if (ignored.length === 0) return undefined;
  const { named, more } = firstNamed(ignored);
  const rest = more > 0 ? ` and ${more} more` : '';
  const keys = (form?.fields ?? []).slice(0, MAX_NAMED_KEYS).map((field) => field.key);
  const why = keys.length === 0 ? 'this event asks no questions' : `the fields of this form are ${keys.join(', ')}`;
  return `Ignored answers: ${named.join(', ')}${rest}; ${why}.`;
}
