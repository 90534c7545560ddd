import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { isOnline } from '../../../store/ops/online-migration.ts';

const FOLDER = new URL('../../../store/migrations/', import.meta.url);

/** Indexes that a migration makes on tables that it does not make itself, while their writers wait: `index on table`. */
function blockingIndexes(text: string): string[] {
  if (isOnline(text)) return [];
  const code = text.replaceAll(/--.*$/gm, '').toLowerCase();
  const made = new Set([...code.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, table]) => table));
  return [...code.matchAll(/create (?:unique )?index (?:if not exists )?(\w+)\s+on (?:only )?(\w+)/g)]
    .filter(([, , table]) => !made.has(table))
    .map(([, index, table]) => `${index} on ${table}`);
}

/** Up to this one they were made before the rule. */
const LAST_BEFORE_THE_RULE = '0034';

const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql'));

describe('a migration makes no writer wait for an index', () => {
  it.each(names.filter((name) => name.slice(0, 4) > LAST_BEFORE_THE_RULE))('%s', async (name) => {
    // Move them to a migration that begins with `-- online` and makes them `concurrently` (decision 0106).
    expect(blockingIndexes(await readFile(new URL(name, FOLDER), 'utf8'))).toEqual([]);
  });

  it('not on sessions, into which everybody writes', async () => {
    const texts = await Promise.all(names.map((name) => readFile(new URL(name, FOLDER), 'utf8')));
    expect(texts.flatMap(blockingIndexes).filter((index) => index.endsWith(' on sessions'))).toEqual([]);
  });

  it.each([
    ['create index a on users (name);', ['a on users']],
    ['create unique index if not exists a\n  on users (name);', ['a on users']],
    ['create table users (id int);\ncreate index a on users (id);', []],
    ['-- online\n\ncreate index concurrently if not exists a on users (id);', []],
    ['-- create index a on users (id);', []],
  ])('finds them: %j', (text, found) => {
    expect(blockingIndexes(text)).toEqual(found);
  });
});
