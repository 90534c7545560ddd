import type { z } from 'zod';
import type { FieldIssue } from '../../schemas/errors.ts';
import { longNameOf } from '../../schemas/shapes/listed-id.ts';
import { typedOtherwise } from '../../schemas/shapes/typed-otherwise.ts';
import { datesByName } from './dates-by-name.ts';
import { guideTo } from './field-guide.ts';
import { isTooDeep } from './json-depth.ts';
import { oneMeaning } from './one-meaning.ts';
import { hasPrototypeName } from './prototype-name.ts';
import { partsOf, type Schema, type SchemaParts, type Shape } from './schema-parts.ts';
import { UnknownFields } from './unknown-fields.ts';

/** What a caller gave, with its fields under their own names, and what the schema does not know. */
export interface Taken {
  readonly input: unknown;
  readonly issues: readonly FieldIssue[];
}

type Read = (value: unknown, path: string, unknown: UnknownFields) => unknown;

const asItIs: Read = (value) => value;
const below = (path: string, key: string | number): string => (path === '' ? `${key}` : `${path}.${key}`);
const isPlain = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const NUMBER = /^-?\d+(\.\d+)?$/;
const number: Read = (value) => (typeof value === 'string' && NUMBER.test(value) ? Number(value) : value);
const boolean: Read = (value) => (value === 'true' || value === 'false' ? value === 'true' : value);

/** Some models write an object or a list inside an argument as text. */
const unpacked = (value: unknown, opening: '{' | '['): unknown => {
  if (typeof value !== 'string' || !value.trimStart().startsWith(opening)) return value;
  try {
    const unpacked: unknown = JSON.parse(value);
    return isTooDeep(unpacked) ? value : unpacked;
  } catch {
    return value;
  }
};

const list = (element: Read): Read => {
  return (value, path, unknown) => {
    const items = unpacked(value, '[');
    return Array.isArray(items) ? items.map((item, at) => element(item, below(path, at), unknown)) : items;
  };
};

const keyed = (entry: Read): Read => {
  return (value, path, unknown) => {
    const entries = unpacked(value, '{');
    if (!isPlain(entries)) return entries;
    // zod drops this name in silence.
    if (hasPrototypeName(entries)) unknown.add({ name: '__proto__', path, known: [] });
    return Object.fromEntries(
      Object.entries(entries).map(([key, one]) => [key, entry(one, below(path, key), unknown)]),
    );
  };
};

function object(shape: Shape, isOpen: boolean): Read {
  const readers = new Map(Object.entries(shape).map(([name, field]) => [name, readerOf(field)]));
  const names = [...readers.keys()];
  const means = oneMeaning(names, longNameOf(shape.id));
  const dates = datesByName(shape);
  const guide = guideTo(shape, (name, one) => (readers.get(name) ?? asItIs)(one, '', new UnknownFields()));
  return (value, path, unknown) => {
    const fields = unpacked(value, '{');
    if (!isPlain(fields)) return fields;
    const read = new Map<string, unknown>();
    for (const [given, one] of Object.entries(fields)) {
      const name = readers.has(given) || isOpen ? given : (dates(given, one, fields) ?? means(given, fields));
      // Two other names of one field: neither is the one that is meant.
      if (name === undefined || read.has(name)) unknown.add({ name: given, value: one, path, known: names, guide });
      else read.set(name, (readers.get(name) ?? asItIs)(one, below(path, name), unknown));
    }
    return Object.fromEntries(read);
  };
}

const known = new WeakMap<Schema, Read>();

function readerOf(schema: Schema): Read {
  const read = known.get(schema) ?? makeReader(schema);
  known.set(schema, read);
  return read;
}

/** Schemas by their zod type. A type that is not here would hide unknown names: {@link makeReader} refuses it. */
const READERS: Readonly<Record<string, (parts: SchemaParts) => Read>> = {
  ...Object.fromEntries(['string', 'enum', 'literal', 'unknown', 'never'].map((type) => [type, () => asItIs])),
  ...Object.fromEntries(['optional', 'nullable', 'default'].map((type) => [type, ({ innerType }) => inner(innerType)])),
  pipe: ({ from }) => inner(from),
  number: () => number,
  boolean: () => boolean,
  array: ({ element }) => list(inner(element)),
  record: ({ valueType }) => keyed(inner(valueType)),
  object: ({ shape = {}, others }) => object(shape, others === 'free'),
  union,
};

function makeReader(schema: Schema): Read {
  const otherwise = typedOtherwise.get(schema);
  if (otherwise) return (value) => (typeof value === 'string' ? otherwise.read(value) : value);
  const parts = partsOf(schema);
  const make = Object.hasOwn(READERS, parts.type) ? READERS[parts.type] : undefined;
  if (make) return make(parts);
  throw new Error(`inputs can have no zod type "${parts.type}" yet: say in take-input.ts how names below it are found`);
}

function inner(schema: Schema | undefined): Read {
  if (schema) return readerOf(schema);
  throw new Error('zod has moved what an input holds: take-input.ts finds names below it no more');
}

/** One of several kinds of value: taken as it is. Which names are known below one of several objects depends on which it is. */
function union({ options = [] }: SchemaParts): Read {
  for (const option of options) readerOf(option);
  if (options.some(hasNames)) throw new Error('inputs can have no union of objects: which names are known there?');
  return asItIs;
}

/** Whether a value has named fields at any level. */
function hasNames(schema: Schema): boolean {
  const { type, innerType, from, element, valueType, options = [] } = partsOf(schema);
  const below = [innerType, from, element, valueType, ...options].filter((one) => one !== undefined);
  return type === 'object' || below.some(hasNames);
}

/** Whether {@link takeInput} finds every name of an input. Asked when the service starts. @throws Error if not */
export const requireReadable = (operation: string, { input }: { readonly input: Schema }): void => {
  try {
    readerOf(input);
  } catch (error) {
    throw new Error(`${operation}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
};

/**
 * Reads what a caller gave for a closed input, at every level (decision 0215): a name that can mean one field only is taken for it, "8"
 * for 8, "true" for true; any other unknown name is an issue. Free objects (answers by question, metadata) stay as they are.
 */
export function takeInput(schema: z.ZodObject, given: unknown): Taken {
  const unknown = new UnknownFields();
  const input = readerOf(schema)(given, '', unknown);
  return { input, issues: unknown.issues() };
}
