import { TOLD_BY_MARK } from '../../schemas/shapes/told-once.ts';
import type { JsonSchema } from './json-schema.ts';

/** The schema of a tool's answer without what another tool, or the OpenAPI document, tells. */
export function withoutToldElsewhere(schema: JsonSchema, tool: string): JsonSchema {
  const { $defs = {}, ...told } = shorten(schema, tool) as JsonSchema & { $defs?: Record<string, JsonSchema> };
  return withDefs(told, $defs);
}

/** The schema with those of these parts that it refers to. */
export function withDefs(schema: JsonSchema, defs: Record<string, JsonSchema>): JsonSchema {
  const needed = namedBy(schema, defs, new Set());
  if (needed.size === 0) return schema;
  return { ...schema, $defs: Object.fromEntries(Object.entries(defs).filter(([name]) => needed.has(name))) };
}

function shorten(value: unknown, tool: string): unknown {
  if (Array.isArray(value)) return value.map((part) => shorten(part, tool));
  if (value === null || typeof value !== 'object') return value;
  const { [TOLD_BY_MARK]: by, ...rest } = value as JsonSchema;
  if (typeof by !== 'string' || by === tool)
    return Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, shorten(part, tool)]));
  const isNullable = Array.isArray(rest.anyOf) && rest.anyOf.some(({ type }: JsonSchema) => type === 'null');
  const type = isNullable ? { anyOf: [{ type: 'object' }, { type: 'null' }] } : { type: 'object' };
  return { ...type, description: `Its fields: ${by}.` };
}

/** The parts that a schema refers to, and those that these refer to. */
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
