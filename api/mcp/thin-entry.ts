import type { Areas } from '../../schemas/operation.ts';
import type { JsonSchema } from '../core/json-schema.ts';
import type { Steps } from '../core/steps.ts';
import { type ListedTool, mcpTools } from '../core/tools.ts';

type Hints = Readonly<Partial<Omit<ListedTool['annotations'], 'title'>>>;

/** An entry of tools/list: what a model needs for a right call, and no more. */
export type ThinEntry = Pick<ListedTool, 'name' | 'title' | 'description'> & {
  readonly inputSchema: JsonSchema;
  readonly annotations: Hints;
};

const isObject = (value: unknown): value is JsonSchema =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const BOUNDS = new Set(['minimum', 'maximum', 'minItems', 'maxItems', 'minLength', 'maxLength']);

const saysNumber = (text: string, value: unknown): boolean =>
  typeof value === 'number' &&
  [String(value), value.toLocaleString('en')].some((digits) => new RegExp(`(?<![\\d.,])${digits}(?![\\d])`).test(text));

/** Longer lines than this nobody writes by accident, and a refusal names the bound. */
const LONG = 40;
/** More entries than that neither; days of a week are seven. */
const MANY = 7;

/**
 * True for a keyword that says nothing, or nothing that the description does not say better: each is paid for in every conversation.
 * A call that breaks such a rule is refused with the rule in words.
 */
function isSpare(key: string, value: unknown, description: string): boolean {
  // Of an id its description says where it comes from.
  if (key === 'pattern' || key === 'propertyNames' || (key === 'format' && value === 'uuid')) return true;
  // A shape that the description writes out.
  if (key === 'additionalProperties') return value === false || description.includes('{');
  if (key === 'default')
    return value === null || typeof value === 'object' || value === false || /\bdefault\b/i.test(description);
  // Nobody sends a count below by accident.
  if (key === 'minLength' || key === 'minItems' || key === 'minimum')
    return value === 0 || value === 1 || saysNumber(description, value);
  if (key === 'maxItems' && Number(value) >= MANY) return true;
  if (key === 'maxLength') return Number(value) >= LONG || saysNumber(description, value);
  return BOUNDS.has(key) && saysNumber(description, value);
}

const PLAIN = new Set(['string', 'number', 'integer', 'boolean']);

/** True for a choice between plain values and lists of them: its description says which values are allowed. */
const isAnyPlain = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(
    (part) =>
      isObject(part) &&
      !part.enum &&
      (PLAIN.has(String(part.type)) || isAnyPlain(part.anyOf) || (part.type === 'array' && isAnyPlain([part.items]))),
  );

/** A plain value or null, as one schema: `type` may be a list. */
function inOne(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1]?.type !== 'null') return schema;
  const [value] = anyOf;
  return PLAIN.has(value.type) && !value.enum ? { ...value, type: [value.type, 'null'], ...rest } : schema;
}

/** @param around the description of the schema that this is one alternative of */
function thin(given: unknown, around = ''): unknown {
  if (Array.isArray(given)) return given.map((part) => thin(part, around));
  if (!isObject(given)) return given;
  const schema = inOne(given);
  const description = `${around} ${typeof schema.description === 'string' ? schema.description : ''}`;
  const kept = Object.entries(schema).filter(
    ([key, value]) =>
      !isSpare(key, value, description) && !(key === 'anyOf' && schema.description && isAnyPlain(value)),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, thinPart(key, value, description)]));
}

function thinPart(key: string, value: unknown, description: string): unknown {
  // The description of an object, such as the bounds of its limits, also covers its fields.
  if (key === 'properties' || key === '$defs')
    return Object.fromEntries(
      Object.entries(value as JsonSchema).map(([name, part]) => [name, thin(part, description)]),
    );
  if (key === 'anyOf' || key === 'oneOf' || key === 'allOf') return thin(value, description);
  return key === 'items' || key === 'additionalProperties' ? thin(value) : value;
}

/** A tool whose fields mean what they do in another one of its set, which says so. Its description names that one. */
export const MEANS_AS_IN: ReadonlyMap<string, string> = new Map([
  ['update_event_type', 'create_event_type'],
  ['update_schedule', 'create_schedule'],
  ['update_team', 'create_team'],
  ['remove_date_override', 'add_date_override'],
]);

/** The title stands at the top. Of a tool that only reads the other hints say nothing, and no hint means: not idempotent. */
const hintsOf = ({
  readOnlyHint,
  destructiveHint,
  idempotentHint,
  openWorldHint,
}: ListedTool['annotations']): Hints => ({
  readOnlyHint,
  ...(readOnlyHint ? {} : { destructiveHint, ...(idempotentHint ? { idempotentHint } : {}) }),
  openWorldHint,
});

type Fields = Readonly<Record<string, JsonSchema>>;

/** A field without what the same field of another tool says in the same words, or begins with. */
function withoutShownField(field: JsonSchema, shown: JsonSchema | undefined, by: string): JsonSchema {
  const { description, minimum, maximum, anyOf, properties, ...rest } = field;
  if (!shown) return field;
  if (properties)
    return { ...field, properties: withoutShownFields(properties as Fields, shown.properties as Fields, by) };
  if (description === undefined || !String(shown.description ?? '').startsWith(String(description))) return field;
  const choices = Array.isArray(anyOf)
    ? { anyOf: anyOf.map(({ type, $ref, format }) => ({ type, $ref, format })) }
    : {};
  const [items, shownItems] = [rest.items as JsonSchema | undefined, shown.items];
  if (!items || JSON.stringify(items) !== JSON.stringify(shownItems)) return { ...rest, ...choices };
  // A list of bare objects would look as if anything went.
  const where = items.type === 'object' ? { description: `As in ${by}.` } : {};
  return { ...rest, ...choices, ...where, items: { type: items.type } };
}

const withoutShownFields = (fields: Fields, shown: Fields | undefined, by: string): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, withoutShownField(field, shown?.[name], by)]),
  );

/** Returns the schema without the parts that another tool of the list shows. */
function withoutShared({ properties, $defs, ...schema }: JsonSchema, shown: ListedTool): JsonSchema {
  const { properties: shownFields, $defs: shownParts = {} } = shown.inputSchema as {
    properties?: Fields;
    $defs?: object;
  };
  const asThere = { type: 'object', description: `As in ${shown.name}.` };
  const parts = Object.keys($defs ?? {}).map((name) => [name, name in shownParts ? asThere : ($defs as Fields)[name]]);
  return withoutUnused({
    ...{ ...schema, properties: withoutShownFields(properties as Fields, shownFields, shown.name) },
    ...(parts.length > 0 ? { $defs: Object.fromEntries(parts) } : {}),
  });
}

/** Without the named parts that nothing refers to any more. */
function withoutUnused({ $defs, ...schema }: JsonSchema): JsonSchema {
  const parts = Object.entries(($defs ?? {}) as Fields);
  const text = JSON.stringify([schema, parts.map(([, part]) => part)]);
  const used = parts.filter(([name]) => text.includes(`"#/$defs/${name}"`));
  return used.length > 0 ? { ...schema, $defs: Object.fromEntries(used) } : schema;
}

/**
 * The entry of a tool as MCP lists it. `GET /workspace/tools` and the OpenAPI document have every schema in full.
 * @param shown another tool of the list, whose fields the tool shares
 */
export function thinEntry(tool: ListedTool, shown?: ListedTool): ThinEntry {
  const { name, title, description, inputSchema, annotations } = tool;
  const own = shown ? withoutShared(inputSchema, shown) : inputSchema;
  const closed = inputSchema.additionalProperties === false ? { additionalProperties: false } : {};
  return {
    ...{ name, title, description },
    // A shape that the description writes out needs its named parts no more.
    inputSchema: { ...withoutUnused(thin(own) as JsonSchema), ...closed },
    annotations: hintsOf(annotations),
  };
}

/** Returns the short entry of a tool in a list. Entries do not repeat what another one shows. */
export const thinEntryIn = (list: readonly ListedTool[], tool: ListedTool): ThinEntry =>
  thinEntry(tool, sharedBy(list, tool));

const sharedBy = (list: readonly ListedTool[], { name }: ListedTool): ListedTool | undefined => {
  const model = MEANS_AS_IN.get(name);
  return model === undefined ? undefined : list.find((other) => other.name === model);
};

const complete = new WeakMap<ListedTool, Buffer>();
const abbreviated = new WeakMap<ListedTool, Buffer>();

/** The entry as JSON, written once. By tool, not by list: callers can have as many lists as there are sets of scopes. */
export const bytesOf = (list: readonly ListedTool[], tool: ListedTool): Buffer => {
  const shown = sharedBy(list, tool);
  const written = shown ? abbreviated : complete;
  const bytes = written.get(tool) ?? Buffer.from(JSON.stringify(thinEntry(tool, shown)));
  written.set(tool, bytes);
  return bytes;
};

/** Makes the entries of all tools, so that no caller waits for them. */
export function* toolSteps(contract: Areas): Steps<void> {
  for (const surface of ['host', 'public'] as const) {
    const list: ListedTool[] = [];
    for (const tool of mcpTools(contract, surface).values()) {
      list.push(tool.listed);
      yield;
    }
    for (const tool of list) {
      bytesOf(list, tool);
      yield;
    }
  }
}
