import type { z } from 'zod';
import { firstNamed, namesNear } from '../../../domain/names-near.ts';
import type { FieldIssue } from '../../../schemas/errors.ts';
import { longNameOf } from '../../../schemas/shapes/listed-id.ts';
import { typedOtherwise } from '../../../schemas/shapes/typed-otherwise.ts';
import { hasPrototypeName, isTooDeep } from '../request.ts';
import { partsOf, type Schema, type SchemaParts, type Shape } from '../schema-parts.ts';
import { dateAliasResolver } from './date-names.ts';
import { type FieldGuide, guideTo, type Lead } from './hints.ts';

const OTHER_NAME: ReadonlyMap<string, string> = new Map([
  ['timezone', 'timeZone'],
  ['timeZone', 'timezone'],
]);

/** The other spelling of a zone's field, `timezone` or `timeZone`: both are read on every surface. undefined: it is no such field, or both are known. */
export const otherZoneName = (name: string, isKnown: (other: string) => boolean): string | undefined => {
  const other = OTHER_NAME.get(name);
  return other === undefined || isKnown(other) ? undefined : other;
};

type ReadZones = (given: unknown) => unknown;

const unchanged: ReadZones = (given) => given;
const zoneReaders = new WeakMap<Schema, ReadZones>();

/**
 * Makes the reader that puts a zone under the name that an input knows, also in objects below it. Inputs that refuse unknown names have
 * `repairInput` for this.
 */
export function withZoneNames(input: Schema): ReadZones {
  const known = zoneReaders.get(input) ?? makeZoneReader(input);
  zoneReaders.set(input, known);
  return known;
}

function makeZoneReader(schema: Schema): ReadZones {
  const { shape, innerType } = partsOf(schema);
  if (innerType) return withZoneNames(innerType);
  return shape ? objectZoneReader(shape) : unchanged;
}

function objectZoneReader(shape: Shape): ReadZones {
  const names = Object.keys(shape);
  const others = names.flatMap((name) => {
    const other = otherZoneName(name, (one) => Object.hasOwn(shape, one));
    return other === undefined ? [] : [{ name, other }];
  });
  const below = names.flatMap((name) => {
    const read = shape[name] ? withZoneNames(shape[name]) : unchanged;
    return read === unchanged ? [] : [{ name, read }];
  });
  if (others.length === 0 && below.length === 0) return unchanged;
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

const LONGEST_NAME_SHOWN = 128;

/** A name that its object does not know. */
interface UnknownField {
  readonly name: string;
  readonly value?: unknown;
  /** Of the object that holds it; '' for the input itself. */
  readonly path: string;
  readonly known: readonly string[];
  readonly guide?: FieldGuide;
}

const issueOfLead = (path: string, lead: Lead): FieldIssue => {
  if (lead.kind === 'elsewhere') return { path, message: lead.says };
  if (lead.kind === 'here') {
    const choices = lead.choices ? `, one of: ${lead.choices.join(', ')}` : '';
    return { path, message: `is unknown, did you mean ${lead.field}${choices}?`, didYouMean: [lead.field] };
  }
  const { name, holds } = lead.field;
  const what = holds === undefined ? '' : `, ${holds}`;
  return { path, message: `is unknown here, did you mean ${name}${what}?`, didYouMean: [name] };
};

/** Where the name leads, or the nearest names that the object knows and that can hold the value, or all of them (decision 0172). */
const issueOf = ({ name, value, path: around, known, guide }: UnknownField): FieldIssue => {
  const shown = name.slice(0, LONGEST_NAME_SHOWN);
  const path = around === '' ? shown : `${around}.${shown}`;
  const lead = guide?.leadOf(name, value);
  if (lead) return issueOfLead(path, lead);
  const didYouMean = namesNear(name, known).filter((field) => !guide || guide.holds(field, value));
  if (didYouMean.length > 0)
    return { path, message: `is unknown, did you mean ${didYouMean.join(' or ')}?`, didYouMean };
  return {
    path,
    message: known.length > 0 ? `is unknown, known are ${known.join(', ')}` : 'is unknown, no field is known',
  };
};

/** The unknown fields of one call: the first ones in full, the others counted. */
class UnknownFields {
  readonly #unknown: UnknownField[] = [];

  add(field: UnknownField): void {
    this.#unknown.push(field);
  }

  issues(): FieldIssue[] {
    const { named, more } = firstNamed(this.#unknown);
    const issues = named.map(issueOf);
    return more > 0 ? [...issues, { path: '', message: `has ${more} more unknown fields` }] : issues;
  }
}

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '');

const ZONES = new Set(['timezone', 'tz', 'zone', 'ianazone', 'ianatimezone', 'timezonename', 'timezoneid']);
/** One kind of time under several endings: slots say startUtc, bookings take startAt, other calendars say startTime. */
const TIME_ENDING = /(at|utc|time|datetime|iso)$/;
const LONGEST = 64;

/** Returns the meaning of a name without its style: startAt, start_at, startUtc and start are equal. */
const meaningOf = (letters: string): string => (ZONES.has(letters) ? 'zone' : letters.replace(TIME_ENDING, ''));

/** Names by what they have in common; null: more than one has it. */
function index(names: readonly string[], common: (letters: string) => string): ReadonlyMap<string, string | null> {
  const found = new Map<string, string | null>();
  for (const name of names) {
    const key = common(lettersOf(name));
    found.set(key, found.has(key) ? null : name);
  }
  return found;
}

/** The field that a given name means, if it can mean one only and that one was not given; else undefined. */
type AliasResolver = (given: string, fields: Readonly<Record<string, unknown>>) => string | undefined;

/**
 * For the known names of an object: how a name that is not among them is understood (timezone for timeZone, start for startAt, booking for
 * bookingId, id where one id alone is known). Names of amounts are never guessed: `buffer` may be minutes or seconds.
 * @param longId what the field `id` is called elsewhere, such as teamId; null: it has no other name
 */
function aliasResolver(known: readonly string[], longId: string | null = null): AliasResolver {
  const byLetters = index(known, (letters) => letters);
  const byMeaning = index(known, meaningOf);
  const ids = known.filter((name) => name.endsWith('Id'));
  const ofId = longId === null || known.includes(longId) ? null : lettersOf(longId);
  return (given, fields) => {
    if (given.length > LONGEST) return undefined;
    const letters = lettersOf(given);
    const id = letters === 'id' ? (ids.length === 1 ? ids[0] : null) : byLetters.get(`${letters}id`);
    const meant = letters === ofId ? 'id' : (byLetters.get(letters) ?? byMeaning.get(meaningOf(letters)) ?? id);
    return letters !== '' && meant && !Object.hasOwn(fields, meant) ? meant : undefined;
  };
}

/** The input of a caller with its fields under their declared names, and an issue for each unknown name. */
export interface RepairedInput {
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
  const means = aliasResolver(names, longNameOf(shape.id));
  const dates = dateAliasResolver(shape);
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
 * Reads what a caller gave for a closed input, at every level (decision 0215): a name that can mean one field only is taken for it, "8"
 * for 8, "true" for true; any other unknown name is an issue. Free objects (answers by question, metadata) stay as they are.
 */
export function repairInput(schema: z.ZodObject, given: unknown): RepairedInput {
  const unknown = new UnknownFields();
  const input = readerOf(schema)(given, '', unknown);
  return { input, issues: unknown.issues() };
}
