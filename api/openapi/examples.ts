import type { JsonSchema } from '../core/json-schema.ts';
import { wordsFor } from './sample-words.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Deeper objects are shown with what they must have. */
const OPTIONAL_UNTIL_DEPTH = 1;
const DEEPEST = 8;

interface Place {
  readonly name: string;
  /** Of the object around it. */
  readonly parent: string;
  readonly depth: number;
  /** Also fields that may be left out. */
  readonly withOptional: boolean;
}

/**
 * An example of a schema that its rules allow, the same each time: by the names of its fields (sample-words.ts), and so for every operation without one
 * written by hand. Requests show what they must have; answers also what they may have.
 * @param name of the field, or what the operation is about
 * @throws Error for a rule that no known value meets: add one to sample-words.ts
 */
export function exampleOf(schema: unknown, schemas: Schemas, withOptional: boolean, name = ''): unknown {
  return sampleOf(resolve(schema, schemas), schemas, { name, parent: '', depth: 0, withOptional });
}

function resolve(schema: unknown, schemas: Schemas): JsonSchema {
  const { $ref, ...rest } = (schema ?? {}) as JsonSchema;
  if (typeof $ref !== 'string') return rest;
  return { ...resolve(schemas[$ref.replace('#/components/schemas/', '')], schemas), ...rest };
}

function sampleOf(schema: JsonSchema, schemas: Schemas, place: Place): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return likelyOf(schema.enum, place);
  const choices = (schema.anyOf ?? schema.oneOf) as unknown[] | undefined;
  if (choices) return sampleOf(chosen(choices, schemas), schemas, place);
  if (Array.isArray(schema.allOf)) return merged(schema.allOf, schemas, place);
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  switch (type) {
    case 'object':
      return objectOf(schema, schemas, place);
    case 'array':
      return listOf(schema, schemas, place);
    case 'boolean':
      return schema.default ?? true;
    case 'integer':
    case 'number':
      return numberOf(schema, place);
    case 'null':
      return null;
    default:
      return textOf(schema, place);
  }
}

/** The first alternative that is something. */
function chosen(choices: readonly unknown[], schemas: Schemas): JsonSchema {
  const resolved = choices.map((choice) => resolve(choice, schemas));
  return resolved.find(({ type }) => type !== 'null') ?? resolved[0] ?? {};
}

const merged = (parts: readonly unknown[], schemas: Schemas, place: Place): unknown =>
  Object.assign({}, ...parts.map((part) => sampleOf(resolve(part, schemas), schemas, place)));

function objectOf(schema: JsonSchema, schemas: Schemas, place: Place): Record<string, unknown> {
  const required = new Set((schema.required ?? []) as string[]);
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  if (place.depth >= DEEPEST) return {};
  const mayShowMore = place.withOptional && place.depth < OPTIONAL_UNTIL_DEPTH;
  // A request without required fields changes one thing.
  const isChange = place.depth === 0 && required.size === 0;
  const shown = properties.filter(([name], nth) => required.has(name) || mayShowMore || (isChange && nth === 0));
  return Object.fromEntries(
    shown.map(([name, part]) => [
      name,
      sampleOf(resolve(part, schemas), schemas, { ...place, name, parent: place.name, depth: place.depth + 1 }),
    ]),
  );
}

function listOf(schema: JsonSchema, schemas: Schemas, place: Place): unknown[] {
  if (Array.isArray(schema.prefixItems))
    return schema.prefixItems.map((item) => sampleOf(resolve(item, schemas), schemas, place));
  const item = sampleOf(resolve(schema.items, schemas), schemas, { ...place, depth: place.depth + 1 });
  return Array.from({ length: Math.max(1, Number(schema.minItems ?? 1)) }, () => item);
}

function likelyOf(values: readonly unknown[], { name, parent }: Place): unknown {
  return (
    wordsFor(name, undefined, parent).find((word) => values.includes(word)) ??
    values.find((value) => value !== null) ??
    null
  );
}

function numberOf(
  { minimum = 0, maximum = Number.MAX_SAFE_INTEGER, exclusiveMinimum, default: usual }: JsonSchema,
  { name, parent }: Place,
): number {
  if (typeof usual === 'number') return usual;
  const known = wordsFor(name, undefined, parent).find((value): value is number => typeof value === 'number') ?? 1;
  const least = Math.max(
    Number(minimum),
    exclusiveMinimum === undefined ? Number(minimum) : Number(exclusiveMinimum) + 1,
  );
  return Math.min(Math.max(known, least), Number(maximum));
}

function textOf(schema: JsonSchema, { name, parent }: Place): unknown {
  const fits = (value: unknown): value is string =>
    typeof value === 'string' &&
    value.length >= Number(schema.minLength ?? 0) &&
    value.length <= Number(schema.maxLength ?? Number.POSITIVE_INFINITY) &&
    (typeof schema.pattern !== 'string' || new RegExp(schema.pattern, 'u').test(value)) &&
    fitsFormat(value, schema.format);
  const found = wordsFor(name, schema.format, parent).find(fits);
  if (found === undefined)
    throw new Error(`No example of ${name || 'a text'} meets ${JSON.stringify(schema)}: add one to sample-words.ts`);
  return found;
}

const FORMATS: Readonly<Record<string, RegExp>> = {
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  email: /@/,
  'date-time': /^\d{4}-\d{2}-\d{2}T.*Z$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  uri: /^https:/,
};

const fitsFormat = (value: string, format: unknown): boolean => FORMATS[String(format)]?.test(value) ?? true;
