import type { z } from 'zod';

type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** The choices of a field, below its default; none: it is no choice. */
function choicesOf(schema: z.core.$ZodType): readonly unknown[] {
  const { innerType, entries } = schema._zod.def as unknown as {
    readonly innerType?: z.core.$ZodType;
    readonly entries?: Readonly<Record<string, unknown>>;
  };
  return innerType ? choicesOf(innerType) : Object.values(entries ?? {});
}

/**
 * The field that an unknown name with this value means: the one that has it among its choices (`status: "pending"` means the filter that has
 * "pending"), else `filter`, which other products call status.
 */
export function fieldByValue(shape: Shape): (given: string, value: unknown) => string | undefined {
  const choices = Object.entries(shape).map(([name, field]) => ({ name, among: choicesOf(field) }));
  const ofOthers = (given: string) => (/^(?:status|state)$/i.test(given) && 'filter' in shape ? 'filter' : undefined);
  return (given, value) => {
    const fitting = choices.filter(({ among }) => among.includes(value));
    return fitting.length === 1 ? fitting[0]?.name : ofOthers(given);
  };
}
