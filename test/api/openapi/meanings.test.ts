import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../api/core/json-schema.ts';
import { openapiDocument } from '../../../api/openapi/openapi.ts';
import { MEANINGS } from '../../../api/openapi/with-meanings.ts';
import { contract } from '../../../schemas/contract.ts';

const URLS = { appUrl: 'https://app.test', publicUrl: 'https://book.test', mcpUrl: 'https://mcp.test' };
const { components, ...rest } = JSON.parse(JSON.stringify(openapiDocument(contract, URLS)));

interface Field {
  readonly name: string;
  readonly of: string;
  readonly schema: JsonSchema;
  readonly text: string;
}

const fieldOf = (name: string, of: string, schema: JsonSchema, { description = '' }: JsonSchema): Field => ({
  ...{ name, of, schema },
  text: String(description),
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

const canBeNull = (schema: JsonSchema): boolean =>
  [schema.type].flat().includes('null') ||
  (Array.isArray(schema.anyOf) && schema.anyOf.some(canBeNull)) ||
  (typeof schema.$ref === 'string' && canBeNull(components.schemas[schema.$ref.split('/').at(-1) ?? '']));

describe('meanings by the name of a field', () => {
  it('are each the meaning of a published field', () => {
    const used = new Set(fields.flatMap(({ name, of, text }) => [`${name} = ${text}`, `${of}.${name} = ${text}`]));
    const unused = Object.entries(MEANINGS).filter(
      ([key, text]) => ![text, text.replace(/; null: .*$/, '.')].some((said) => used.has(`${key} = ${said}`)),
    );
    expect(unused).toEqual([]);
  });

  it('say what null means where a field can be null, and nowhere else', () => {
    const untrue = fields.filter(
      ({ name, of, schema, text }) =>
        [MEANINGS[`${of}.${name}`], MEANINGS[name]].includes(text) && text.includes('null:') && !canBeNull(schema),
    );
    expect(untrue.map(({ name, of, text }) => `${of}.${name}: ${text}`)).toEqual([]);
    const { description } = components.schemas.HostPrepPack.properties.company.properties.domain;
    expect(description).toBe('The company’s domain; empty: none is known.');
  });

  it('of one schema go before those of all', () => {
    const { domain } = components.schemas.EnrichmentRecord.properties;
    expect(domain.description).toMatch(/^The company’s domain; null: /);
  });

  it('do not say that the score judges the guest', () => {
    expect(components.schemas.EnrichmentRecord.properties.score.description).toContain('It does not judge the guest.');
  });
});
