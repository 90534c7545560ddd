import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../api/core/json-schema.ts';
import { mcpTools } from '../../../api/core/tools.ts';
import { MEANS_AS_IN, thinEntry, thinEntryIn } from '../../../api/mcp/thin-entry.ts';
import { contract } from '../../../schemas/contract.ts';

const whole = (['host', 'public'] as const).map((surface) =>
  [...mcpTools(contract, surface).values()].map(({ listed }) => listed),
);
const pairs = whole.flatMap((list) => list.map((tool) => ({ name: tool.name, tool, entry: thinEntryIn(list, tool) })));

const ajv = new Ajv2020({ strict: false });
(addFormats as unknown as (to: Ajv2020) => void)(ajv);

/** The facts that decide whether a call is right: each with its place. */
function factsOf(value: unknown, path: string, found: string[] = []): string[] {
  if (value === null || typeof value !== 'object') return found;
  for (const [key, part] of Object.entries(value)) {
    // That an id is a UUID no model has to know: its description names the tool that lists it.
    if (key === 'format' && part === 'uuid') continue;
    if (['type', 'format', 'const', '$ref'].includes(key) && typeof part === 'string')
      found.push(`${path} ${key} ${part}`);
    else if (['enum', 'required'].includes(key) && Array.isArray(part))
      found.push(`${path} ${key} ${[...part].sort()}`);
    else factsOf(part, `${path}.${key}`, found);
  }
  return found;
}

describe.each(pairs)('$name over MCP', ({ tool, entry }) => {
  it('has every field at the top with its type, format and choices, and what is required', () => {
    const fields = (schema: JsonSchema) => schema.properties as Record<string, JsonSchema>;
    expect(Object.keys(fields(entry.inputSchema))).toEqual(Object.keys(fields(tool.inputSchema)));
    expect(entry.inputSchema.required).toEqual(tool.inputSchema.required);
    for (const [name, field] of Object.entries(fields(tool.inputSchema))) {
      const { anyOf: _choice, properties: _below, items: _items, propertyNames: _names, ...more } = field;
      const { additionalProperties: _others, ...top } = more;
      expect(factsOf(fields(entry.inputSchema)[name], name)).toEqual(expect.arrayContaining(factsOf(top, name)));
    }
  });

  it('is a schema that clients can compile, with every reference in it', () => {
    expect(() => ajv.compile(entry.inputSchema)).not.toThrow();
    expect(JSON.stringify(entry)).not.toMatch(/"(pattern|outputSchema|propertyNames)":/);
  });
});

const entryOf = (name: string) => pairs.find((pair) => pair.name === name);

it('what update_event_type shares with create_event_type is told there, if that one is listed', () => {
  const { tool, entry } = entryOf('update_event_type') ?? {};
  if (!tool || !entry) throw new Error('no update_event_type');
  const field = (of: { inputSchema: JsonSchema }, name: string) => (of.inputSchema.properties as never)[name];
  expect(field(entry, 'bufferAfterMinutes')).toEqual({ type: 'integer' });
  expect(entry.description).toContain('create_event_type');
  expect(entry.inputSchema.$defs).toEqual({ FormInput: { type: 'object', description: 'As in create_event_type.' } });
  const alone = thinEntry(tool);
  expect(field(alone, 'bufferAfterMinutes')).toEqual({
    type: 'integer',
    description: expect.stringContaining('0 to 720'),
  });
  expect(JSON.stringify(alone.inputSchema.$defs)).toContain('short_text');
});

it.each([...MEANS_AS_IN])('%s, whose fields are told in %s, names it', (name, told) => {
  expect(entryOf(name)?.entry.description).toContain(told);
});

it('says of a value that may be null both in one type, with its bounds', () => {
  const { description, limits } = (entryOf('create_event_type')?.entry.inputSchema.properties ?? {}) as Record<
    string,
    JsonSchema
  >;
  expect(description).toEqual({ type: ['string', 'null'], description: 'Text for guests; null: none.' });
  expect(limits?.properties).toMatchObject({ perDay: { type: ['integer', 'null'] } });
});

it('keeps bounds that the words do not say, and leaves out those that they say', () => {
  const listed = { name: 'a', title: 'A', description: 'A.', outputSchema: {}, annotations: {} as never };
  const inputSchema = {
    type: 'object',
    properties: {
      said: { type: 'integer', minimum: 5, maximum: 720, description: 'Minutes, 5 to 720.' },
      half: { type: 'integer', minimum: 5, maximum: 720, description: 'Minutes, at most 720.' },
      unsaid: { type: 'integer', minimum: 5, maximum: 720, description: 'Minutes of 17200.' },
      preset: { type: 'integer', default: 60 },
      told: { type: 'integer', default: 60, description: 'Default 60.' },
    },
  };
  expect(thinEntry({ ...listed, inputSchema }).inputSchema.properties).toEqual({
    said: { type: 'integer', description: 'Minutes, 5 to 720.' },
    half: { type: 'integer', minimum: 5, description: 'Minutes, at most 720.' },
    unsaid: { type: 'integer', minimum: 5, maximum: 720, description: 'Minutes of 17200.' },
    preset: { type: 'integer', default: 60 },
    told: { type: 'integer', description: 'Default 60.' },
  });
});
