import { partsOf, type Schema, type Shape } from './schema-parts.ts';

/** The choices of a field, below its default; none: it is no choice. */
function choicesOf(schema: Schema): readonly unknown[] {
  const { innerType, choices = [] } = partsOf(schema);
  return innerType ? choicesOf(innerType) : choices;
}

interface FieldOfValue {
  readonly field: string;
  /** Of a field that does not have the value. */
  readonly choices?: readonly string[];
}

/**
 * The field that an unknown name with this value means: the one that has it among its choices (`status: "pending"` means the filter that has
 * "pending"), else `filter`, which other products call status: then its choices are said.
 */
export function fieldByValue(shape: Shape): (given: string, value: unknown) => FieldOfValue | undefined {
  const choices = Object.entries(shape).map(([name, field]) => ({ name, among: choicesOf(field) }));
  const filter = choices.find(({ name }) => name === 'filter');
  const ofOthers = (given: string): FieldOfValue | undefined =>
    /^(?:status|state)$/i.test(given) && filter ? { field: 'filter', choices: filter.among.map(String) } : undefined;
  return (given, value) => {
    const fitting = choices.filter(({ among }) => among.includes(value));
    return fitting.length === 1 && fitting[0] ? { field: fitting[0].name } : ofOthers(given);
  };
}
