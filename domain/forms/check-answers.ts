import type { FormDefinition, FormField } from '../../schemas/shapes/forms.ts';
import { singleLine } from '../untrusted-text.ts';
import { checkValue } from './answer-values.ts';
import { askedFields, isBlank } from './conditions.ts';

/** One checked answer, as stored and shown (interface, Form answer entry). */
interface FormAnswer {
  readonly key: string;
  readonly label: string;
  readonly value: unknown;
  /** option labels for selects, Yes or No, else as given */
  readonly display: string;
}

interface AnswerRefusal {
  readonly ok: false;
  /** the field to repair, or the unknown key */
  readonly key: string;
  readonly reason: 'answer_required' | 'answer_invalid';
  /** what to do, in words that follow the key: "must be a number" */
  readonly rule: string;
}

export type CheckedAnswers = { readonly ok: true; readonly answers: FormAnswer[] } | AnswerRefusal;

const KEYS_NAMED = 50;

/**
 * Checks a guest's answers against an event's form, in the order of its fields, up to the first missing or wrong one.
 * Ignores answers to fields that their conditions hide. Null, blank text and an empty array are no answer; false is one.
 *
 * @param form null: the event has no questions, so any answer is an unknown key
 */
export function checkAnswers(
  form: FormDefinition | null,
  customFields: Readonly<Record<string, unknown>> | undefined,
): CheckedAnswers {
  const fields = form?.fields ?? [];
  const given = customFields ?? {};
  const unknown = unknownKey(fields, given);
  if (unknown) return unknown;
  const answers: FormAnswer[] = [];
  const values = new Map<string, unknown>();
  for (const field of askedFields(fields, values)) {
    const answer = checkAnswer(field, Object.hasOwn(given, field.key) ? given[field.key] : undefined);
    if (answer === null) continue;
    if ('ok' in answer) return answer;
    values.set(field.key, answer.value);
    answers.push(answer);
  }
  return { ok: true, answers };
}

/** null: not answered, and not required. */
function checkAnswer(field: FormField, value: unknown): FormAnswer | AnswerRefusal | null {
  const { key, label } = field;
  if (isBlank(value)) {
    return field.required ? { ok: false, key, reason: 'answer_required', rule: `needs an answer: ${label}` } : null;
  }
  const check = checkValue(field, value);
  if (!check.ok) return { ok: false, key, reason: 'answer_invalid', rule: check.rule };
  return { key, label, value: check.value, display: check.display };
}

function unknownKey(fields: readonly FormField[], given: Readonly<Record<string, unknown>>): AnswerRefusal | null {
  const keys = fields.map((field) => field.key);
  const unknown = Object.keys(given).find((key) => !keys.includes(key));
  if (unknown === undefined) return null;
  const named = keys.slice(0, KEYS_NAMED).join(', ');
  const rule =
    keys.length === 0
      ? 'is no field here: this event asks no questions, leave customFields out'
      : `is no field of this form; its fields are ${named}`;
  return { ok: false, key: singleLine(unknown, 60), reason: 'answer_invalid', rule };
}
