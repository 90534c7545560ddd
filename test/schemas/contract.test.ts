import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
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
