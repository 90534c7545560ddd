import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { isOnline, statementsOf } from '../../../store/ops/online-migration.ts';

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

const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql'));

describe('a migration makes no writer wait for an index', () => {
  it.each(names)('%s', async (name) => {
    // Move them to a migration that begins with `-- online` and makes them `concurrently` (docs/decisions/operation.md#migrations).
    expect(blockingIndexes(await readFile(new URL(name, FOLDER), 'utf8'))).toEqual([]);
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

/**
 * Tables whose rows a migration changes in one statement, although it does not make them: writers of these rows wait for all of it, and so
 * do readers of tables that the same transaction alters.
 */
function unboundedChanges(text: string): string[] {
  const made = new Set([...text.matchAll(/^create table (?:if not exists )?(\w+)/gm)].map(([, table]) => table));
  return (isOnline(text) ? statementsOf(text) : [text])
    .filter((statement) => !/^-- walk \w+$/m.test(statement))
    .map((statement) => statement.replaceAll(/--.*$/gm, '').replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, ''))
    .flatMap((code) => [...code.matchAll(/^\s*(?:update|delete from) (\w+)/gm)].map(([, table]) => table ?? ''))
    .filter((table) => !made.has(table));
}

describe('a migration changes rows in a walk', () => {
  it.each(names)('%s', async (name) => {
    // Write an online migration with `-- walk <table>` (docs/decisions/operation.md#migrations). Few rows that must change at once: name the file here, and say why.
    expect(unboundedChanges(await readFile(new URL(name, FOLDER), 'utf8'))).toEqual([]);
  });

  it.each([
    ['update users set name = 1;', ['users']],
    [
      'alter table a add column b int;\nwith c as (\n  delete from users returning id\n)\nupdate d set e = 1;',
      ['users', 'd'],
    ],
    ['-- online\n\nupdate users set name = 1;', ['users']],
    ['-- online\n\n-- walk users\nupdate users set name = 1 where ctid >= $1::tid and ctid < $2::tid;', []],
    ['create table users (id int);\nupdate users set id = 1;', []],
    ['create function f() returns int as $$\n  update users set name = 1;\n$$;', []],
  ])('finds them: %j', (text, found) => {
    expect(unboundedChanges(text)).toEqual(found);
  });
});
