import postgres, { type Sql, type TransactionSql } from 'postgres';

export type Transaction = TransactionSql;
/** A pool or a transaction: what a query may run on. */
export type Queryable = Sql | Transaction;

interface PoolOptions {
  readonly maxConnections?: number;
  /** The sessions' name in `pg_stat_activity`. */
  readonly name?: string;
  /** How long a statement waits for a lock. Default: one second. */
  readonly lockTimeoutMs?: number;
}

/**
 * A pool of connections. The server enforces the timeouts: a lock waits 1 s, a forgotten transaction 3 s, a statement 5 s.
 * So a blocked query becomes a 503, not a hang.
 */
export const connect = (databaseUrl: string, options: PoolOptions = {}): Sql =>
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
      // All queries here find their rows by key, whatever the values. Else each connection plans a query five times,
      // and planning takes three times as long as running.
      plan_cache_mode: 'force_generic_plan',
      jit: 'off',
      lock_timeout: options.lockTimeoutMs ?? 1_000,
      statement_timeout: 5_000,
      idle_in_transaction_session_timeout: 3_000,
    },
  });

const RETRYABLE = new Set(['40P01', '40001']);
const RETRIES = 3;

/** The SQLSTATE or the driver's own code of a failed query; undefined for other errors. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** A value for a jsonb column. The driver's own type for these is narrower than JSON. */
export const json = (sql: Queryable, value: unknown) => sql.json(value as Parameters<Sql['json']>[0]);

/** The password, the name or the database in DATABASE_URL is not, or no longer, right: the operator's to mend, as when it is away. */
const DATABASE_REFUSES = ['28P01', '28000', '3D000'];

/** Driver codes and SQLSTATEs (PostgreSQL, appendix A) for "not now", not "wrong". */
const DATABASE_AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  '57014', // statement_timeout
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '55P03', // lock_timeout
  '25P03', // idle_in_transaction_session_timeout
  '25006', // a replica during a failover
  '40001',
  '40P01',
  ...DATABASE_REFUSES,
]);

/** Whether PostgreSQL answered that it does not let us in. To wait for it is in vain. */
export const isRefusedByDatabase = (error: unknown): boolean => DATABASE_REFUSES.includes(sqlState(error) ?? '');

/** The socket does not exist; any other missing file has other causes. */
const isMissingSocket = (error: unknown): boolean =>
  sqlState(error) === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'connect';

/** Whether a query failed because the database can't answer now; other failures are bugs. */
export const isDatabaseAway = (error: unknown): boolean =>
  DATABASE_AWAY.has(sqlState(error) ?? '') || isMissingSocket(error);

/** One READ COMMITTED transaction; retries deadlocks and serialization failures three times. */
export async function inTransaction<T>(sql: Sql, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return (await sql.begin(work)) as T;
    } catch (error) {
      if (attempt >= RETRIES || !RETRYABLE.has(sqlState(error) ?? '')) throw error;
    }
  }
}
