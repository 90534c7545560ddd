import type { ReservedSql } from 'postgres';

const CONCURRENTLY = /^(create (?:unique )?index|drop index) concurrently/m;
const CREATED = /^create (?:unique )?index concurrently if not exists (\w+)/m;
const WALKED = /^-- walk (\w+)$/m;

/** Whether the statements of a migration are committed alone (docs/decisions/operation.md#migrations). */
export const isOnline = (text: string): boolean => text.startsWith('-- online');

/** The statements of an online migration: separated by empty lines. */
export const statementsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part.split('\n').some((line) => line !== '' && !line.startsWith('--')));

/** The same for a database without rows, where nobody waits: one transaction, with no rows to walk. */
export const inNewDatabase = (text: string): string =>
  statementsOf(text)
    .filter((statement) => !WALKED.test(statement))
    .map((statement) => statement.replace(/^(?:--.*\n)+/, '').replace(CONCURRENTLY, '$1'))
    .join('\n\n');

export interface OnlineOptions {
  readonly lockTimeoutMs: number;
  /** Repeats what met a table or a row in use. Resolves with the changed rows. */
  readonly attempt: (work: () => Promise<number>) => Promise<number>;
}

/** Pages of 8 kB in one batch: some 4,000 rows, a tenth of a second. Writers of these rows wait for so long. */
const PAGES_AT_ONCE = 64;

/** Runs a statement so that nobody waits long for it. It must be safe to repeat. */
export async function runOnline(
  connection: ReservedSql,
  statement: string,
  { lockTimeoutMs, attempt }: OnlineOptions,
): Promise<void> {
  const table = WALKED.exec(statement)?.[1];
  const slow = CONCURRENTLY.test(statement);
  // An index that is made or dropped concurrently waits for older transactions and makes nobody wait.
  const limits = slow ? { statement: '0', lock: '0' } : { statement: '10min', lock: String(lockTimeoutMs) };
  await connection`
    select set_config('statement_timeout', ${limits.statement}, false), set_config('lock_timeout', ${limits.lock}, false)`;
  const run = (values: string[] = []) => attempt(async () => (await connection.unsafe(statement, values)).count);
  if (table === undefined) {
    const index = CREATED.exec(statement)?.[1];
    await attempt(async () => {
      if (index !== undefined) await dropInvalid(connection, index);
      return (await connection.unsafe(statement)).count;
    });
    return;
  }
  // A row that somebody changed meanwhile may have moved behind the walk: walk until nothing is left.
  while ((await walk(connection, table, run)) > 0);
}

/** What an interrupted build left. */
async function dropInvalid(connection: ReservedSql, index: string): Promise<void> {
  const [invalid] = await connection`
    select 1 from pg_index where indexrelid = to_regclass(${index}) and not indisvalid`;
  if (invalid) await connection.unsafe(`drop index concurrently ${index}`);
}

/** Runs a statement for the rows between two places of the table, from the first to the last. Each batch is committed. */
async function walk(
  connection: ReservedSql,
  table: string,
  run: (places: string[]) => Promise<number>,
): Promise<number> {
  const [size] = await connection<{ pages: number }[]>`
    select (pg_relation_size(${table}::regclass) / current_setting('block_size')::int)::int as pages`;
  let changed = 0;
  for (let page = 0; page < (size?.pages ?? 0); page += PAGES_AT_ONCE)
    changed += await run([`(${page},0)`, `(${page + PAGES_AT_ONCE},0)`]);
  return changed;
}
