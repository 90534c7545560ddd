import type { FieldType, FormFieldInput } from '../../../schemas/shapes/forms.ts';
import { normalized } from '../../normalized.ts';

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

/** As in FormInput: more are left out by their number. */
const MOST_QUESTIONS = 50;
const [MOST_KEY, MOST_LABEL, MOST_HINT, MOST_CHOICE] = [40, 200, 500, 100];

const oneLine = (text: string, most: number): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, most).trim();

/** Keys by our rules, each different from those before. */
class Keys {
  readonly #taken = new Set<string>();
  /** By what a key begins with: the number to try next, so that many alike cost no more than others. */
  readonly #next = new Map<string, number>();

  make(text: string): string {
    const plain = normalized(text.slice(0, MOST_LABEL), 'NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^[^a-z]+|_+$/g, '')
      .slice(0, MOST_KEY - 4);
    const base = plain || 'question';
    let nth = this.#next.get(base) ?? 1;
    const key = () => (nth === 1 ? base : `${base}_${nth}`);
    while (this.#taken.has(key())) nth += 1;
    this.#taken.add(key());
    this.#next.set(base, nth + 1);
    return key();
  }
}

const isChoice = (type: FieldType): boolean => type === 'single_select' || type === 'multi_select';

/** Questions as create_event_type takes them. Those without words, or choices without any, are left out by name. */
export function formOf(questions: readonly Question[]): {
  readonly fields: FormFieldInput[];
  readonly notes: string[];
} {
  const [fields, notes]: [FormFieldInput[], string[]] = [[], []];
  const keys = new Keys();
  const [kept, beyond] = [questions.slice(0, MOST_QUESTIONS), Math.max(0, questions.length - MOST_QUESTIONS)];
  if (beyond > 0) notes.push(`A form has at most ${MOST_QUESTIONS} questions: ${beyond} more are left out.`);
  for (const question of kept) {
    const label = oneLine(question.label || question.key, MOST_LABEL);
    const choices = [
      ...new Set((question.choices ?? []).map((choice) => oneLine(choice, MOST_CHOICE)).filter(Boolean)),
    ];
    if (!label || (isChoice(question.type) && choices.length === 0)) {
      notes.push(`A question without ${label ? `choices, “${label}”,` : 'words'} is left out.`);
      continue;
    }
    const key = keys.make(question.key || label);
    const helpText = oneLine(question.hint ?? '', MOST_HINT);
    fields.push({
      ...{ key, type: question.type, label, required: question.required },
      ...(helpText && { helpText }),
      ...(isChoice(question.type) && { config: { options: choices.map((value) => ({ value, label: value })) } }),
    });
  }
  return { fields, notes };
}
