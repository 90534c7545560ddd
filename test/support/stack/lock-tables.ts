import { setTimeout as delay } from 'node:timers/promises';
import type { Sql, TransactionSql } from 'postgres';

/** Longer than Temporal takes to start an activity again whose worker was killed: half a minute. */
const WAITS_FOR_MS = 80_000;
const LOOKS_EACH_MS = 10;

/** A transaction of the test, in which it holds the product back by locks. A database that is killed takes it with it. */
export async function withTablesLocked(sql: Sql, work: (tx: TransactionSql) => Promise<void>): Promise<void> {
  let working: Promise<void> | undefined;
  const held = sql.begin(async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0`;
    working = work(tx);
    await working;
  });
  const failed = await held.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!working) throw failed;
  await working;
}

/** From now on, and to the end of the transaction, what is in a table can be read and locked, but not written. */
export const lockTable = (tx: TransactionSql, table: string) => tx`lock table ${tx(table)} in share mode`;

/** Sessions of the worker that wait for a table, or for a row of it. The first session that waits for a row holds the place in the queue. */
export async function countWaiting(sql: Sql | TransactionSql, table: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(distinct l.pid)::int as count from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where a.application_name = 'holdfast-worker' and a.wait_event_type = 'Lock'
      and l.relation = ${table}::regclass and (l.locktype = 'tuple' or not l.granted)`;
  return row?.count ?? 0;
}

/** @throws Error when it does not come true within 80 s */
export async function waitFor(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadlineMs = Date.now() + WAITS_FOR_MS;
  while (!(await holds())) {
    if (Date.now() > deadlineMs) throw new Error(`Waited in vain for ${what}`);
    await delay(LOOKS_EACH_MS);
  }
}
