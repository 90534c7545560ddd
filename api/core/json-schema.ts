import { z } from 'zod';
import { LINE_PATTERNS } from '../../schemas/shapes/fields.ts';
import { TOLD_BY_MARK } from '../../schemas/shapes/told-once.ts';
import { UNTRUSTED_MARK } from '../../schemas/shapes/untrusted.ts';

export type JsonSchema = Record<string, unknown>;

interface Made {
  readonly zodSchema: z.core.$ZodType;
  readonly jsonSchema: z.core.JSONSchema.BaseSchema;
}

/** The pattern that a declaration states by `.meta()`, also behind `.optional()` and the like. */
const statedPattern = (schema: z.core.$ZodType): unknown => {
  const def = schema._zod.def as { innerType?: z.core.$ZodType };
  return def.innerType ? statedPattern(def.innerType) : z.globalRegistry.get(schema as z.ZodType)?.pattern;
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
 * refuses unknown fields is closed again ({@link isClosed}).
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

/** True for the input of an operation that refuses unknown fields (decision 0172). Others ignore them. */
export const isClosed = (schema: z.ZodType): boolean =>
  (schema._zod.def as { catchall?: z.core.$ZodType }).catchall?._zod.def.type === 'never';

/** JSON Schema 2020-12 of a zod schema; named parts are under `$defs`. */
export const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output', override = trimForDocument): JsonSchema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override });
  const closed = io === 'input' && isClosed(schema) ? { additionalProperties: false } : {};
  return { ...(spellOutNull(rest) as JsonSchema), ...closed };
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

/** The same for a tool, with `type: object` at the top: MCP requires it. */
export const objectSchemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $ref, $defs, ...rest } = jsonSchemaOf(schema, io, trimForModels) as JsonSchema & {
    $ref?: string;
    $defs?: Record<string, JsonSchema>;
  };
  if ($ref === undefined) return { ...rest, ...($defs ? { $defs } : {}) };
  const root = $ref.slice('#/$defs/'.length);
  const { [root]: named, ...others } = $defs ?? {};
  return { ...named, $defs: others };
};
