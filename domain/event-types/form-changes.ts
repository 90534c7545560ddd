import { isDeepStrictEqual } from 'node:util';

interface Question {
  readonly key: string;
  readonly label: string;
}

/** A form whose questions may be of any type. */
export interface ComparedForm {
  readonly name: string;
  readonly description?: string | undefined;
  readonly fields: readonly Question[];
}

type Forms = readonly [ComparedForm | null, ComparedForm | null];

/** Stored and given questions are alike if they hold the same; what is undefined is not stored. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const isSame = (one: unknown, other: unknown): boolean =>
  one === undefined || other === undefined ? one === other : isDeepStrictEqual(plain(one), plain(other));

/** What one form has and the other has not. Of questions only key and label: the form itself has the rest. */
function differing([form, other]: Forms) {
  if (form === null) return null;
  const others = new Map(other?.fields.map((question) => [question.key, question]));
  const shared = new Set(form.fields.filter(({ key }) => others.has(key)).map(({ key }) => key));
  const order = [...shared];
  const otherOrder = [...others.keys()].filter((key) => shared.has(key));
  const questions = form.fields.filter((question) => !isSame(question, others.get(question.key)));
  return {
    ...(form.name !== other?.name && { name: form.name }),
    ...((form.description ?? null) !== (other?.description ?? null) && { description: form.description ?? null }),
    questions: questions.map(({ key, label }) => ({ key, label })),
    ...(!isSame(order, otherOrder) && { order }),
  };
}

/** What a change of questions changed, before and after, for the log; null: nothing. */
export function formChanges(before: ComparedForm | null, after: ComparedForm | null) {
  const facts = (form: ComparedForm | null) =>
    form && { name: form.name, description: form.description ?? null, fields: form.fields };
  if (isSame(facts(before), facts(after))) return null;
  return { before: { form: differing([before, after]) }, after: { form: differing([after, before]) } };
}
