import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate, TableInUse } from '../../store/migrate.ts';
import { cloneDatabase, type TestDatabase } from '../support/stack/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

const NAME = '0004_token_retention.sql';

/** Makes the migration new again, so that it runs. */
async function undo(): Promise<void> {
  await database.sql`delete from migrations where name = ${NAME}`;
  await database.sql`alter table booking_tokens drop column look_at`;
}

describe('migrate', () => {
  it('does nothing to a database that is up to date', async () => {
    expect(await migrate(database.sql)).toEqual([]);
  });

  it('waits for a table that is in use in short tries, so that nobody waits behind it for long', async () => {
    await undo();
    const tries: number[] = [];
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let holdsTable = (): void => {};
    const held = new Promise<void>((resolve) => {
      holdsTable = resolve;
    });
    const user = database.sql.begin(async (tx) => {
      await tx`select 1 from booking_tokens limit 1`;
      holdsTable();
      await released;
    });
    await held;
    const onBusy = (_: string, tried: number): void => {
      tries.push(tried);
      if (tried === 2) release();
    };
    expect(await migrate(database.sql, { onBusy, lockTimeoutMs: 50, pauseMs: 50 })).toEqual([NAME]);
    await user;
    expect(tries.slice(0, 2)).toEqual([1, 2]);
  });

  it('says what to do when the table stays in use, and applies nothing of it', async () => {
    await undo();
    await database.sql.begin(async (tx) => {
      await tx`select 1 from booking_tokens limit 1`;
      const failing = migrate(database.sql, { lockTimeoutMs: 20, pauseMs: 1, tries: 3 });
      await expect(failing).rejects.toThrow(TableInUse);
      await expect(failing).rejects.toThrow(/pg_stat_activity/);
    });
    expect(await migrate(database.sql)).toEqual([NAME]);
  });

  it('applies once what several processes want to apply', async () => {
    await undo();
    const applied = await Promise.all([1, 2, 3].map(() => migrate(database.sql)));
    expect(applied.flat()).toEqual([NAME]);
  });
});

describe('an online migration', () => {
  /** A folder with one migration of this text. */
  async function folderWith(text: string): Promise<{ folder: URL; name: string }> {
    const folder = pathToFileURL(`${await mkdtemp(join(tmpdir(), 'holdfast-migrations-'))}/`);
    folders.push(folder);
    const name = `9${String(folders.length).padStart(3, '0')}_online.sql`;
    await writeFile(new URL(name, folder), text);
    return { folder, name };
  }
  const folders: URL[] = [];
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

  const isValid = async (index: string): Promise<boolean | undefined> => {
    const [row] = await database.sql<{ valid: boolean }[]>`
      select indisvalid as valid from pg_index where indexrelid = to_regclass(${index})`;
    return row?.valid;
  };

  it('makes an index while others write, waits for their transactions and makes nobody wait', async () => {
    const { sql } = database;
    const { folder, name } = await folderWith(
      '-- online: a comment\n\ncreate index concurrently if not exists made_online on users (name);\n',
    );
    const migrated = await sql.begin(async (tx) => {
      await tx`insert into users (id, email, name) values (gen_random_uuid(), 'open@online.test', 'Open')`;
      const running = migrate(sql, { folder, lockTimeoutMs: 20, pauseMs: 1, tries: 1 });
      await expect.poll(() => isValid('made_online')).toBe(false);
      await sql`insert into users (id, email, name) values (gen_random_uuid(), 'other@online.test', 'Other')`;
      return { running };
    });
    expect(await migrated.running).toEqual([name]);
    expect(await isValid('made_online')).toBe(true);
  });

  it('drops what an interrupted build left, and repeats what was done before', async () => {
    const { sql } = database;
    await sql`insert into users (id, email, name) values (gen_random_uuid(), 'one@online.test', 'Twin'), (gen_random_uuid(), 'two@online.test', 'Twin')`;
    const { folder, name } = await folderWith(`-- online

create table if not exists made_before (id int);

create or replace function made_online() returns int language sql as $$
  select 1
$$;

create unique index concurrently if not exists made_unique on users (name) where email like '%@online.test' and name = 'Twin';`);
    await expect(migrate(sql, { folder })).rejects.toThrow(/made_unique/);
    expect(await isValid('made_unique')).toBe(false);
    await sql`delete from users where email = 'two@online.test'`;
    expect(await migrate(sql, { folder })).toEqual([name]);
    expect(await isValid('made_unique')).toBe(true);
    expect(await migrate(sql, { folder })).toEqual([]);
  });

  it('is applied once if several processes apply it', async () => {
    const { folder, name } = await folderWith(
      '-- online\n\ncreate index concurrently if not exists made_once on users (created_at);\n',
    );
    const applied = await Promise.all([1, 2, 3].map(() => migrate(database.sql, { folder })));
    expect(applied.flat()).toEqual([name]);
  });
});
