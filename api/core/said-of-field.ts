import type { z } from 'zod';
import { partsOf, type Schema } from './schema-parts.ts';

const LONGEST = 400;

/** What a schema says of itself, on the outside or below a default, and the schema below both. */
function unwrapped(schema: Schema): { readonly said: string; readonly inner: Schema } {
  const said = (schema as z.ZodType).description ?? '';
  const { innerType, from } = partsOf(schema);
  const next = innerType ?? from;
  if (!next) return { said, inner: schema };
  const below = unwrapped(next);
  return { said: said === '' ? below.said : said, inner: below.inner };
}

/**
 * What the contract says of a field: its description, and the fields of an object; of an entry that says nothing, what is said of its list.
 * Empty if it says nothing, or more than a refusal can hold.
 */
export function saidOf(schema: Schema, path: readonly PropertyKey[]): string {
  let at: Schema | undefined = schema;
  let ofList = '';
  for (const key of path) {
    const { said, inner } = unwrapped(at);
    const { shape, element } = partsOf(inner);
    at = shape?.[String(key)] ?? (typeof key === 'number' ? element : undefined);
    if (!at) return '';
    ofList = typeof key === 'number' ? said : '';
  }
  if (path.length === 0) return '';
  const { said, inner } = unwrapped(at);
  const fields = Object.keys(partsOf(inner).shape ?? {});
  const own = said === '' ? ofList : said;
  const whole = [own, ...(fields.length > 0 ? [`Its fields: ${fields.join(', ')}.`] : [])].join(' ').trim();
  return whole.length <= LONGEST ? whole : '';
}
