import type { ConditionalLogic, FormField } from '../../schemas/shapes/forms.ts';
import type { questionWords } from '../../texts/en/pages/details.ts';

type Comparison = NonNullable<ConditionalLogic['all']>[number];
type QuestionText = typeof questionWords;

/** When a question is shown: "Only if “Team size” is “11–50”." Null if always. */
export function conditionWords(field: FormField, fields: readonly FormField[], words: QuestionText): string | null {
  const { all = [], any = [] } = field.conditionalLogic ?? {};
  const joined = (comparisons: readonly Comparison[], glue: string): string =>
    comparisons.map((comparison) => inWords(comparison, fields, words)).join(glue);
  const parts = [joined(all, words.and), joined(any, words.or)].filter((part) => part !== '');
  return parts.length === 0 ? null : words.onlyIf(parts.join(`,${words.and}`));
}

function inWords({ key, op, value }: Comparison, fields: readonly FormField[], words: QuestionText): string {
  const asked = fields.find((field) => field.key === key);
  const values = (Array.isArray(value) ? value : [value]).map((one) => words.quoted(answerLabel(asked, one, words)));
  const say = op === 'not_equals' ? words.isNot : words.is;
  return say(words.quoted(asked?.label ?? key), values.join(words.or));
}

function answerLabel(asked: FormField | undefined, value: unknown, { yes, no }: QuestionText): string {
  if (typeof value === 'boolean') return value ? yes : no;
  return asked?.config?.options?.find((option) => option.value === value)?.label ?? String(value);
}
