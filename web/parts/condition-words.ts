import type { ConditionalLogic, FormField } from '../../schemas/forms.ts';

type Comparison = NonNullable<ConditionalLogic['all']>[number];

/** When a question is meant to be answered: "Only if “Team size” is “11–50”." Null where it always is. */
export function conditionWords(field: FormField, fields: readonly FormField[]): string | null {
  const { all = [], any = [] } = field.conditionalLogic ?? {};
  const words = [joined(all, fields, ' and '), joined(any, fields, ' or ')].filter((part) => part !== '');
  return words.length === 0 ? null : `Only if ${words.join(', and ')}.`;
}

function joined(comparisons: readonly Comparison[], fields: readonly FormField[], glue: string): string {
  return comparisons.map((comparison) => inWords(comparison, fields)).join(glue);
}

function inWords({ key, op, value }: Comparison, fields: readonly FormField[]): string {
  const asked = fields.find((field) => field.key === key);
  const values = (Array.isArray(value) ? value : [value]).map((one) => `“${answerLabel(asked, one)}”`);
  const verb = op === 'not_equals' ? 'is not' : 'is';
  return `“${asked?.label ?? key}” ${verb} ${values.join(' or ')}`;
}

function answerLabel(asked: FormField | undefined, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return asked?.config?.options?.find((option) => option.value === value)?.label ?? String(value);
}
