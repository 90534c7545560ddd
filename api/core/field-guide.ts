import type { z } from 'zod';
import { saidOfDates } from './dates-by-name.ts';
import { type FieldBelow, fieldBelow, fieldsWithin, placeOf } from './field-below.ts';
import { fieldByValue } from './field-by-value.ts';
import { fieldOfEntries } from './field-of-entries.ts';
import { guestsNumber } from './guests-number.ts';
import { linkElsewhere } from './link-elsewhere.ts';
import { meantByOthers } from './other-words.ts';
import { wordsForTime } from './words-for-time.ts';

type Schema = z.core.$ZodType;
type Shape = Readonly<Record<string, Schema>>;

/** What is said of an unknown name beyond its nearest ones. */
export type Lead =
  | { readonly kind: 'here'; readonly field: string; readonly choices?: readonly string[] | undefined }
  | { readonly kind: 'below'; readonly field: FieldBelow }
  | { readonly kind: 'elsewhere'; readonly says: string };

/** Leads from the unknown names of one object to what it takes. */
export interface FieldGuide {
  readonly leadOf: (given: string, value: unknown) => Lead | undefined;
  /** Whether a field can hold a value of this kind. What is wrong within it, its own refusal says. */
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
    const fitting = meantByOthers(given).flatMap((name): { lead: Lead; fit: Fit }[] => {
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
        elsewhere(wordsForTime(shape, given, value) ?? guestsNumber(shape, given) ?? linkElsewhere(shape, given)) ??
        (here && { kind: 'here', ...here }) ??
        elsewhere(saidOfDates(shape, given, value)) ??
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
