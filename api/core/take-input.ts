import type { z } from 'zod';
import type { FieldIssue } from '../../schemas/errors.ts';
import { oneMeaning } from './one-meaning.ts';
import { UnknownFields } from './unknown-fields.ts';

/** What a caller gave, with its fields under their own names, and what the schema does not know. */
export interface Taken {
  readonly input: unknown;
  readonly issues: readonly FieldIssue[];
}

type Read = (value: unknown, path: string, unknown: UnknownFields) => unknown;

interface Def {
  readonly type: string;
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly catchall?: z.core.$ZodType;
  readonly entries?: Readonly<Record<string, unknown>>;
}

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
    return JSON.parse(value);
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
    return Object.fromEntries(
      Object.entries(entries).map(([key, one]) => [key, entry(one, below(path, key), unknown)]),
    );
  };
};

/** The choices of a field, below its default; none: it is no choice. */
function choicesOf(schema: z.core.$ZodType): readonly unknown[] {
  const { innerType, entries } = schema._zod.def as unknown as Def;
  return innerType ? choicesOf(innerType) : Object.values(entries ?? {});
}

/** The one field that has a value among its choices: who sends `status: "pending"` means the filter that has "pending". */
function fieldOfChoice(shape: NonNullable<Def['shape']>): (value: unknown) => string | undefined {
  const choices = Object.entries(shape).map(([name, field]) => ({ name, among: choicesOf(field) }));
  return (value) => {
    const fitting = choices.filter(({ among }) => among.includes(value));
    return fitting.length === 1 ? fitting[0]?.name : undefined;
  };
}

/** Lists are filtered by `filter` here, by `status` elsewhere. */
const byWord = (given: string, names: readonly string[]): string | undefined =>
  /^(?:status|state)$/i.test(given) && names.includes('filter') ? 'filter' : undefined;

function object(shape: NonNullable<Def['shape']>, isOpen: boolean): Read {
  const readers = new Map(Object.entries(shape).map(([name, field]) => [name, readerOf(field)]));
  const names = [...readers.keys()];
  const means = oneMeaning(names);
  const byChoice = fieldOfChoice(shape);
  return (value, path, unknown) => {
    const fields = unpacked(value, '{');
    if (!isPlain(fields)) return fields;
    const read = new Map<string, unknown>();
    for (const [given, one] of Object.entries(fields)) {
      const name = readers.has(given) || isOpen ? given : means(given, fields);
      // Two other names of one field: neither is the one that is meant.
      if (name === undefined || read.has(name))
        unknown.add({ name: given, path, known: names, meant: byChoice(one) ?? byWord(given, names) });
      else read.set(name, (readers.get(name) ?? asItIs)(one, below(path, name), unknown));
    }
    return Object.fromEntries(read);
  };
}

const known = new WeakMap<z.core.$ZodType, Read>();

function readerOf(schema: z.core.$ZodType): Read {
  const read = known.get(schema) ?? makeReader(schema);
  known.set(schema, read);
  return read;
}

function makeReader(schema: z.core.$ZodType): Read {
  const { type, innerType, in: from, element, valueType, shape, catchall } = schema._zod.def as unknown as Def;
  if (innerType ?? from) return readerOf((innerType ?? from) as z.core.$ZodType);
  if (shape) return object(shape, catchall !== undefined && catchall._zod.def.type !== 'never');
  if (element) return list(readerOf(element));
  if (valueType) return keyed(readerOf(valueType));
  if (type === 'number') return number;
  return type === 'boolean' ? boolean : asItIs;
}

/**
 * Reads what a caller gave for a closed input, at every level (decision 0215): a name that can mean one field only is taken for it, "8"
 * for 8, "true" for true; any other unknown name is an issue. Free objects (answers by question, metadata) stay as they are.
 */
export function takeInput(schema: z.ZodObject, given: unknown): Taken {
  const unknown = new UnknownFields();
  const input = readerOf(schema)(given, '', unknown);
  return { input, issues: unknown.issues() };
}
