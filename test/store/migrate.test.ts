import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environment } from '../../infra/config.ts';
import { changeCalendarSettings } from '../../store/calendars/settings.ts';
import { migrate, TableInUse } from '../../store/migrate.ts';
import { storeConnection } from '../support/factories/calendars.ts';
import { fillDatabase, seedId } from '../support/factories/grown-database.ts';
import { makeTeam } from '../support/factories/keys.ts';
import { bareDatabase, cloneDatabase, type TestDatabase } from '../support/stack/database.ts';

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

describe('an upgrade from 0013 with rows', () => {
  const MIGRATIONS = new URL('../../store/migrations/', import.meta.url);
  const BOOKINGS = 9_000;
  let old: TestDatabase;
  beforeAll(async () => {
    old = await bareDatabase();
    const folder = await newFolder();
    for (const name of (await readdir(MIGRATIONS)).filter((file) => file < '0014'))
      await copyFile(new URL(name, MIGRATIONS), new URL(name, folder));
    await migrate(old.sql, { folder });
    await fillDatabase(old.sql, { bookings: BOOKINGS, hosts: 30, shared: 10 });
    // The first key made the second one and sent the first invitation.
    await old.sql`
      insert into activity_log (id, workspace_id, actor, source, action, created_at, api_key_id, subject_type, subject_id)
      values (gen_random_uuid(), ${seedId(1, 1)}, 'Key', 'host_api', 'api_key.created', now(), ${KEY}, 'api_key', ${SEAT}),
        (gen_random_uuid(), ${seedId(1, 1)}, 'Key', 'host_api', 'invitation.created', now(), ${KEY}, 'invitation', ${INVITATION})`;
    await old.sql`update api_keys set revoked_at = null, workspace_id = ${seedId(1, 1)} where id in (${KEY}, ${SEAT})`;
    await old.sql`update invitations set accepted_at = null, workspace_id = ${seedId(1, 1)} where id = ${INVITATION}`;
  });
  afterAll(() => old.close());
  const [KEY, SEAT, INVITATION] = [seedId(8, 1), seedId(8, 2), seedId(11, 1)];

  /**
   * The last entry of the log answers as if it were locked. Not by a transaction: `drop index concurrently`, earlier in 0017, would
   * wait for that.
   */
  async function lockLastEntry(): Promise<void> {
    const [last] = await old.sql<{ id: string }[]>`
      select id from activity_log where action like 'booking.%' order by ctid desc limit 1`;
    await old.sql.unsafe(`
      create function locked() returns trigger language plpgsql as
        $$ begin raise exception using errcode = 'lock_not_available'; end $$;
      create trigger locked before update on activity_log for each row when (old.id = '${last?.id}') execute function locked()`);
  }

  /** Starts `npm run migrate` as a process, and kills it once it waits. */
  async function killWhileItWaits(): Promise<void> {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', fileURLToPath(new URL('../../infra/migrate.ts', import.meta.url))],
      { env: { PATH: environment.PATH, DATABASE_URL: old.url }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += String(chunk);
    });
    const ended = once(child, 'exit');
    await expect.poll(() => output, { timeout: 30_000 }).toContain('0017_many_rows.sql waits');
    child.kill('SIGKILL');
    await ended;
  }

  const hostsInLog = async (): Promise<{ named: number; unnamed: number }> => {
    const [row] = await old.sql<{ named: number; unnamed: number }[]>`
      select count(host_id)::int as named, (count(*) filter (where host_id is null))::int as unnamed
      from activity_log where action like 'booking.%'`;
    return row ?? { named: 0, unnamed: 0 };
  };

  it('keeps what it has done when it is killed half way, goes on from there, and ends like a new database', async () => {
    await lockLastEntry();
    await killWhileItWaits();
    await old.sql`drop trigger locked on activity_log`;
    const half = await hostsInLog();
    expect(half.named).toBeGreaterThan(BOOKINGS / 3);
    expect(half.unnamed).toBeGreaterThan(0);

    expect(await migrate(old.sql)).toContain('0017_many_rows.sql');
    expect((await hostsInLog()).unnamed).toBe(0);
    const [differing] = await old.sql`
      select count(*)::int as count from booking_hosts h join bookings b on b.id = h.booking_id
      where h.status is distinct from b.status or h.start_at is distinct from b.start_at`;
    expect(differing?.count).toBe(0);
    const [made] = await old.sql`select parent_key_id as parent from api_keys where id = ${SEAT}`;
    const [sent] = await old.sql`select invited_by_key_id as sender from invitations where id = ${INVITATION}`;
    expect([made?.parent, sent?.sender]).toEqual([KEY, KEY]);
    expect(await schemaOf(old.sql)).toEqual(await schemaOf(database.sql));
  });
});

describe('0039', () => {
  it('finds the agents of open invitations in the activity log, and makes the indexes that are missing', async () => {
    const { sql } = database;
    const team = await makeTeam(sql);
    const { workspaceId } = team;
    const { id: keyId } = await team.key('owner');
    const principalId = uuidv7();
    await sql`
      insert into agent_principals (id, workspace_id, api_key_id, prospect_email, agent_label, status, created_at, ends_at)
      values (${principalId}, ${workspaceId}, ${keyId}, 'ada@0039.test', 'Robo', 'pending', now(), now())`;
    const logged = async (ofAgent: boolean, acceptedAt: Date | null): Promise<string> => {
      const id = uuidv7();
      await sql`
        insert into invitations (id, workspace_id, email, role, token_hash, test_mode, issue_no, created_at, issued_at, expires_at, accepted_at)
        values (${id}, ${workspaceId}, ${`${id}@0039.test`}, 'member', ${Buffer.from(id)}, false, 1, now(), now(), now() + interval '1 day', ${acceptedAt})`;
      await sql`
        insert into activity_log (id, workspace_id, actor, source, action, created_at, subject_type, subject_id)
        values (${id}, ${workspaceId}, 'Robo', 'host_api', 'invitation.created', now(), 'invitation', ${id})`;
      if (ofAgent)
        await sql`insert into agent_acts (activity_id, principal_id, at) values (${id}, ${principalId}, now())`;
      return id;
    };
    const open = await logged(true, null);
    await logged(true, new Date());
    await logged(false, null);
    await sql`drop index sessions_passkey, invitations_of_agents`;
    await sql`delete from migrations where name = '0039_indexes_made_online.sql'`;
    expect(await migrate(sql)).toEqual(['0039_indexes_made_online.sql']);
    expect(
      await sql`
        select id, agent_principal_id as agent from invitations where workspace_id = ${workspaceId} and agent_principal_id is not null`,
    ).toEqual([{ id: open, agent: principalId }]);
    const [made] = await sql`
      select to_regclass('sessions_passkey')::text as a, to_regclass('invitations_of_agents')::text as b`;
    expect(made).toEqual({ a: 'sessions_passkey', b: 'invitations_of_agents' });
  });
});

describe('0141', () => {
  const NAME_0141 = '0141_working_elsewhere.sql';
  const MONDAY_MS = Date.UTC(2031, 0, 6);

  /** A host with times of all kinds, as the release before wrote them, and the migration as not applied. */
  async function makeHost(): Promise<string> {
    const { sql } = database;
    const { userId } = (await makeTeam(sql)).host;
    const { calendars } = await storeConnection(sql, { userId });
    const times = [
      ['elsewhere', 'working_elsewhere', 'none'],
      ['elsewhere-declined', 'working_elsewhere', 'declined'],
      ['busy', 'busy', 'none'],
    ] as const;
    for (const [id, availability, response] of times)
      await sql`
        insert into calendar_busy (calendar_id, event_id, user_id, period, availability, response, blocks, reading)
        values (${calendars[0]?.id ?? ''}, ${id}, ${userId}, tstzrange(${new Date(MONDAY_MS)}, ${new Date(MONDAY_MS + 3_600_000)}),
          ${availability}, ${response}, true, 1)`;
    await sql`delete from migrations where name = ${NAME_0141}`;
    return userId;
  }

  const blockingOf = async (userId: string): Promise<string[]> => {
    const rows = await database.sql<{ id: string }[]>`
      select event_id as id from calendar_busy where user_id = ${userId} and blocks order by 1`;
    return rows.map(({ id }) => id);
  };

  it('frees times of work at another place, except of hosts who let them block, and slots are computed again', async () => {
    const { sql } = database;
    const chose = await makeHost();
    await changeCalendarSettings(sql, chose, { workingElsewhere: 'busy', declined: 'busy' });
    const userId = await makeHost();
    const [before] = await sql<{ version: string }[]>`select busy_version as version from users where id = ${userId}`;
    expect(await migrate(sql)).toEqual([NAME_0141]);
    expect(await blockingOf(userId)).toEqual(['busy', 'elsewhere-declined']);
    expect(await blockingOf(chose)).toEqual(['busy', 'elsewhere', 'elsewhere-declined']);
    const [after] = await sql<{ version: string }[]>`select busy_version as version from users where id = ${userId}`;
    expect(Number(after?.version)).toBe(Number(before?.version) + 1);
  });

  it('makes no reader of settings wait, and locks a host before their times, as a sync does', async () => {
    const { sql } = database;
    const userId = await makeHost();
    await sql`alter table calendar_settings drop column working_elsewhere`;
    const { running } = await sql.begin(async (tx) => {
      await tx`select 1 from users where id = ${userId} for no key update`;
      const migrating = migrate(sql, { lockTimeoutMs: 20_000 });
      await expect
        .poll(async () => {
          const waiting = await sql`
            select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
          return waiting.length;
        })
        .toBe(1);
      await tx`set local lock_timeout = 100`;
      expect(await tx`select working_elsewhere from calendar_settings where user_id = ${userId}`).toHaveLength(1);
      expect(await tx`select 1 from calendar_busy where user_id = ${userId} for update`).toHaveLength(3);
      return { running: migrating };
    });
    expect(await running).toEqual([NAME_0141]);
    expect(await blockingOf(userId)).toEqual(['busy', 'elsewhere-declined']);
  });
});

/** Columns, indexes, constraints and triggers, except those that the tests above make. */
async function schemaOf(sql: Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
      from information_schema.columns where table_schema = 'public'
    union all select indexdef || ' ' || indisvalid from pg_indexes join pg_index on indexrelid = to_regclass(indexname)
      where schemaname = 'public'
    union all select format('%s %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
      from pg_constraint where conrelid <> 0
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    order by 1`;
  return rows.map(({ line }) => line).filter((line) => !/\b(made_\w+|deadlocks)\b/.test(line));
}
