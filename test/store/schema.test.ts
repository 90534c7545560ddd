import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { readCatalog, rowTypes, schemaSql } from '../../scripts/schema/generate.ts';
import { cloneDatabase } from '../support/stack/database.ts';

const committed = (file: string): Promise<string> => readFile(new URL(`../../store/${file}`, import.meta.url), 'utf8');

it('store/schema.sql and store/rows.ts are what the migrations make', async () => {
  const database = await cloneDatabase();
  try {
    const catalog = await readCatalog(database.sql);
    const advice = 'The schema has changed. Run: npm run schema';
    expect(schemaSql(catalog) === (await committed('schema.sql')), advice).toBe(true);
    expect(rowTypes(catalog) === (await committed('rows.ts')), advice).toBe(true);
  } finally {
    await database.close();
  }
});
