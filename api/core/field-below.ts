import { partsOf, type Schema, type SchemaParts, type Shape } from './schema-parts.ts';

/** Below what may be absent, null or a default. */
export const unwrapped = (schema: Schema): SchemaParts => {
  const parts = partsOf(schema);
  return parts.innerType ? unwrapped(parts.innerType) : parts;
};

/** Where a name belongs that was given one level too high, and what it holds there. */
export interface FieldBelow {
  /** `config.options` */
  readonly name: string;
  /** "a list of objects with value, label"; left out for other values */
  readonly holds?: string;
}

/** A field of an object within this one, as a refusal names it. */
export const placeOf = (outer: string, inner: string, schema: Schema): FieldBelow => {
  const { element } = unwrapped(schema);
  const entry = element && unwrapped(element).shape;
  const name = `${outer}.${inner}`;
  return entry ? { name, holds: `a list of objects with ${Object.keys(entry).join(', ')}` } : { name };
};

/** The fields of the objects within this one. */
export const fieldsWithin = (shape: Shape): { outer: string; inner: string; schema: Schema }[] =>
  Object.entries(shape).flatMap(([outer, field]) =>
    Object.entries(unwrapped(field).shape ?? {}).map(([inner, schema]) => ({ outer, inner, schema })),
  );

/** The one field of an object within this one that has the unknown name: `options` of a question is `config.options`. */
export function fieldBelow(shape: Shape): (given: string) => FieldBelow | undefined {
  const within = fieldsWithin(shape);
  return (given) => {
    const [found, ...others] = within.filter(({ inner }) => inner === given);
    return found && others.length === 0 ? placeOf(found.outer, found.inner, found.schema) : undefined;
  };
}
