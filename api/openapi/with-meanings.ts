import type { JsonSchema } from '../core/json-schema.ts';
import { BOOKING_MEANINGS } from './meanings/booking.ts';
import { PREP_MEANINGS } from './meanings/prep.ts';
import { SHARED_MEANINGS } from './meanings/shared.ts';
import { WORKSPACE_MEANINGS } from './meanings/workspace.ts';

const MEANINGS: Readonly<Record<string, string>> = {
  ...SHARED_MEANINGS,
  ...BOOKING_MEANINGS,
  ...WORKSPACE_MEANINGS,
  ...PREP_MEANINGS,
};

/**
 * The document with a meaning for each field that its declaration gives none (decision 0214). Tools never have these: their
 * lists are read by models at each connection.
 */
export function withMeanings<T>(document: T): T {
  const { components } = document as { components?: { schemas?: Record<string, JsonSchema> } };
  const isDescribed = (part: JsonSchema): boolean => {
    const { description, $ref } = part;
    const target =
      typeof $ref === 'string' ? components?.schemas?.[$ref.replace('#/components/schemas/', '')] : undefined;
    return description !== undefined || target?.description !== undefined;
  };
  return filled(document, '', isDescribed) as T;
}

/** @param of the field that the value belongs to, or what it belonged to before a list or a choice */
function filled(value: unknown, of: string, isDescribed: (part: JsonSchema) => boolean): unknown {
  if (Array.isArray(value)) return value.map((part) => filled(part, of, isDescribed));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, part]): [string, unknown] => {
    if (key === 'properties' && isFields(part)) return [key, fieldsOf(part, of, isDescribed)];
    return key === 'example' || key === 'examples' ? [key, part] : [key, filled(part, of, isDescribed)];
  });
  const { in: place, name, description } = value as JsonSchema;
  const meaning = typeof place === 'string' && description === undefined ? MEANINGS[String(name)] : undefined;
  return Object.fromEntries(meaning === undefined ? entries : [...entries, ['description', meaning]]);
}

const isFields = (part: unknown): part is Record<string, JsonSchema> => part !== null && typeof part === 'object';

const fieldsOf = (
  fields: Record<string, JsonSchema>,
  of: string,
  isDescribed: (part: JsonSchema) => boolean,
): JsonSchema =>
  Object.fromEntries(
    Object.entries(fields).map(([name, part]) => {
      const meaning = MEANINGS[`${of}.${name}`] ?? MEANINGS[name];
      const inner = filled(part, name, isDescribed) as JsonSchema;
      return [name, meaning === undefined || isDescribed(part) ? inner : { ...inner, description: meaning }];
    }),
  );
