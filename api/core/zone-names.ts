import { partsOf, type Schema, type Shape } from './schema-parts.ts';

const OTHER_NAME: ReadonlyMap<string, string> = new Map([
  ['timezone', 'timeZone'],
  ['timeZone', 'timezone'],
]);

/** The other spelling of a zone's field, `timezone` or `timeZone`: both are read on every surface. undefined: it is no such field, or both are known. */
export const otherZoneName = (name: string, isKnown: (other: string) => boolean): string | undefined => {
  const other = OTHER_NAME.get(name);
  return other === undefined || isKnown(other) ? undefined : other;
};

type Read = (given: unknown) => unknown;

const asGiven: Read = (given) => given;
const readers = new WeakMap<Schema, Read>();

/**
 * Makes the reader that puts a zone under the name that an input knows, also in objects below it. Inputs that refuse unknown names have
 * `takeInput` for this.
 */
export function withZoneNames(input: Schema): Read {
  const known = readers.get(input) ?? makeReader(input);
  readers.set(input, known);
  return known;
}

function makeReader(schema: Schema): Read {
  const { shape, innerType } = partsOf(schema);
  if (innerType) return withZoneNames(innerType);
  return shape ? objectReader(shape) : asGiven;
}

function objectReader(shape: Shape): Read {
  const names = Object.keys(shape);
  const others = names.flatMap((name) => {
    const other = otherZoneName(name, (one) => Object.hasOwn(shape, one));
    return other === undefined ? [] : [{ name, other }];
  });
  const below = names.flatMap((name) => {
    const read = shape[name] ? withZoneNames(shape[name]) : asGiven;
    return read === asGiven ? [] : [{ name, read }];
  });
  if (others.length === 0 && below.length === 0) return asGiven;
  return (given) => {
    if (given === null || typeof given !== 'object' || Array.isArray(given)) return given;
    const fields: Record<string, unknown> = { ...given };
    for (const { name, other } of others) {
      if (Object.hasOwn(fields, name) || !Object.hasOwn(fields, other)) continue;
      fields[name] = fields[other];
      delete fields[other];
    }
    for (const { name, read } of below) if (Object.hasOwn(fields, name)) fields[name] = read(fields[name]);
    return fields;
  };
}
