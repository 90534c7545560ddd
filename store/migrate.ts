import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { ReservedSql, Sql } from 'postgres';
import { sqlState } from './database.ts';
import { inNewDatabase, isOnline, runOnline, statementsOf } from './ops/online-migration.ts';

const FOLDER = new URL('./migrations/', import.meta.url);
const LOCK = 7_203_914_455;
/** The first migration of databases that were made before 0.1.0. The baseline replaced it. */
const FIRST_BEFORE_BASELINE = '0001_core.sql';
/** A table or a row stayed in use, or two transactions waited for each other. Nothing of the try was applied. */
const IN_USE = new Set(['55P03', '40P01']);
const UNDEFINED_TABLE = '42P01';
const LOCK_POLL_MS = 100;

export interface MigrateOptions {
  /** Called before each applied migration. */
  readonly onApply?: (name: string) => void;
  /** Called if a table is in use, before a new try. */
  readonly onBusy?: (name: string, tries: number) => void;
  /**
   * How long one try waits for a table or a row. Queries wait behind it and give up after a second (store/database.ts): keep it below.
   * It is also below PostgreSQL's `deadlock_timeout`, so that the migration gives up first in a deadlock.
   */
  readonly lockTimeoutMs?: number;
  readonly tries?: number;
  readonly pauseMs?: number;
  /** Default: the folder `migrations`. */
  readonly folder?: URL;
}

/** A table or a row stayed in use. Nothing of this migration was applied, except the first statements of an online one. Earlier migrations were. */
export class TableInUse extends Error {
  override readonly name = 'TableInUse';
}

/** The database was made by a version before 0.1.0, whose migrations no longer exist. Nothing was changed. */
export class OutdatedDatabase extends Error {
  override readonly name = 'OutdatedDatabase';
}

/**
 * Applies the missing migrations in order. Each is one transaction, except online migrations: there each statement is committed alone
 * (docs/decisions/operation.md#migrations). In a new database all are one transaction: it takes two thirds of the time, and a failure leaves nothing.
 * Safe to run from several processes at once, and while the service runs: it waits in short tries for a table in use.
 * @returns the names it applied.
 * @throws TableInUse when the tries are used up
 * @throws OutdatedDatabase
 */
export async function migrate(sql: Sql, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = FOLDER } = options;
  const connection = await sql.reserve();
  try {
    await connection`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`;
    if ((await appliedMigrations(connection)).includes(FIRST_BEFORE_BASELINE))
      throw new OutdatedDatabase(
        'The database was made by a version before 0.1.0, which no migration updates. Nothing was changed. ' +
          'Point DATABASE_URL to an empty database; of npm start, delete the local data: npm start -- --fresh',
      );
    if ((await missingMigrations(connection, folder)).length === 0) return [];
    await lockMigrations(connection);
    const applied = await missingMigrations(connection, folder);
    const texts = await Promise.all(applied.map((name) => readFile(new URL(name, folder), 'utf8')));
    const migrations = applied.map((name, place) => ({ name, text: texts[place] ?? '' }));
    const isNew = (await appliedMigrations(connection)).length === 0;
    if (isNew) await applyAll(connection, migrations, options);
    else for (const migration of migrations) await apply(connection, migration, options);
    return applied;
  } finally {
    // A lost connection has lost its lock and settings, too.
    await connection`select pg_advisory_unlock_all()`.catch(() => {});
    await connection`reset all`.catch(() => {});
    connection.release();
  }
}

/**
 * The migrations of this version that the database lacks, in order. Those of newer versions do not count: migrations only add, so this
 * version runs on a newer schema.
 */
export async function missingMigrations(sql: Sql, folder = FOLDER): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort();
  const done = new Set(await appliedMigrations(sql));
  return names.filter((name) => !done.has(name));
}

async function appliedMigrations(sql: Sql): Promise<string[]> {
  try {
    return (await sql<{ name: string }[]>`select name from migrations`).map(({ name }) => name);
  } catch (error) {
    // An empty database.
    if (sqlState(error) === UNDEFINED_TABLE) return [];
    throw error;
  }
}

/** Polls: `create index concurrently` waits for every open statement, even for one that waits for this lock. */
async function lockMigrations(connection: ReservedSql): Promise<void> {
  for (;;) {
    const [row] = await connection<{ locked: boolean }[]>`select pg_try_advisory_lock(${LOCK}) as locked`;
    if (row?.locked) return;
    await delay(LOCK_POLL_MS);
  }
}

interface Migration {
  readonly name: string;
  readonly text: string;
}

/** Nobody uses a new database yet: nothing is made online, and a crash may lose it. */
async function applyAll(connection: ReservedSql, migrations: Migration[], { onApply }: MigrateOptions): Promise<void> {
  await connection.unsafe(`set synchronous_commit = off; begin; set local statement_timeout = '10min'`);
  try {
    for (const { name, text } of migrations) {
      onApply?.(name);
      await connection.unsafe(isOnline(text) ? inNewDatabase(text) : text);
    }
    await connection`insert into migrations (name) select unnest(${migrations.map(({ name }) => name)}::text[])`;
    await connection`commit`;
  } catch (error) {
    await connection`rollback`;
    throw error;
  }
}

async function apply(connection: ReservedSql, { name, text }: Migration, options: MigrateOptions): Promise<void> {
  const { lockTimeoutMs = 500 } = options;
  options.onApply?.(name);
  if (isOnline(text)) {
    const attempt = (work: () => Promise<number>): Promise<number> => patiently(name, options, work);
    for (const statement of statementsOf(text)) await runOnline(connection, statement, { lockTimeoutMs, attempt });
    await connection`insert into migrations (name) values (${name})`;
    return;
  }
  await patiently(name, options, async () => {
    await connection.unsafe(`begin; set local statement_timeout = '10min'; set local lock_timeout = ${lockTimeoutMs}`);
    try {
      await connection.unsafe(text);
      await connection`insert into migrations (name) values (${name})`;
      await connection`commit`;
    } catch (error) {
      await connection`rollback`;
      throw error;
    }
  });
}

/** Repeats work that met a table or a row in use. @throws TableInUse when the tries are used up */
async function patiently<Result>(
  name: string,
  { onBusy, tries = 30, pauseMs = 2_000 }: MigrateOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      if (!IN_USE.has(sqlState(error) ?? '')) throw error;
      if (tried >= tries)
        throw new TableInUse(
          `${name} was not applied: a table or a row that it changes was in use in all ${tries} tries. ` +
            'Look in pg_stat_activity for old transactions (order by xact_start), end them, and migrate again.',
          { cause: error },
        );
      onBusy?.(name, tried);
      await delay(pauseMs);
    }
  }
}

const MAX_NAMED = 5;

/** Names of migrations for a message. Long lists are shortened, because a new database lacks all. */
export const inWords = (names: readonly string[]): string =>
  names.length > MAX_NAMED ? `${names.length} migrations, ${names[0]} to ${names.at(-1)}` : names.join(', ');
