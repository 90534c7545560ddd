import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { partsOf, type SchemaParts } from '../../api/core/schema-parts.ts';
import { contract } from '../../schemas/contract.ts';

const FOLDER = new URL('../../schemas/operations/', import.meta.url);
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

const inContract: ReadonlySet<object> = new Set(Object.values(contract).flatMap((area) => Object.values<object>(area)));

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The operations in what a file exports: groups of them, by id. */
const operationsIn = (exported: object): [id: string, operation: object][] =>
  Object.values(exported)
    .filter(isRecord)
    .flatMap((group) => Object.entries(group))
    .filter((entry): entry is [string, Record<string, unknown>] => isRecord(entry[1]) && 'surface' in entry[1]);

it('finds operation files', () => expect(files.length).toBeGreaterThan(20));

it.each(files)('has every operation of %s', async (file) => {
  const operations = operationsIn(await import(new URL(file, FOLDER).href));
  expect(operations).not.toEqual([]);
  expect(operations.filter(([, operation]) => !inContract.has(operation)).map(([id]) => id)).toEqual([]);
});

describe('text that others read', () => {
  /** What a model reads and a person does not: a tag of Unicode. */
  const HIDDEN = '\u{e0041}';
  const SAMPLES = [
    'ab',
    'abcdefgh',
    'a b',
    'a_b',
    'a@b.example',
    'https://a.example/b',
    'x'.repeat(43),
    'sk_live_abcdefgh',
  ];

  /** Where it stays, and why. */
  const STAYS: readonly (readonly [RegExp, why: string])[] = [
    [/\.when$/, 'read as a time, not stored'],
    [
      /\.customFields(\{\}|\.\*)$/,
      'answers: their form checks them, api/core/json-schema.ts cleans them for who reads',
    ],
    [/^workspaces\.executeTool\.arguments/, 'the tool checks its own input'],
    [/\.metadata(\{\}|\.\*)$/, 'of the caller, for the caller'],
    [/\.credential\.|\.userCode$|\.code$|\.challengeId$|\.identityToken$|\.rawNonce$/, 'compared, not shown'],
    [/\.fullName\./, 'becomes a name by plausibleName, which leaves it out'],
    [
      /^workspaces\.importSettings\.export$/,
      'JSON of another service: what comes of it goes through create_event_type and create_schedule',
    ],
    [/^workspaces\.importSettings\.apiKey$/, 'sent on, not shown; what no header can carry is refused'],
    [/^oauth\.connectApp\./, 'of our own page, made of addresses that were parsed'],
  ];

  /** What a schema is made of, each part with what its path has more. */
  function partsBelow({ innerType, from, element, options = [], keyType, valueType, shape = {} }: SchemaParts) {
    const parts: [z.core.$ZodType | undefined, string][] = [
      ...([innerType, from, ...options].map((part) => [part, '']) as [z.core.$ZodType | undefined, string][]),
      ...Object.entries(shape).map(([name, part]): [z.core.$ZodType, string] => [part, `.${name}`]),
      ...([
        [element, '[]'],
        [keyType, '{}'],
        [valueType, '.*'],
      ] as [z.core.$ZodType | undefined, string][]),
    ];
    return parts.filter((part): part is [z.core.$ZodType, string] => part[0] !== undefined);
  }

  const keeps = (schema: z.core.$ZodType): boolean =>
    SAMPLES.some((sample) => {
      const half = Math.ceil(sample.length / 2);
      const read = z.safeParse(schema, `${sample.slice(0, half)}${HIDDEN}${sample.slice(half)}`);
      return read.success && String(read.data).includes(HIDDEN);
    });

  /** The paths at which an input keeps hidden characters. */
  function keptIn(schema: z.core.$ZodType, at: string, above: readonly z.core.$ZodType[] = []): string[] {
    if (above.includes(schema)) return [];
    const own = partsOf(schema);
    const parts = partsBelow(own);
    const inner = parts.flatMap(([part, more]) => keptIn(part, `${at}${more}`, [...above, schema]));
    const isText = ['string', 'unknown', 'any'].includes(own.type);
    return isText && keeps(schema) ? [at, ...inner] : inner;
  }

  it('has no characters that only models read', () => {
    const kept = Object.entries(contract).flatMap(([area, operations]) =>
      Object.entries(operations as Record<string, { input: z.core.$ZodType }>).flatMap(([name, { input }]) =>
        keptIn(input, `${area}.${name}`),
      ),
    );
    expect(kept.filter((path) => !STAYS.some(([place]) => place.test(path)))).toEqual([]);
    expect(STAYS.filter(([place]) => !kept.some((path) => place.test(path)))).toEqual([]);
  });
});
