import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../api/core/json-schema.ts';
import { openapiDocument } from '../../../api/openapi/openapi.ts';
import { contract } from '../../../schemas/contract.ts';

const URLS = { appUrl: 'https://app.test', publicUrl: 'https://book.test', mcpUrl: 'https://mcp.test' };
const { components, ...rest } = JSON.parse(JSON.stringify(openapiDocument(contract, URLS)));

interface Field {
  readonly name: string;
  readonly of: string;
  readonly schema: JsonSchema;
  readonly text: string;
  readonly isParameter: boolean;
}

const fieldOf = (name: string, of: string, schema: JsonSchema, { description = '', in: place }: JsonSchema): Field => ({
  ...{ name, of, schema },
  text: String(description),
  isParameter: typeof place === 'string',
});

/** All fields and parameters below a value. @param of the schema or field that has it */
function* fieldsIn(value: unknown, of: string): Generator<Field> {
  if (!isSchema(value)) return;
  if (typeof value.in === 'string' && isSchema(value.schema))
    yield fieldOf(String(value.name), of, value.schema, value);
  for (const [key, part] of Object.entries(value)) {
    if (key === 'properties' && isSchema(part)) yield* fieldsAmong(part as Record<string, JsonSchema>, of);
    else if (key !== 'example' && key !== 'examples') yield* fieldsIn(part, of);
  }
}

function* fieldsAmong(properties: Record<string, JsonSchema>, of: string): Generator<Field> {
  for (const [name, schema] of Object.entries(properties)) {
    yield fieldOf(name, of, schema, schema);
    yield* fieldsIn(schema, name);
  }
}

const isSchema = (part: unknown): part is JsonSchema => part !== null && typeof part === 'object';

const fields = [
  ...fieldsIn(rest, ''),
  ...Object.entries(components.schemas).flatMap(([name, schema]) => [...fieldsIn(schema, name)]),
];

const parameters = fields.filter(({ isParameter }) => isParameter);

const isBoolean = ({ type, anyOf }: JsonSchema): boolean =>
  type === 'boolean' ||
  (Array.isArray(anyOf) && anyOf.some(isBoolean) && anyOf.every((part) => isBoolean(part) || part.type === 'null'));

const named = ({ name, of, text }: Field): string => `${of}.${name}: ${text}`;

describe('descriptions of the document', () => {
  it('say of each boolean what its value means', () => {
    const booleans = fields.filter(({ schema }) => isBoolean(schema));
    expect(booleans.length).toBeGreaterThan(100);
    expect(booleans.filter(({ text }) => text === '').map(named)).toEqual([]);
  });

  it('explain each parameter', () => {
    expect(parameters.length).toBeGreaterThan(100);
    expect(parameters.filter(({ text }) => text === '').map(named)).toEqual([]);
  });

  it('do not say that the score judges the guest', () => {
    expect(components.schemas.EnrichmentRecord.properties.score.description).toContain('It does not judge the guest.');
  });
});
