import { partsOf, type Schema, type Shape } from '../schema-parts.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Longer names are never aliases. */
const MAX_NAME_LENGTH = 64;

export const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '');

const ZONES = new Set(['timezone', 'tz', 'zone', 'ianazone', 'ianatimezone', 'timezonename', 'timezoneid']);
/** Endings of the same kind of time: slots have startUtc, bookings startAt, other calendars startTime. */
const TIME_ENDING = /(at|utc|time|datetime|iso)$/;

/** Returns the meaning of a name without its style: startAt, start_at, startUtc and start are equal. */
const meaningOf = (letters: string): string => (ZONES.has(letters) ? 'zone' : letters.replace(TIME_ENDING, ''));

/** Returns names by a common key; null: several names have the key. */
function index(names: readonly string[], keyOf: (letters: string) => string): ReadonlyMap<string, string | null> {
  const found = new Map<string, string | null>();
  for (const name of names) {
    const key = keyOf(lettersOf(name));
    found.set(key, found.has(key) ? null : name);
  }
  return found;
}

/** Returns the field that an unknown name stands for, if exactly one fits and the caller did not send it as well; else undefined. */
export type AliasResolver = (name: string, value: unknown, fields: Fields) => string | undefined;

/**
 * Resolves aliases of an object's known names: timezone for timeZone, start for startAt, booking for bookingId, id where one id alone is
 * known. Amounts have no aliases: `buffer` may be minutes or seconds.
 * @param longId the name of the field `id` in other tools, such as teamId; null: none
 */
function styleAliases(known: readonly string[], longId: string | null): AliasResolver {
  const byLetters = index(known, (letters) => letters);
  const byMeaning = index(known, meaningOf);
  const ids = known.filter((name) => name.endsWith('Id'));
  const ofId = longId === null || known.includes(longId) ? null : lettersOf(longId);
  return (name) => {
    const letters = lettersOf(name);
    if (letters === '') return undefined;
    if (letters === ofId) return 'id';
    const id = letters === 'id' ? (ids.length === 1 ? ids[0] : null) : byLetters.get(`${letters}id`);
    return byLetters.get(letters) ?? byMeaning.get(meaningOf(letters)) ?? id ?? undefined;
  };
}

/** Names that begin or end a period, or name one day, in other tools and products. */
export const PERIOD_STARTS: ReadonlySet<string> = new Set([
  ...['from', 'fromdate', 'start', 'startdate', 'startday', 'begin', 'since', 'firstday'],
]);
export const PERIOD_ENDS: ReadonlySet<string> = new Set([
  ...['to', 'todate', 'end', 'enddate', 'endday', 'until', 'till', 'lastday'],
]);
export const DAYS: ReadonlySet<string> = new Set(['date', 'day']);
export const SLOT_STARTS: ReadonlySet<string> = new Set([
  ...['time', 'when', 'datetime', 'slot', 'newtime', 'newstart', 'newstartat'],
  ...DAYS,
]);

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

export const isDate = (value: unknown): value is string => typeof value === 'string' && DATE.test(value);
export const isTime = (value: unknown): value is string => typeof value === 'string' && TIME.test(value);
export const hasFields = (shape: Shape, ...names: string[]): boolean =>
  names.every((name) => Object.hasOwn(shape, name));
/** Returns whether an object has the start of a slot, and not that of a period. */
export const hasSlotStart = (shape: Shape): boolean => hasFields(shape, 'startAt') && !hasFields(shape, 'endAt');

/** Returns the field of whole days that begins or ends a period, or that is one day. */
function dayField(shape: Shape, letters: string): string | undefined {
  const first = ['fromDate', 'date'].find((name) => hasFields(shape, name, 'toDate'));
  if (PERIOD_ENDS.has(letters)) return first && 'toDate';
  if (PERIOD_STARTS.has(letters)) return first;
  if (!DAYS.has(letters)) return undefined;
  if (hasFields(shape, 'when')) return 'when';
  // For time off of one day, toDate defaults to the same day.
  return hasFields(shape, 'fromDate', 'startAt') ? 'fromDate' : undefined;
}

/**
 * Resolves aliases by their value: `from` with a date is fromDate, or the date of a range; `date` is the day that `when` reads; `time` with a
 * whole time is the start of a slot.
 */
const dateAliases =
  (shape: Shape): AliasResolver =>
  (name, value) => {
    const letters = lettersOf(name);
    if (isDate(value)) return dayField(shape, letters);
    return isTime(value) && hasSlotStart(shape) && SLOT_STARTS.has(letters) ? 'startAt' : undefined;
  };

/** @param longId see {@link styleAliases} */
export function aliasesOf(shape: Shape, longId: string | null): AliasResolver {
  const resolvers = [dateAliases(shape), styleAliases(Object.keys(shape), longId)];
  return (name, value, fields) => {
    if (name.length > MAX_NAME_LENGTH) return undefined;
    for (const resolve of resolvers) {
      const field = resolve(name, value, fields);
      if (field !== undefined && !Object.hasOwn(fields, field)) return field;
    }
    return undefined;
  };
}

const OTHER_ZONE_NAMES: ReadonlyMap<string, string> = new Map([
  ['timezone', 'timeZone'],
  ['timeZone', 'timezone'],
]);

/** Returns the other spelling of a zone's field, `timezone` or `timeZone`; undefined: another field, or the input knows both. */
export const otherZoneName = (name: string, isKnown: (other: string) => boolean): string | undefined => {
  const other = OTHER_ZONE_NAMES.get(name);
  return other === undefined || isKnown(other) ? undefined : other;
};

type ReadZones = (input: unknown) => unknown;

const unchanged: ReadZones = (input) => input;
const readers = new WeakMap<Schema, ReadZones>();

/**
 * Returns a function that moves a zone to the name that an input knows, at every level. It is for operations without a key, which ignore
 * unknown names; for all others `repairInput` does the same.
 */
export function withZoneNames(input: Schema): ReadZones {
  const known = readers.get(input) ?? makeReader(input);
  readers.set(input, known);
  return known;
}

function makeReader(schema: Schema): ReadZones {
  const { shape, innerType } = partsOf(schema);
  if (innerType) return withZoneNames(innerType);
  return shape ? objectReader(shape) : unchanged;
}

function objectReader(shape: Shape): ReadZones {
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
  return (input) => {
    if (input === null || typeof input !== 'object' || Array.isArray(input)) return input;
    const fields: Record<string, unknown> = { ...input };
    for (const { name, other } of others) {
      if (Object.hasOwn(fields, name) || !Object.hasOwn(fields, other)) continue;
      fields[name] = fields[other];
      delete fields[other];
    }
    for (const { name, read } of below) if (Object.hasOwn(fields, name)) fields[name] = read(fields[name]);
    return fields;
  };
}
