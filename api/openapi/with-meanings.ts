import type { JsonSchema } from '../core/json-schema.ts';
import { BOOKING_MEANINGS } from './meanings/booking.ts';
import { PREP_MEANINGS } from './meanings/prep.ts';
import { SHARED_MEANINGS } from './meanings/shared.ts';
import { WORKSPACE_MEANINGS } from './meanings/workspace.ts';

/** The meaning of each field by its name; `of.name`: of that schema, or below that field, alone. */
export const MEANINGS: Readonly<Record<string, string>> = {
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
  const schemas = Object.entries(components?.schemas ?? {}).map(([name, schema]) => [
    name,
    filled(schema, name, isDescribed),
  ]);
  const made = filled({ ...document, components: { ...components, schemas: {} } }, '', isDescribed) as JsonSchema;
  return { ...made, components: { ...(made.components as JsonSchema), schemas: Object.fromEntries(schemas) } } as T;
}

/** @param of the schema or field that the value belongs to, or what it belonged to before a list or a choice */
function filled(value: unknown, of: string, isDescribed: (part: JsonSchema) => boolean): unknown {
  if (Array.isArray(value)) return value.map((part) => filled(part, of, isDescribed));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, part]): [string, unknown] => {
    if (key === 'properties' && isFields(part)) return [key, fieldsOf(part, of, isDescribed)];
    return key === 'example' || key === 'examples' ? [key, part] : [key, filled(part, of, isDescribed)];
  });
  const { in: place, name, description, schema } = value as JsonSchema;
  const meaning =
    typeof place === 'string' && description === undefined
      ? meaningOf('', String(name), (schema ?? {}) as JsonSchema)
      : undefined;
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
      const meaning = meaningOf(of, name, part);
      const inner = filled(part, name, isDescribed) as JsonSchema;
      return [name, meaning === undefined || isDescribed(part) ? inner : { ...inner, description: meaning }];
    }),
  );

/** What null means is said of fields that can be null. */
function meaningOf(of: string, name: string, part: JsonSchema): string | undefined {
  const meaning = MEANINGS[`${of}.${name}`] ?? MEANINGS[name];
  return isNullable(part) ? meaning : meaning?.replace(/; null: .*$/, '.');
}

const isNullable = ({ type, anyOf }: JsonSchema): boolean =>
  [type].flat().includes('null') || (Array.isArray(anyOf) && anyOf.some(isNullable));
