import { z } from 'zod';
import { withoutHidden } from '../../domain/untrusted-text.ts';
import type { Operation } from '../../schemas/operation.ts';
import { DEFINED_IN_MARK } from '../../schemas/shapes/defined-in.ts';
import { LINE_PATTERNS } from '../../schemas/shapes/fields.ts';
import { UNTRUSTED_MARK } from '../../schemas/shapes/untrusted.ts';
import { partsOf } from './schema-parts.ts';

type Path = readonly string[];

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Returns the schemas directly below one, each with its step: a name, `*` for entries, none for alternatives. */
const stepsOf = (schema: JsonSchema, defs: JsonSchema): (readonly [Path, JsonSchema])[] => {
  const steps: (readonly [Path, unknown])[] = [];
  if (typeof schema.$ref === 'string') steps.push([[], defs[schema.$ref.slice('#/$defs/'.length)]]);
  for (const keyword of ['anyOf', 'oneOf', 'allOf'])
    for (const part of (schema[keyword] as unknown[] | undefined) ?? []) steps.push([[], part]);
  for (const [name, part] of Object.entries((schema.properties ?? {}) as JsonSchema)) steps.push([[name], part]);
  steps.push([['*'], schema.items], [['*'], schema.additionalProperties]);
  return steps.filter((step): step is [Path, JsonSchema] => isObject(step[1]));
};

const marked = (schema: JsonSchema, defs: JsonSchema, path: Path): Path[] =>
  schema[UNTRUSTED_MARK] === true
    ? [path]
    : stepsOf(schema, defs).flatMap(([step, part]) => marked(part, defs, [...path, ...step]));

/** Returns the marked fields of an output, as paths. */
const pathsOf = (output: z.ZodType): readonly Path[] => {
  const { $defs = {}, ...schema } = jsonSchemaOf(output, { io: 'output' });
  return marked(schema, $defs as JsonSchema, []);
};

/** Returns whether the answer has text at the path: not null, not empty. */
export const hasWords = (value: unknown, [step, ...rest]: Path): boolean => {
  if (step === '*') return Object.values(value ?? {}).some((entry) => hasWords(entry, rest));
  if (step !== undefined) return isObject(value) && hasWords(value[step], rest);
  return typeof value === 'object' ? Object.keys(value ?? {}).length > 0 : value !== undefined && value !== '';
};

/** Returns a value in which each text has no invisible characters. */
const visible = (value: unknown): unknown => {
  if (typeof value === 'string') return withoutHidden(value);
  if (Array.isArray(value)) return value.map(visible);
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, visible(part)])) : value;
};

/** Returns the answer with the text at the path as a person sees it. */
const visibleAt = (value: unknown, [step, ...rest]: Path): unknown => {
  if (step === undefined) return visible(value);
  if (step === '*' && Array.isArray(value)) return value.map((entry) => visibleAt(entry, rest));
  if (!isObject(value)) return value;
  const steps = step === '*' ? Object.keys(value) : step in value ? [step] : [];
  return { ...value, ...Object.fromEntries(steps.map((key) => [key, visibleAt(value[key], rest)])) };
};

const known = new WeakMap<z.ZodType, readonly Path[]>();

/** Returns the marked fields of an operation's output, such as `meetings.*.invitee.name`. Computed at the first call. */
const markedFields = (output: z.ZodType): readonly Path[] => {
  const made = known.get(output) ?? pathsOf(output);
  known.set(output, made);
  return made;
};

/**
 * Returns the answer with `untrusted` first, so that a model reads it before the text: the fields that hold text of strangers, without
 * invisible characters. Unchanged if the operation does not declare the list, or no such field has text.
 */
export const withUntrusted = ({ output: schema }: Pick<Operation, 'output'>, answer: unknown): unknown => {
  if (!(schema instanceof z.ZodObject) || !('untrusted' in schema.shape) || !isObject(answer)) return answer;
  const untrusted = markedFields(schema).filter((path) => hasWords(answer, path));
  if (untrusted.length === 0) return answer;
  const shown = untrusted.reduce<unknown>(visibleAt, answer);
  return { untrusted: untrusted.map((path) => path.join('.')), ...(shown as typeof answer) };
};

/** Returns the schema of a tool's answer, in which a short reference replaces each part that another tool or the OpenAPI document defines. */
export function withReferences(schema: JsonSchema, tool: string): JsonSchema {
  const { $defs = {}, ...short } = shorten(schema, tool) as JsonSchema & { $defs?: Record<string, JsonSchema> };
  return withDefs(short, $defs);
}

/** Returns the schema with the named parts that it refers to. */
export function withDefs(schema: JsonSchema, defs: Record<string, JsonSchema>): JsonSchema {
  const needed = namedBy(schema, defs, new Set());
  if (needed.size === 0) return schema;
  return { ...schema, $defs: Object.fromEntries(Object.entries(defs).filter(([name]) => needed.has(name))) };
}

function shorten(value: unknown, tool: string): unknown {
  if (Array.isArray(value)) return value.map((part) => shorten(part, tool));
  if (value === null || typeof value !== 'object') return value;
  const { [DEFINED_IN_MARK]: by, ...rest } = value as JsonSchema;
  if (typeof by !== 'string' || by === tool)
    return Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, shorten(part, tool)]));
  const isNullable = Array.isArray(rest.anyOf) && rest.anyOf.some(({ type }: JsonSchema) => type === 'null');
  const type = isNullable ? { anyOf: [{ type: 'object' }, { type: 'null' }] } : { type: 'object' };
  return { ...type, description: `Its fields: ${by}.` };
}

/** Returns the names of the parts that a schema refers to, directly or by other parts. */
function namedBy(value: unknown, defs: Record<string, JsonSchema>, found: Set<string>): Set<string> {
  if (value === null || typeof value !== 'object') return found;
  for (const [key, part] of Object.entries(value)) {
    const name = key === '$ref' && typeof part === 'string' ? part.slice('#/$defs/'.length) : null;
    if (name === null) namedBy(part, defs, found);
    else if (!found.has(name)) {
      found.add(name);
      namedBy(defs[name], defs, found);
    }
  }
  return found;
}

export type JsonSchema = Record<string, unknown>;

interface Made {
  readonly zodSchema: z.core.$ZodType;
  readonly jsonSchema: z.core.JSONSchema.BaseSchema;
}

/** The pattern that a declaration states by `.meta()`, also behind `.optional()` and the like. */
const statedPattern = (schema: z.core.$ZodType): unknown => {
  const { innerType } = partsOf(schema);
  return innerType ? statedPattern(innerType) : z.globalRegistry.get(schema as z.ZodType)?.pattern;
};

/** Keywords that stay on the whole, not on the non-null type. */
const ANNOTATIONS = new Set([
  'description',
  'title',
  'default',
  'examples',
  'deprecated',
  'id',
  UNTRUSTED_MARK,
  DEFINED_IN_MARK,
]);

/** Writes `type: [x, null]` as anyOf: clients that map tool schemas to their own types expect a single `type`. */
function spellOutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spellOutNull);
  if (value === null || typeof value !== 'object') return value;
  const parts = Object.entries(value).map(([key, part]) => [key, spellOutNull(part)] as const);
  const { type } = value as { type?: unknown };
  if (!Array.isArray(type) || type.length !== 2 || type[1] !== 'null') return Object.fromEntries(parts);
  const keywords = parts.filter(([key]) => key !== 'type' && !ANNOTATIONS.has(key));
  const anyOf = [{ type: type[0], ...Object.fromEntries(keywords) }, { type: 'null' }];
  return { anyOf, ...Object.fromEntries(parts.filter(([key]) => ANNOTATIONS.has(key))) };
}

/**
 * Removes keywords that readers do not need. zod's pattern for a format is long and repeats the format; a pattern that the
 * declaration states says more and stays. Closed objects are opened: later versions may add fields. An input that
 * refuses unknown fields is closed again ({@link close}).
 */
const trim = ({ zodSchema, jsonSchema }: Made): void => {
  if (jsonSchema.format !== undefined && jsonSchema.pattern !== statedPattern(zodSchema)) delete jsonSchema.pattern;
  const others = jsonSchema.additionalProperties;
  if (others === false || (typeof others === 'object' && Object.keys(others).length === 0))
    delete jsonSchema.additionalProperties;
};

/** The OpenAPI document has every schema in full. */
const trimForDocument = (made: Made): void => {
  trim(made);
  delete made.jsonSchema[DEFINED_IN_MARK];
};

/**
 * Closes the schema of an input that refuses unknown fields, at every level. A named part stays open, because answers share it, unless it is
 * declared strict, which only inputs are.
 */
const close = ({ zodSchema, jsonSchema }: Made): void => {
  const { type, others, innerType } = partsOf(zodSchema);
  // An optional object is written as the object.
  if (innerType && jsonSchema.type === 'object') close({ zodSchema: innerType, jsonSchema });
  const isShared = jsonSchema.id !== undefined && others !== 'strict';
  if (type === 'object' && others !== 'free' && !isShared) jsonSchema.additionalProperties = false;
};

export interface Written {
  readonly io: 'input' | 'output';
  /** An input that refuses unknown fields. */
  readonly isClosed?: boolean;
  readonly trim?: (made: Made) => void;
}

/** JSON Schema 2020-12 of a zod schema; named parts are under `$defs`. */
export const jsonSchemaOf = (
  schema: z.ZodType,
  { io, isClosed = false, trim: trimPart = trimForDocument }: Written,
): JsonSchema => {
  const override = (made: Made): void => {
    trimPart(made);
    if (isClosed) close(made);
  };
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override });
  return spellOutNull(rest) as JsonSchema;
};

/**
 * Removes keywords that models do not need. `format: email` is enough: a list would repeat the long pattern of addresses ten times, and that
 * of a line of text forty times. Answers list untrusted fields themselves, and some clients refuse unknown keywords. The bounds of every
 * whole number (2^53 - 1) carry no information.
 */
const trimForModels = (made: Made): void => {
  trim(made);
  if (made.jsonSchema.format === 'email' || LINE_PATTERNS.has(made.jsonSchema.pattern)) delete made.jsonSchema.pattern;
  delete made.jsonSchema[UNTRUSTED_MARK];
  if (made.jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete made.jsonSchema.minimum;
  if (made.jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete made.jsonSchema.maximum;
};

/** Returns the JSON Schema of a tool, with `type: object` at the top, as MCP requires. Tool inputs refuse unknown fields. */
export const objectSchemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const written = { io, isClosed: io === 'input', trim: trimForModels };
  const { $ref, $defs, ...rest } = jsonSchemaOf(schema, written) as JsonSchema & {
    $ref?: string;
    $defs?: Record<string, JsonSchema>;
  };
  if ($ref === undefined) return { ...rest, ...($defs ? { $defs } : {}) };
  const root = $ref.slice('#/$defs/'.length);
  const { [root]: named, ...others } = $defs ?? {};
  return { ...named, $defs: others };
};
