import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { sqlState } from './database.ts';

const FOLDER = new URL('./migrations/', import.meta.url);
const LOCK = 7_203_914_455;
const LOCK_NOT_AVAILABLE = '55P03';
const UNDEFINED_TABLE = '42P01';

export interface MigrateOptions {
  /** Called before each applied migration. */
  readonly onApply?: (name: string) => void;
  /** Called if a table is in use, before a new try. */
  readonly onBusy?: (name: string, tries: number) => void;
  /** How long one try waits for a table. Later queries wait behind it: keep it short. */
  readonly lockTimeoutMs?: number;
  readonly tries?: number;
  readonly pauseMs?: number;
}

/** A table stayed in use. Nothing of this migration was applied; earlier ones were. */
export class TableInUse extends Error {
  override readonly name = 'TableInUse';
}

/**
 * Applies the missing migrations in order, one transaction each. Safe to run from several processes at once, and while the
 * service runs: it waits in short tries for a table in use.
 * @returns the names it applied.
 * @throws TableInUse when the tries are used up
 */
export async function migrate(sql: Sql, options: MigrateOptions = {}): Promise<string[]> {
  await sql`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`;
  const applied: string[] = [];
  for (const name of await missingMigrations(sql)) {
    if (await applyPatiently(sql, name, options)) applied.push(name);
  }
  return applied;
}

/**
 * The migrations of this version that the database lacks, in order. Those of newer versions do not count: migrations only add, so this
 * version runs on a newer schema.
 */
export async function missingMigrations(sql: Sql): Promise<string[]> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort();
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

async function applyPatiently(sql: Sql, name: string, options: MigrateOptions): Promise<boolean> {
  const { onBusy, lockTimeoutMs = 2_000, tries = 30, pauseMs = 2_000 } = options;
  for (let tried = 1; ; tried++) {
    try {
      return await apply(sql, name, lockTimeoutMs, options.onApply);
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
      if (tried >= tries)
        throw new TableInUse(
          `${name} was not applied: in ${tries} tries somebody else held a table that it changes. ` +
            'Look in pg_stat_activity for old transactions (order by xact_start), end them, and migrate again.',
          { cause: error },
        );
      onBusy?.(name, tried);
      await delay(pauseMs);
    }
  }
}

const apply = async (sql: Sql, name: string, lockTimeoutMs: number, onApply: MigrateOptions['onApply']) => {
  const text = await readFile(new URL(name, FOLDER), 'utf8');
  return sql.begin(async (tx) => {
    // One flight: a connection runs statements in order.
    const [, , , , [row]] = await Promise.all([
      tx`set local statement_timeout = '10min'`,
      // Only other migrations wait for this lock, so it may take long.
      tx`set local lock_timeout = '10min'`,
      tx`select pg_advisory_xact_lock(${LOCK})`,
      tx`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`,
      tx`insert into migrations (name) values (${name}) on conflict do nothing returning name`,
    ]);
    if (!row) return false;
    onApply?.(name);
    await tx.unsafe(text);
    return true;
  });
};
