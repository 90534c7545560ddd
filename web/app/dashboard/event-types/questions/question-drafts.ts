import { formIssues } from '../../../../../domain/forms/check-definition.ts';
import type { FieldType, FormFieldInput } from '../../../../../schemas/shapes/forms.ts';

export type Condition = NonNullable<FormFieldInput['conditionalLogic']>;

const LONGEST_KEY = 40;
/** Every guest is asked for these under these keys. */
const ALWAYS_ASKED = ['email', 'name', 'timezone'];
export const SELECTS: readonly FieldType[] = ['single_select', 'multi_select'];

/** What does not fit about a question, by what the host has to mend. */
export type Fault = 'condition' | 'choices';

/** The faults of each question, by its place. The rules are those of the server. */
export function faultsOf(fields: readonly FormFieldInput[]): ReadonlyMap<number, Fault> {
  return new Map(
    formIssues(fields, 'fields').map(({ path }) => [
      Number(path.split('.')[1]),
      path.includes('.conditionalLogic') ? 'condition' : 'choices',
    ]),
  );
}

/** A name for the answer, made from the question: agents and prep packs see it. It never changes afterwards. */
export function keyFor(label: string, taken: readonly string[]): string {
  const letters = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '');
  const stem = (letters || 'question').slice(0, LONGEST_KEY - 4).replace(/_+$/, '');
  const used = [...ALWAYS_ASKED, ...taken];
  for (let count = 1; ; count += 1) {
    const key = count === 1 ? stem : `${stem}_${count}`;
    if (!used.includes(key)) return key;
  }
}

/** Choices from lines. One that keeps its words keeps what is stored of it. */
export function optionsOf(text: string, before: NonNullable<FormFieldInput['config']>['options'] = []) {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((label) => before.find((option) => option.label === label) ?? { value: label, label });
}

/** The list with one entry at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const rest = list.filter((_, index) => index !== from);
  const entry = list[from];
  return entry === undefined ? list : [...rest.slice(0, to), entry, ...rest.slice(to)];
}

/** One comparison for equality is what the form writes; undefined: a rule that agents wrote. */
export function simpleCondition(logic: Condition | undefined): { key: string; value: unknown } | undefined {
  const [first, ...more] = [...(logic?.all ?? []), ...(logic?.any ?? [])];
  return first && more.length === 0 && first.op === 'equals' && !Array.isArray(first.value) ? first : undefined;
}
