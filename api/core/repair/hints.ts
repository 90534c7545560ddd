import type { z } from 'zod';
import { partsOf, type Schema, type SchemaParts, type Shape } from '../schema-parts.ts';
import {
  DAYS,
  hasFields,
  hasSlotStart,
  isDate,
  isTime,
  lettersOf,
  PERIOD_ENDS,
  PERIOD_STARTS,
  SLOT_STARTS,
} from './aliases.ts';

/** The answer to an unknown name, where more helps than similar names. */
export type Hint =
  /** Another field of the same object. */
  | { readonly kind: 'field'; readonly field: string; readonly choices?: readonly string[] | undefined }
  /** A field of an object within the same one. */
  | { readonly kind: 'inner'; readonly field: InnerField }
  | { readonly kind: 'text'; readonly text: string };

interface InnerField {
  /** For example `config.options`. */
  readonly name: string;
  /** "a list of objects with value, label"; absent for other values */
  readonly holds?: string;
}

export interface Hints {
  /** Returns the hint for an unknown name with its value; undefined: none. */
  readonly hintFor: (name: string, value: unknown) => Hint | undefined;
  /** Returns whether a field can hold a value of this type. Issues within the value are reported separately. */
  readonly holds: (field: string, value: unknown) => boolean;
}

/** Returns the schema below those that may be absent, null or a default. */
const unwrapped = (schema: Schema): SchemaParts => {
  const parts = partsOf(schema);
  return parts.innerType ? unwrapped(parts.innerType) : parts;
};

const entryShapeOf = (schema: Schema): Shape | undefined => {
  const { element } = unwrapped(schema);
  return element && unwrapped(element).shape;
};

const TYPE_ISSUES: ReadonlySet<string> = new Set(['invalid_type', 'invalid_value', 'invalid_union']);

type Fit = 'value' | 'type' | 'none';

/** Returns whether a schema accepts a value, or at least its type. */
const fitOf = (schema: Schema, value: unknown): Fit => {
  const { success, error } = (schema as z.ZodType).safeParse(value);
  if (success) return 'value';
  return error.issues.some(({ path, code }) => path.length === 0 && TYPE_ISSUES.has(code)) ? 'none' : 'type';
};

const GUEST_EMAIL = ['inviteeEmail', 'invitee.email', 'email'];

/** Names in other products by their letters, and the fields that they may mean here, the likelier first; dotted for a field of an inner object. */
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...['after', 'since', 'from', 'startdate', 'when'].map((word) => [word, ['from', 'fromDate', 'startAt']] as const),
  ...['before', 'until', 'to', 'enddate', 'end'].map((word) => [word, ['to', 'toDate', 'endAt']] as const),
  ...['guest', 'attendee', 'customer', 'client'].flatMap((word) => [
    [word, ['invitee', 'inviteeEmail']] as const,
    [`${word}email`, GUEST_EMAIL] as const,
    [`${word}name`, ['invitee.name', 'name']] as const,
  ]),
  ...['email', 'inviteeemail'].map((word) => [word, GUEST_EMAIL] as const),
  ...['attendees', 'invitees'].map((word) => [word, ['guests']] as const),
  ...['link', 'bookingurl', 'bookinglink'].map((word) => [word, ['url']] as const),
  ...['questions', 'customquestions', 'customfields'].map((word) => [word, ['form.fields']] as const),
  ...['answers', 'responses'].map((word) => [word, ['customFields']] as const),
]);

/** Values in other products by their letters, and the values here. */
const VALUE_SYNONYMS: ReadonlyMap<string, string> = new Map([
  ...['online', 'zoom', 'video', 'link', 'url'].map((word) => [word, 'custom_link'] as const),
  ...['teams', 'msteams'].map((word) => [word, 'microsoft_teams'] as const),
  ...['meet', 'hangouts'].map((word) => [word, 'google_meet'] as const),
  ...['call', 'telephone'].map((word) => [word, 'phone'] as const),
  ...['onsite', 'address'].map((word) => [word, 'in_person'] as const),
]);

/** Returns the value that another product's word means, although it may look like another one ("online" like "phone"); undefined: none. */
export function synonymOf(value: string, values: readonly string[]): string | undefined {
  const synonym = VALUE_SYNONYMS.get(lettersOf(value.slice(0, 128)));
  return synonym !== undefined && values.includes(synonym) ? synonym : undefined;
}

/** Returns the hints for the fields of inner objects: `options` of a question is `config.options`. */
function innerHints(shape: Shape) {
  const within = Object.entries(shape).flatMap(([outer, field]) =>
    Object.entries(unwrapped(field).shape ?? {}).map(([inner, schema]) => ({
      path: `${outer}.${inner}`,
      inner,
      schema,
    })),
  );
  const hintOf = ({ path, schema }: (typeof within)[number]): Hint => {
    const entry = entryShapeOf(schema);
    const holds = entry ? { holds: `a list of objects with ${Object.keys(entry).join(', ')}` } : {};
    return { kind: 'inner', field: { name: path, ...holds } };
  };
  return {
    /** Returns the only inner field of a name. */
    byName(name: string): Hint | undefined {
      const [found, ...others] = within.filter(({ inner }) => inner === name);
      return found && others.length === 0 ? hintOf(found) : undefined;
    },
    byPath(path: string, value: unknown): { readonly hint: Hint; readonly fit: Fit } | undefined {
      const found = within.find((one) => one.path === path);
      return found && { hint: hintOf(found), fit: fitOf(found.schema, value) };
    },
  };
}

/** Returns the hints for names of other products: a field that accepts the value, and one that accepts its type. */
function synonymHints(shape: Shape, inner: ReturnType<typeof innerHints>) {
  return (name: string, value: unknown): { readonly value?: Hint | undefined; readonly type?: Hint | undefined } => {
    const fields = SYNONYMS.get(lettersOf(name.slice(0, 128))) ?? [];
    const fitting = fields.flatMap((field): { hint: Hint; fit: Fit }[] => {
      const below = inner.byPath(field, value);
      if (below) return [below];
      const schema = Object.hasOwn(shape, field) ? shape[field] : undefined;
      return schema ? [{ hint: { kind: 'field', field }, fit: fitOf(schema, value) }] : [];
    });
    const ofFit = (wanted: Fit) => fitting.find(({ fit }) => fit === wanted)?.hint;
    return { value: ofFit('value'), type: ofFit('type') };
  };
}

/**
 * Returns the hint by the value: the only field with this choice (`status: "pending"` means the filter that has "pending"), else `filter` with
 * its choices for a status.
 */
function choiceHints(shape: Shape) {
  const choices = Object.entries(shape).map(([field, schema]) => ({ field, choices: unwrapped(schema).choices ?? [] }));
  const filter = choices.find(({ field }) => field === 'filter');
  return (name: string, value: unknown): Hint | undefined => {
    const [found, ...others] = choices.filter((one) => one.choices.includes(value));
    if (found && others.length === 0) return { kind: 'field', field: found.field };
    if (!filter || !/^(?:status|state)$/i.test(name)) return undefined;
    return { kind: 'field', field: 'filter', choices: filter.choices.map(String) };
  };
}

/** Returns the hint for a name that only the entries of one list have: `start` and `end` of an override belong in `windows`. */
function entryHints(shape: Shape) {
  const lists = Object.entries(shape).flatMap(([list, field]) => {
    const entry = entryShapeOf(field);
    return entry ? [{ list, names: Object.keys(entry) }] : [];
  });
  return (name: string): string | undefined => {
    const plain = name.replace(/(?<=.)_?(?:time|at)$/i, '');
    const [found, ...others] = lists.filter(({ names }) => names.includes(name) || names.includes(plain));
    if (!found || others.length > 0) return undefined;
    return `is unknown here, it belongs in ${found.list}: [{${found.names.map((one) => `"${one}":…`).join(',')}}]`;
  };
}

const LINK = /^(?:url|link|href|(?:calendar|booking|event)(?:url|link))$/;

/** Returns the hint for a link where the input names an event by its parts: the tool that reads links. */
function linkHint(shape: Shape, letters: string): string | undefined {
  const isOfEvent = hasFields(shape, 'workspace', 'username', 'eventSlug');
  if (!isOfEvent || hasFields(shape, 'url') || !LINK.test(letters)) return undefined;
  return 'is unknown here: call get_availability with it as url, which answers the workspace, username and eventSlug to send here';
}

const PHONE = /^(?:guest)?(?:phone|phonenumber|telephone|tel|mobile|cell)$/;

/** Returns the hint for a guest's phone number: it is the answer to a question. */
function phoneHint(shape: Shape, letters: string): string | undefined {
  const isOfGuest = hasFields(shape, 'customFields') || hasFields(shape, 'email', 'timezone');
  if (!isOfGuest || !PHONE.test(letters)) return undefined;
  return 'is unknown here, the number that the host calls is an answer: customFields.guest_phone, such as "+493012345678", if the form has no phone question of its own';
}

/** Returns the hint for words as the start of a slot: the tool that reads them. */
function whenHint(shape: Shape, letters: string, value: unknown): string | undefined {
  if (letters !== 'when' || !hasFields(shape, 'startAt') || /^\s*\d{4}-\d{2}-\d{2}/.test(String(value)))
    return undefined;
  const ids = ['eventTypeId', 'bookingId'].filter((id) => hasFields(shape, id));
  const isPublic = hasFields(shape, 'eventSlug');
  if (!isPublic && ids.length === 0) return undefined;
  const tool = isPublic ? 'get_availability takes it' : `propose_slots takes it, with ${ids.join(' or ')},`;
  return `is unknown here, ${tool} and lists open slots. Take startUtc of one of them as startAt.`;
}

const dayAfter = (date: string): string => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);

/** Returns the midnight of a date in the form that the tool accepts. */
function midnightOf(shape: Shape, date: string): string {
  const inUtc = `${date}T00:00:00Z`;
  return hasFields(shape, 'timeZone') ? `${date}T00:00 with timeZone, or ${inUtc}` : inUtc;
}

const noWords = (instead: string): string =>
  `is unknown here: words for a time are not read. Leave it out, or send ${instead}`;

/** Returns the hint for a time where the input takes dates. */
function dateFieldHint(shape: Shape, letters: string, value: unknown): string | undefined {
  if (!isTime(value) || hasFields(shape, 'from') || hasFields(shape, 'startAt')) return undefined;
  const field = PERIOD_STARTS.has(letters) ? 'fromDate' : PERIOD_ENDS.has(letters) ? 'toDate' : undefined;
  return field && `is unknown here, send ${field}, which takes a date: ${value.slice(0, 10)}`;
}

/** Returns the hint for a date where the input takes times. */
function timeFieldHint(shape: Shape, letters: string, value: unknown): string | undefined {
  if (!isDate(value)) return undefined;
  if (PERIOD_STARTS.has(letters)) return `is unknown here, send from, which takes a time: ${midnightOf(shape, value)}`;
  if (!PERIOD_ENDS.has(letters)) return undefined;
  return `is unknown here, send to, the time at which the last day is over: ${midnightOf(shape, dayAfter(value))}`;
}

function slotStartHint(value: unknown): string | undefined {
  const both = 'is unknown here, startAt takes the date and the time in one:';
  if (isDate(value)) return `${both} ${value}T… with timeZone`;
  const isClock = typeof value === 'string' && /^\d{1,2}:\d{2}$/.test(value);
  return isClock ? `${both} …T${value.padStart(5, '0')} with timeZone` : undefined;
}

/**
 * Returns the hint for a date, a time or words under a name of tools that take another one of these. A date never becomes a time: the caller
 * must state the zone of a midnight.
 */
function dateHint(shape: Shape, letters: string, value: unknown): string | undefined {
  const isDay = letters === 'when' || DAYS.has(letters);
  if (hasSlotStart(shape) && SLOT_STARTS.has(letters)) return slotStartHint(value);
  if (hasFields(shape, 'fromDate', 'toDate'))
    return isDay ? noWords('fromDate and toDate, dates such as 2026-12-01') : dateFieldHint(shape, letters, value);
  if (!hasFields(shape, 'from', 'to')) return undefined;
  if (!isDay || hasFields(shape, 'when')) return timeFieldHint(shape, letters, value);
  if (!isDate(value)) return noWords('from and to, times such as 2026-12-01T00:00:00Z');
  return `is unknown here, send from ${midnightOf(shape, value)}, and to ${midnightOf(shape, dayAfter(value))}`;
}

const text = (hint: string | undefined): Hint | undefined =>
  hint === undefined ? undefined : { kind: 'text', text: hint };

/** @param readAs reads a value as the field of that name does: "8" is a number where one belongs */
export function hintsOf(shape: Shape, readAs: (field: string, value: unknown) => unknown): Hints {
  const inner = innerHints(shape);
  const byChoice = choiceHints(shape);
  const bySynonym = synonymHints(shape, inner);
  const byEntry = entryHints(shape);
  return {
    hintFor(name, value) {
      const letters = lettersOf(name);
      const synonym = bySynonym(name, value);
      return (
        text(whenHint(shape, letters, value) ?? phoneHint(shape, letters) ?? linkHint(shape, letters)) ??
        byChoice(name, value) ??
        text(dateHint(shape, letters, value)) ??
        synonym.value ??
        text(byEntry(name)) ??
        synonym.type ??
        inner.byName(name)
      );
    },
    holds: (field, value) => {
      const schema = shape[field];
      return schema !== undefined && fitOf(schema, readAs(field, value)) !== 'none';
    },
  };
}
