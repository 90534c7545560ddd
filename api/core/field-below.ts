import type { z } from 'zod';

type Schema = z.core.$ZodType;
type Shape = Readonly<Record<string, Schema>>;

interface Def {
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly shape?: Shape;
}
const defOf = (schema: Schema): Def => {
  const def = schema._zod.def as unknown as Def;
  return def.innerType ? defOf(def.innerType) : def;
};

/** Where a name belongs that was given one level too high, and what it holds there. */
export interface FieldBelow {
  /** `config.options` */
  readonly name: string;
  /** "a list of objects with value, label"; left out for other values */
  readonly holds?: string;
}

/** The one field of an object within this one that has the unknown name: `options` of a question is `config.options`. */
export function fieldBelow(shape: Shape): (given: string) => FieldBelow | undefined {
  const within = Object.entries(shape).flatMap(([outer, field]) =>
    Object.entries(defOf(field).shape ?? {}).map(([inner, schema]) => ({ outer, inner, schema })),
  );
  return (given) => {
    const [found, ...others] = within.filter(({ inner }) => inner === given);
    if (!found || others.length > 0) return undefined;
    const { element } = defOf(found.schema);
    const entry = element && defOf(element).shape;
    const name = `${found.outer}.${found.inner}`;
    return entry ? { name, holds: `a list of objects with ${Object.keys(entry).join(', ')}` } : { name };
  };
}
