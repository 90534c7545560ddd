import postgres, { type Sql, type TransactionSql } from 'postgres';

export type Transaction = TransactionSql;
/** A pool or a transaction: what a query may run on. */
export type Queryable = Sql | Transaction;

/**
 * A pool of connections. Timeouts are the server's: a lock waits 1 s, a forgotten transaction 3 s, a statement 5 s,
 * so that a stuck neighbour becomes a 503 and never a hang.
 */
export const connect = (databaseUrl: string, options: { maxConnections?: number; name?: string } = {}): Sql =>
  postgres(databaseUrl, {
    max: options.maxConnections ?? 10,
    connect_timeout: 2,
    idle_timeout: 0,
    max_lifetime: 60 * 30,
    onnotice: () => {},
    backoff: (attempt) => Math.min(0.05 * 2 ** attempt, 1),
    connection: {
      application_name: options.name ?? 'holdfast',
      TimeZone: 'UTC',
      lock_timeout: 1_000,
      statement_timeout: 5_000,
      idle_in_transaction_session_timeout: 3_000,
    },
  });

const RETRYABLE = new Set(['40P01', '40001']);
const RETRIES = 3;

/** The SQLSTATE or the driver's own code of a failed query; undefined for other errors. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** One READ COMMITTED transaction; deadlocks and serialization failures are tried again, three times. */
export async function inTransaction<T>(sql: Sql, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return (await sql.begin(work)) as T;
    } catch (error) {
      if (attempt >= RETRIES || !RETRYABLE.has(sqlState(error) ?? '')) throw error;
    }
  }
}
