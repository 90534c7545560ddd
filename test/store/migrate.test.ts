import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environment } from '../../infra/config.ts';
import { migrate, OutdatedDatabase, TableInUse } from '../../store/migrate.ts';
import { bareDatabase, cloneDatabase, type TestDatabase } from '../support/stack/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

describe('migrate', () => {
  /** A migration that needs the table of links for itself. */
  const alterTokens = () => folderWith(`alter table booking_tokens add column made_${folders.length} int;`);

  it('does nothing to a database that is up to date', async () => {
    expect(await migrate(database.sql)).toEqual([]);
  });

  it('waits for a table in use in short tries, so that no query waits behind it for long', async () => {
    const { folder, name } = await alterTokens();
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
    expect(await migrate(database.sql, { folder, onBusy, lockTimeoutMs: 50, pauseMs: 50 })).toEqual([name]);
    await user;
    expect(tries.slice(0, 2)).toEqual([1, 2]);
  });

  it('says what to do when the table stays in use, and applies nothing of it', async () => {
    const { folder, name } = await alterTokens();
    await database.sql.begin(async (tx) => {
      await tx`select 1 from booking_tokens limit 1`;
      const failing = migrate(database.sql, { folder, lockTimeoutMs: 20, pauseMs: 1, tries: 3 });
      await expect(failing).rejects.toThrow(TableInUse);
      await expect(failing).rejects.toThrow(/pg_stat_activity/);
    });
    expect(await migrate(database.sql, { folder })).toEqual([name]);
  });

  it('applies once what several processes want to apply', async () => {
    const { folder, name } = await alterTokens();
    const applied = await Promise.all([1, 2, 3].map(() => migrate(database.sql, { folder })));
    expect(applied.flat()).toEqual([name]);
  });

  it('refuses a database of a version before 0.1.0, and changes nothing in it', async () => {
    const old = await bareDatabase();
    try {
      await old.sql`create table migrations (name text primary key, applied_at timestamptz not null default now())`;
      await old.sql`insert into migrations (name) values ('0001_core.sql'), ('0002_mail.sql')`;
      const failing = migrate(old.sql);
      await expect(failing).rejects.toThrow(OutdatedDatabase);
      await expect(failing).rejects.toThrow(/before 0\.1\.0.*npm start -- --fresh/);
      expect(await old.sql`select tablename from pg_tables where schemaname = 'public'`).toEqual([
        { tablename: 'migrations' },
      ]);
      expect(await old.sql`select name from migrations order by 1`).toHaveLength(2);
    } finally {
      await old.close();
    }
  });
});

const folders: URL[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

async function newFolder(): Promise<URL> {
  const folder = pathToFileURL(`${await mkdtemp(join(tmpdir(), 'holdfast-migrations-'))}/`);
  folders.push(folder);
  return folder;
}

/** A folder with one migration of this text. */
async function folderWith(text: string): Promise<{ folder: URL; name: string }> {
  const folder = await newFolder();
  const name = `9${String(folders.length).padStart(3, '0')}_online.sql`;
  await writeFile(new URL(name, folder), text);
  return { folder, name };
}

describe('a new database', () => {
  it('is made wholly or not at all', async () => {
    const fresh = await bareDatabase();
    try {
      const { folder } = await folderWith('create table made_first (id int);');
      await writeFile(new URL('9998_later.sql', folder), 'create table made_later (id int); select 1 / 0;');
      await expect(migrate(fresh.sql, { folder })).rejects.toThrow(/division by zero/);
      const [left] =
        await fresh.sql`select to_regclass('made_first') as first, (select count(*)::int from migrations) as applied`;
      expect(left).toEqual({ first: null, applied: 0 });
      await writeFile(new URL('9998_later.sql', folder), 'create table made_later (id int);');
      expect(await migrate(fresh.sql, { folder })).toHaveLength(2);
    } finally {
      await fresh.close();
    }
  });
});

describe('an online migration', () => {
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

it.each(['', '-- online\n\n'])('tries again after a deadlock (%j)', async (head) => {
  const { sql } = database;
  await sql`drop sequence if exists deadlocks`;
  await sql`create sequence deadlocks`;
  // A sequence counts on although its transaction fails.
  const { folder, name } = await folderWith(`${head}do $$ begin
  if nextval('deadlocks') < 3 then raise exception using errcode = 'deadlock_detected'; end if;
end $$;`);
  const tries: number[] = [];
  const options = { folder, pauseMs: 1, onBusy: (_: string, tried: number) => void tries.push(tried) };
  expect(await migrate(sql, options)).toEqual([name]);
  expect(tries).toEqual([1, 2]);
});

describe('an online migration over many rows', () => {
  const ROWS = 20_000;
  const ROOT = fileURLToPath(new URL('../../', import.meta.url));

  /** Runs the migration in a process of its own, and kills it once it waits. */
  async function killWhileItWaits(folder: URL): Promise<void> {
    const script = `
      import { connect } from '${ROOT}store/database.ts';
      import { migrate } from '${ROOT}store/migrate.ts';
      await migrate(connect(process.env.DATABASE_URL, { maxConnections: 1 }), {
        folder: new URL('${folder.href}'),
        onBusy: () => console.log('it waits'),
      });`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
      cwd: ROOT,
      env: { PATH: environment.PATH, DATABASE_URL: database.url },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += String(chunk);
    });
    const ended = once(child, 'exit');
    await expect.poll(() => output, { timeout: 30_000 }).toContain('it waits');
    child.kill('SIGKILL');
    await ended;
  }

  it('keeps what it has done when it is killed half way, and goes on from there', async () => {
    const { sql } = database;
    await sql`create table made_walked (id int primary key, text text, done boolean not null default false)`;
    await sql`insert into made_walked (id, text) select id, repeat('x', 100) from generate_series(1, ${ROWS}) id`;
    // The last row answers as if it were locked.
    await sql.unsafe(`
      create function made_locked() returns trigger language plpgsql as
        $$ begin raise exception using errcode = 'lock_not_available'; end $$;
      create trigger locked before update on made_walked for each row when (old.id = ${ROWS}) execute function made_locked()`);
    const { folder, name } = await folderWith(`-- online

-- walk made_walked
update made_walked set done = true where ctid >= $1::tid and ctid < $2::tid and not done;`);
    const done = async () =>
      (await sql<{ count: number }[]>`select count(*)::int as count from made_walked where done`)[0]?.count ?? 0;
    await killWhileItWaits(folder);
    const half = await done();
    expect(half).toBeGreaterThan(ROWS / 3);
    expect(half).toBeLessThan(ROWS);

    await sql`drop trigger locked on made_walked`;
    expect(await migrate(sql, { folder })).toEqual([name]);
    expect(await done()).toBe(ROWS);
  });
});
