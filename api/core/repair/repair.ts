import type { z } from 'zod';
import { firstNamed, namesNear } from '../../../domain/names-near.ts';
import type { FieldIssue } from '../../../schemas/errors.ts';
import { longNameOf } from '../../../schemas/shapes/listed-id.ts';
import { typedOtherwise } from '../../../schemas/shapes/typed-otherwise.ts';
import { hasPrototypeName, isTooDeep } from '../request.ts';
import { partsOf, type Schema, type SchemaParts, type Shape } from '../schema-parts.ts';
import { aliasesOf } from './aliases.ts';
import { type Hint, type Hints, hintsOf } from './hints.ts';

/**
 * Repairs the input of closed operations: those with a key, and every tool. {@link repairInput} takes the schema and the raw input. It
 * returns the input with aliases (aliases.ts) renamed to declared fields and text converted to numbers, booleans, lists and objects, and an
 * issue for each name that stays unknown, with a hint (hints.ts) where one exists. tool-names.ts answers unknown tools.
 */

const MAX_SHOWN_NAME = 128;

/** A name that its object does not know. */
interface UnknownField {
  readonly name: string;
  readonly value?: unknown;
  /** The path of the object that holds it; '' for the input itself. */
  readonly path: string;
  readonly known: readonly string[];
  readonly hints?: Hints;
}

const issueOfHint = (path: string, hint: Hint): FieldIssue => {
  if (hint.kind === 'text') return { path, message: hint.text };
  if (hint.kind === 'field') {
    const choices = hint.choices ? `, one of: ${hint.choices.join(', ')}` : '';
    return { path, message: `is unknown, did you mean ${hint.field}${choices}?`, didYouMean: [hint.field] };
  }
  const { name, holds } = hint.field;
  const content = holds === undefined ? '' : `, ${holds}`;
  return { path, message: `is unknown here, did you mean ${name}${content}?`, didYouMean: [name] };
};

/** Returns the issue of an unknown name, with its hint, or similar names that can hold the value, or all known names. */
const issueOf = ({ name, value, path: parent, known, hints }: UnknownField): FieldIssue => {
  const shown = name.slice(0, MAX_SHOWN_NAME);
  const path = parent === '' ? shown : `${parent}.${shown}`;
  const hint = hints?.hintFor(name, value);
  if (hint) return issueOfHint(path, hint);
  const didYouMean = namesNear(name, known).filter((field) => !hints || hints.holds(field, value));
  if (didYouMean.length > 0)
    return { path, message: `is unknown, did you mean ${didYouMean.join(' or ')}?`, didYouMean };
  return {
    path,
    message: known.length > 0 ? `is unknown, known are ${known.join(', ')}` : 'is unknown, no field is known',
  };
};

/** The unknown fields of one call. */
class UnknownFields {
  readonly #unknown: UnknownField[] = [];

  add(field: UnknownField): void {
    this.#unknown.push(field);
  }

  /** Returns an issue for each of the first fields, and the number of the others. */
  issues(): FieldIssue[] {
    const { named, more } = firstNamed(this.#unknown);
    const issues = named.map(issueOf);
    return more > 0 ? [...issues, { path: '', message: `has ${more} more unknown fields` }] : issues;
  }
}

/** The input of a caller with its fields under their declared names, and an issue for each unknown name. */
export interface RepairedInput {
  readonly input: unknown;
  readonly issues: readonly FieldIssue[];
}

type Read = (value: unknown, path: string, unknown: UnknownFields) => unknown;

const unchanged: Read = (value) => value;
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
    // zod silently drops this name.
    if (hasPrototypeName(entries)) unknown.add({ name: '__proto__', path, known: [] });
    return Object.fromEntries(
      Object.entries(entries).map(([key, one]) => [key, entry(one, below(path, key), unknown)]),
    );
  };
};

function object(shape: Shape, isOpen: boolean): Read {
  const readers = new Map(Object.entries(shape).map(([name, field]) => [name, readerOf(field)]));
  const names = [...readers.keys()];
  const aliasOf = aliasesOf(shape, longNameOf(shape.id));
  const hints = hintsOf(shape, (name, one) => (readers.get(name) ?? unchanged)(one, '', new UnknownFields()));
  return (value, path, unknown) => {
    const fields = unpacked(value, '{');
    if (!isPlain(fields)) return fields;
    const read = new Map<string, unknown>();
    for (const [given, one] of Object.entries(fields)) {
      const name = readers.has(given) || isOpen ? given : aliasOf(given, one, fields);
      // With two aliases of one field, the second is unknown.
      if (name === undefined || read.has(name)) unknown.add({ name: given, value: one, path, known: names, hints });
      else read.set(name, (readers.get(name) ?? unchanged)(one, below(path, name), unknown));
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
  ...Object.fromEntries(['string', 'enum', 'literal', 'unknown', 'never'].map((type) => [type, () => unchanged])),
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
  throw new Error(`inputs can have no zod type "${parts.type}" yet: say in repair.ts how names below it are found`);
}

function inner(schema: Schema | undefined): Read {
  if (schema) return readerOf(schema);
  throw new Error('zod has moved what an input holds: repair.ts finds names below it no more');
}

/** Leaves a union unchanged. A union of objects is refused: its known names would depend on the value. */
function union({ options = [] }: SchemaParts): Read {
  for (const option of options) readerOf(option);
  if (options.some(hasNames)) throw new Error('inputs can have no union of objects: which names are known there?');
  return unchanged;
}

/** Returns whether a value has named fields at any level. */
function hasNames(schema: Schema): boolean {
  const { type, innerType, from, element, valueType, options = [] } = partsOf(schema);
  const below = [innerType, from, element, valueType, ...options].filter((one) => one !== undefined);
  return type === 'object' || below.some(hasNames);
}

/** Checks at startup that {@link repairInput} finds every name of an input. @throws Error if not */
export const requireReadable = (operation: string, { input }: { readonly input: Schema }): void => {
  try {
    readerOf(input);
  } catch (error) {
    throw new Error(`${operation}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
};

/**
 * Repairs the input of a closed operation at every level: an alias of exactly one field becomes that field, "8" becomes 8, "true" becomes
 * true; any other unknown name is an issue. Free objects (answers by question, metadata) stay unchanged.
 */
export function repairInput(schema: z.ZodObject, given: unknown): RepairedInput {
  const unknown = new UnknownFields();
  const input = readerOf(schema)(given, '', unknown);
  return { input, issues: unknown.issues() };
}
