import type { FieldType, FormFieldInput } from '../../../schemas/shapes/forms.ts';

/** A question of another service. */
export interface Question {
  /** What its key is made from. */
  readonly key: string;
  readonly label: string;
  readonly type: FieldType;
  readonly required: boolean;
  readonly hint?: string | undefined;
  readonly choices?: readonly string[] | undefined;
}

/** For meetings in which the host calls, unless a question asks for a number already. */
export const withNumber = (questions: readonly Question[]): readonly Question[] =>
  questions.some(({ type }) => type === 'phone')
    ? questions
    : [{ key: 'phone', label: 'Your phone number', type: 'phone', required: true }, ...questions];

const [MOST_KEY, MOST_LABEL, MOST_HINT, MOST_CHOICE] = [40, 200, 500, 100];

const oneLine = (text: string, most: number): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, most).trim();

/** A key by our rules, different from those before. */
function keyOf(text: string, taken: ReadonlySet<string>): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+|_+$/g, '')
    .slice(0, MOST_KEY - 4);
  const base = plain || 'question';
  for (let nth = 1; ; nth += 1) {
    const key = nth === 1 ? base : `${base}_${nth}`;
    if (!taken.has(key)) return key;
  }
}

const isChoice = (type: FieldType): boolean => type === 'single_select' || type === 'multi_select';

/** Questions as create_event_type takes them. Those without words, or choices without any, are left out by name. */
export function formOf(questions: readonly Question[]): {
  readonly fields: FormFieldInput[];
  readonly notes: string[];
} {
  const [fields, notes]: [FormFieldInput[], string[]] = [[], []];
  const taken = new Set<string>();
  for (const question of questions) {
    const label = oneLine(question.label || question.key, MOST_LABEL);
    const choices = [
      ...new Set((question.choices ?? []).map((choice) => oneLine(choice, MOST_CHOICE)).filter(Boolean)),
    ];
    if (!label || (isChoice(question.type) && choices.length === 0)) {
      notes.push(`A question without ${label ? `choices, “${label}”,` : 'words'} is left out.`);
      continue;
    }
    const key = keyOf(question.key || label, taken);
    taken.add(key);
    const helpText = oneLine(question.hint ?? '', MOST_HINT);
    fields.push({
      ...{ key, type: question.type, label, required: question.required },
      ...(helpText && { helpText }),
      ...(isChoice(question.type) && { config: { options: choices.map((value) => ({ value, label: value })) } }),
    });
  }
  return { fields, notes };
}
