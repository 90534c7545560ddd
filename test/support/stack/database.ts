import { randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import postgres from 'postgres';
import { inject } from 'vitest';
import { connect } from '../../../store/database.ts';

const TEMPLATE = 'holdfast_template';

export interface TestDatabase {
  /** A pool as the product opens it. */
  readonly sql: Sql;
  readonly url: string;
  /** Ends the pool and drops the database. Fails when a session is left over: somebody leaked a pool. */
  close(): Promise<void>;
}

const provided = (name: 'databaseUrl' | 'temporalAddress' | 'bundlePath' | 'webFolder'): string => {
  const value = inject(name);
  if (!value)
    throw new Error(
      `This test runs without servers: its folder is in the project "pure" of vitest.config.ts (${name}).`,
    );
  return value;
};

/** Where the run's Temporal dev server listens, `host:port`. */
export const temporalAddress = (): string => provided('temporalAddress');

/** The workflow bundle of today's code. */
export const bundlePath = (): string => provided('bundlePath');

/** The browser's part of the pages, built once for the whole run. */
export const webFolder = (): string => provided('webFolder');

export interface CloneOptions {
  readonly maxConnections?: number;
  /** How long the sessions of its pool wait for a lock. Default: one second, as in production. */
  readonly lockTimeoutMs?: number;
}

/** A migrated, empty database of its own, copied from the run's template in some 50 ms. Close it in `afterAll`. */
export const cloneDatabase = (options: CloneOptions = {}): Promise<TestDatabase> => copyDatabase(TEMPLATE, options);

/** A database without a table. Close it in `afterAll`. */
export const bareDatabase = (): Promise<TestDatabase> => copyDatabase('template0', {});

async function copyDatabase(template: string, options: CloneOptions): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin((admin) => admin`create database ${admin(name)} template ${admin(template)} strategy file_copy`);
  const address = new URL(provided('databaseUrl'));
  address.pathname = `/${name}`;
  const sql = connect(address.href, { name: 'test', ...options });
  return {
    sql,
    url: address.href,
    async close() {
      await sql.end({ timeout: 5 });
      await dropDatabase(name);
    },
  };
}

async function dropDatabase(name: string): Promise<void> {
  await asAdmin(async (admin) => {
    let sessions: readonly { application_name: string }[] = [];
    // A closed connection's backend needs a moment to leave.
    for (let attempt = 0; attempt < 40; attempt++) {
      sessions = await admin<{ application_name: string }[]>`
        select application_name from pg_stat_activity where datname = ${name} and backend_type = 'client backend'`;
      if (sessions.length === 0) break;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    await admin`drop database ${admin(name)} with (force)`;
    if (sessions.length === 0) return;
    const names = sessions.map(({ application_name }) => application_name).join(', ');
    throw new Error(`${sessions.length} database sessions were left open by this test file: ${names}`);
  });
}

async function asAdmin<T>(work: (admin: Sql) => Promise<T>): Promise<T> {
  const admin = postgres(provided('databaseUrl'), { max: 1, onnotice: () => {} });
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
