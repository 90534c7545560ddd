import type { FieldRow } from '../../../web/pages/docs-api.tsx';
import type { JsonSchema } from '../../core/json-schema.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;
/** Deeper fields are in the OpenAPI document. */
const DEEPEST = 3;
const MOST_VALUES = 12;

/** The fields of a schema as rows, outer ones first: "invitee", "invitee.email", "slots[].startUtc". */
export function rowsOf(schema: unknown, schemas: Schemas, prefix = '', depth = 0): FieldRow[] {
  const resolved = resolve(schema, schemas);
  const required = new Set((resolved.required ?? []) as string[]);
  return Object.entries((resolved.properties ?? {}) as Record<string, JsonSchema>).flatMap(([key, part]) => {
    const field = resolve(part, schemas);
    const isList = field.type === 'array';
    const name = `${prefix}${key}`;
    const row = { name, type: typeOf(field, schemas), required: required.has(key), text: textOf(part, field) };
    if (depth + 1 >= DEEPEST) return [row];
    const inner = isList ? field.items : objectIn(field, schemas);
    return [row, ...rowsOf(inner, schemas, `${name}${isList ? '[]' : ''}.`, depth + 1)];
  });
}

/** What a reference stands for; an empty schema for what is none. */
export function resolve(schema: unknown, schemas: Schemas): JsonSchema {
  if (schema === null || typeof schema !== 'object') return {};
  const { $ref } = schema as JsonSchema;
  if (typeof $ref !== 'string') return schema as JsonSchema;
  return resolve(schemas[$ref.replace('#/components/schemas/', '')] ?? {}, schemas);
}

const textOf = (part: JsonSchema, field: JsonSchema): string => String(part.description ?? field.description ?? '');

const choicesOf = (field: JsonSchema): unknown[] => (field.anyOf ?? field.oneOf ?? []) as unknown[];

/** The object among alternatives such as "object or null". */
const objectIn = (field: JsonSchema, schemas: Schemas): JsonSchema =>
  field.properties === undefined
    ? (choicesOf(field)
        .map((choice) => resolve(choice, schemas))
        .find(({ properties }) => properties !== undefined) ?? {})
    : field;

function typeOf(field: JsonSchema, schemas: Schemas): string {
  if (field.const !== undefined) return JSON.stringify(field.const);
  if (Array.isArray(field.enum)) return valuesOf(field.enum);
  const choices = choicesOf(field);
  if (choices.length > 0)
    return [...new Set(choices.map((choice) => typeOf(resolve(choice, schemas), schemas)))].join(' or ');
  if (field.type === 'array') return `list of ${typeOf(resolve(field.items, schemas), schemas)}`;
  const type = Array.isArray(field.type) ? field.type.join(' or ') : String(field.type ?? 'any');
  return typeof field.format === 'string' ? field.format : type;
}

function valuesOf(values: readonly unknown[]): string {
  const shown = values.slice(0, MOST_VALUES).map((value) => JSON.stringify(value));
  return `${shown.join(', ')}${values.length > MOST_VALUES ? ', …' : ''}`;
}
