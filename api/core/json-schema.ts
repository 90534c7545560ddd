import { z } from 'zod';
import { LINE_PATTERNS } from '../../schemas/shapes/fields.ts';
import { TOLD_BY_MARK } from '../../schemas/shapes/told-once.ts';
import { UNTRUSTED_MARK } from '../../schemas/shapes/untrusted.ts';
import { partsOf } from './schema-parts.ts';

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
  TOLD_BY_MARK,
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
 * Removes what readers do not need. zod's pattern for a format is long and repeats the format; a pattern that the
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
  delete made.jsonSchema[TOLD_BY_MARK];
};

/**
 * Of a schema whose input refuses unknown fields: says so at every level. A named part stays open, because answers share it, unless it is
 * declared strict: then it is of inputs alone.
 */
const close = ({ zodSchema, jsonSchema }: Made): void => {
  const { type, others, innerType } = partsOf(zodSchema);
  // One that may be left out is written as what it holds.
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
 * For tools. `format: email` says enough: a model would read the long pattern of addresses ten times in a list, that of a line of text forty
 * times. Answers list
 * untrusted fields themselves, and some clients refuse keywords that they do not know. The bounds of every whole number (2^53 - 1)
 * say nothing.
 */
const trimForModels = (made: Made): void => {
  trim(made);
  if (made.jsonSchema.format === 'email' || LINE_PATTERNS.has(made.jsonSchema.pattern)) delete made.jsonSchema.pattern;
  delete made.jsonSchema[UNTRUSTED_MARK];
  if (made.jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete made.jsonSchema.minimum;
  if (made.jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete made.jsonSchema.maximum;
};

/** The same for a tool, with `type: object` at the top: MCP requires it. Tools refuse what they do not know. */
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
