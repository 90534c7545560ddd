import { readdir, readFile } from 'node:fs/promises';
import type { Sql } from 'postgres';

const FOLDER = new URL('./migrations/', import.meta.url);
const LOCK = 7_203_914_455;

/**
 * Applies the migrations that this database lacks, in order, one transaction each. Safe to run from several processes at once.
 * @returns the names it applied.
 */
export async function migrate(sql: Sql, onApply: (name: string) => void = () => {}): Promise<string[]> {
  await sql`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`;
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort();
  const applied: string[] = [];
  for (const name of names) {
    const text = await readFile(new URL(name, FOLDER), 'utf8');
    const isNew = await sql.begin(async (tx) => {
      await tx`set local lock_timeout = '60s'`;
      await tx`set local statement_timeout = '10min'`;
      await tx`select pg_advisory_xact_lock(${LOCK})`;
      const [row] = await tx`insert into migrations (name) values (${name}) on conflict do nothing returning name`;
      if (!row) return false;
      onApply(name);
      await tx.unsafe(text);
      return true;
    });
    if (isNew) applied.push(name);
  }
  return applied;
}
