import type { z } from 'zod';
import { partsOf, type Schema, type SchemaParts, type Shape } from '../schema-parts.ts';
import { dateHint } from './date-names.ts';
import { synonymFields } from './synonyms.ts';

/** Returns the hint for a name that only the entries of one list have: `start` and `end` of an override belong in `windows`. */
function fieldOfEntries(shape: Shape): (given: string) => string | undefined {
  const lists = Object.entries(shape).flatMap(([list, field]) => {
    const { element } = unwrapped(field);
    const entry = element && unwrapped(element).shape;
    return entry ? [{ list, names: Object.keys(entry) }] : [];
  });
  return (given) => {
    const plain = given.replace(/(?<=.)_?(?:time|at)$/i, '');
    const [found, ...others] = lists.filter(({ names }) => names.includes(given) || names.includes(plain));
    if (!found || others.length > 0) return undefined;
    return `is unknown here, it belongs in ${found.list}: [{${found.names.map((name) => `"${name}":…`).join(',')}}]`;
  };
}

/** The choices of a field, below its default; none: it is no choice. */
function choicesOf(schema: Schema): readonly unknown[] {
  const { innerType, choices = [] } = partsOf(schema);
  return innerType ? choicesOf(innerType) : choices;
}

interface FieldOfValue {
  readonly field: string;
  /** Of a field that does not have the value. */
  readonly choices?: readonly string[];
}

/**
 * The field that an unknown name with this value means: the one that has it among its choices (`status: "pending"` means the filter that has
 * "pending"), else `filter`, which other products call status: then its choices are said.
 */
function fieldByValue(shape: Shape): (given: string, value: unknown) => FieldOfValue | undefined {
  const choices = Object.entries(shape).map(([name, field]) => ({ name, among: choicesOf(field) }));
  const filter = choices.find(({ name }) => name === 'filter');
  const ofOthers = (given: string): FieldOfValue | undefined =>
    /^(?:status|state)$/i.test(given) && filter ? { field: 'filter', choices: filter.among.map(String) } : undefined;
  return (given, value) => {
    const fitting = choices.filter(({ among }) => among.includes(value));
    return fitting.length === 1 && fitting[0] ? { field: fitting[0].name } : ofOthers(given);
  };
}

/** Below what may be absent, null or a default. */
export const unwrapped = (schema: Schema): SchemaParts => {
  const parts = partsOf(schema);
  return parts.innerType ? unwrapped(parts.innerType) : parts;
};

/** Where a name belongs that was given one level too high, and what it holds there. */
interface FieldBelow {
  /** `config.options` */
  readonly name: string;
  /** "a list of objects with value, label"; left out for other values */
  readonly holds?: string;
}

/** A field of an object within this one, as a refusal names it. */
const placeOf = (outer: string, inner: string, schema: Schema): FieldBelow => {
  const { element } = unwrapped(schema);
  const entry = element && unwrapped(element).shape;
  const name = `${outer}.${inner}`;
  return entry ? { name, holds: `a list of objects with ${Object.keys(entry).join(', ')}` } : { name };
};

/** The fields of the objects within this one. */
const fieldsWithin = (shape: Shape): { outer: string; inner: string; schema: Schema }[] =>
  Object.entries(shape).flatMap(([outer, field]) =>
    Object.entries(unwrapped(field).shape ?? {}).map(([inner, schema]) => ({ outer, inner, schema })),
  );

/** The one field of an object within this one that has the unknown name: `options` of a question is `config.options`. */
function fieldBelow(shape: Shape): (given: string) => FieldBelow | undefined {
  const within = fieldsWithin(shape);
  return (given) => {
    const [found, ...others] = within.filter(({ inner }) => inner === given);
    return found && others.length === 0 ? placeOf(found.outer, found.inner, found.schema) : undefined;
  };
}

const LINK = /^(?:url|link|href|(?:calendar|booking|event)(?:url|link))$/;

/** Returns the hint for a link where an event is named by its parts: the tool that reads links. undefined: no link, or links are accepted. */
function linkHint(shape: object, given: string): string | undefined {
  const isOfEvent = ['workspace', 'username', 'eventSlug'].every((part) => Object.hasOwn(shape, part));
  if (!isOfEvent || 'url' in shape || !LINK.test(given.toLowerCase().replace(/[^a-z]+/g, ''))) return undefined;
  return 'is unknown here: call get_availability with it as url, which answers the workspace, username and eventSlug to send here';
}

const NUMBER = /^(?:guest)?(?:phone|phonenumber|telephone|tel|mobile|cell)$/;

/** Returns the hint for a guest's phone number: it is the answer to a question. undefined: no number, or not a guest's. */
function phoneHint(shape: object, given: string): string | undefined {
  const isBooking = 'customFields' in shape || ('email' in shape && 'timezone' in shape);
  if (!isBooking || !NUMBER.test(given.toLowerCase().replace(/[^a-z]+/g, ''))) return undefined;
  return 'is unknown here, the number that the host calls is an answer: customFields.guest_phone, such as "+493012345678", if the form has no phone question of its own';
}

const TIME = /^\s*\d{4}-\d{2}-\d{2}/;
const SLOT = 'Take startUtc of one of them as startAt.';

/**
 * Returns the hint for `when` where only the start of a slot is accepted: the tool that reads words for a time. undefined: another name, or a
 * time that startAt accepts.
 */
function whenHint(shape: object, given: string, value: unknown): string | undefined {
  if (given.toLowerCase() !== 'when' || !('startAt' in shape) || TIME.test(String(value))) return undefined;
  if ('eventSlug' in shape) return `is unknown here, get_availability takes it and lists open slots. ${SLOT}`;
  const ids = ['eventTypeId', 'bookingId'].filter((id) => id in shape);
  return ids.length > 0
    ? `is unknown here, propose_slots takes it, with ${ids.join(' or ')}, and lists open slots. ${SLOT}`
    : undefined;
}

/** A hint for an unknown name, better than similar names. */
export type Lead =
  | { readonly kind: 'here'; readonly field: string; readonly choices?: readonly string[] | undefined }
  | { readonly kind: 'below'; readonly field: FieldBelow }
  | { readonly kind: 'elsewhere'; readonly says: string };

/** Leads from the unknown names of one object to what it takes. */
export interface FieldGuide {
  readonly leadOf: (given: string, value: unknown) => Lead | undefined;
  /** Returns whether a field can hold a value of this type. Issues within the value are reported separately. */
  readonly holds: (field: string, value: unknown) => boolean;
}

const KINDS: ReadonlySet<string> = new Set(['invalid_type', 'invalid_value', 'invalid_union']);

type Fit = 'whole' | 'kind' | 'none';

const fitOf = (schema: Schema, value: unknown): Fit => {
  const { success, error } = (schema as z.ZodType).safeParse(value);
  if (success) return 'whole';
  return error.issues.some(({ path, code }) => path.length === 0 && KINDS.has(code)) ? 'none' : 'kind';
};

/** By another product's name: a field that takes the value, else one that takes its kind. */
function ofOthers(shape: Shape) {
  const within = fieldsWithin(shape);
  return (given: string, value: unknown): { readonly whole?: Lead | undefined; readonly kind?: Lead | undefined } => {
    const fitting = synonymFields(given).flatMap((name): { lead: Lead; fit: Fit }[] => {
      const below = within.find(({ outer, inner }) => `${outer}.${inner}` === name);
      if (below) {
        const field = placeOf(below.outer, below.inner, below.schema);
        return [{ lead: { kind: 'below', field }, fit: fitOf(below.schema, value) }];
      }
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
      return field ? [{ lead: { kind: 'here', field: name }, fit: fitOf(field, value) }] : [];
    });
    const ofFit = (wanted: Fit) => fitting.find(({ fit }) => fit === wanted)?.lead;
    return { whole: ofFit('whole'), kind: ofFit('kind') };
  };
}

/** @param readAs reads a value as the field of that name does: "8" is a number where one belongs */
export function guideTo(shape: Shape, readAs: (field: string, value: unknown) => unknown): FieldGuide {
  const byValue = fieldByValue(shape);
  const byOthers = ofOthers(shape);
  const byPlace = fieldBelow(shape);
  const byEntries = fieldOfEntries(shape);
  const elsewhere = (says: string | undefined): Lead | undefined =>
    says === undefined ? undefined : { kind: 'elsewhere', says };
  return {
    leadOf(given, value) {
      const here = byValue(given, value);
      const others = byOthers(given, value);
      const below = byPlace(given);
      return (
        elsewhere(whenHint(shape, given, value) ?? phoneHint(shape, given) ?? linkHint(shape, given)) ??
        (here && { kind: 'here', ...here }) ??
        elsewhere(dateHint(shape, given, value)) ??
        others.whole ??
        elsewhere(byEntries(given)) ??
        others.kind ??
        (below && { kind: 'below', field: below })
      );
    },
    holds: (field, value) => {
      const schema = shape[field];
      return schema !== undefined && fitOf(schema, readAs(field, value)) !== 'none';
    },
  };
}
