import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { freePort } from '../../../infra/local/ports.ts';
import { ensureDatabase, type LocalPostgres, startPostgres } from '../../../infra/local/postgres.ts';
import { migrate } from '../../../store/migrate.ts';
import { workflowBundle } from '../../../workers/bundle.ts';
import { builtPages } from './build-setup.ts';
import { startOwnTemporal } from './own-temporal.ts';
import { makeRunFolder, postgresFolder } from './run-folder.ts';

export const TEMPLATE = 'holdfast_template';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Of the server's `postgres` database, as superuser. */
    databaseUrl: string;
    temporalAddress: string;
    bundlePath: string;
    webFolder: string;
  }
}

/** One PostgreSQL and one Temporal for the whole run; every test file makes its own database and task queue in them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await makeRunFolder();
  const started: { stop(): Promise<void> }[] = [];
  const teardown = async (): Promise<void> => {
    await Promise.all(started.map((server) => server.stop()));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const parts = await Promise.allSettled([
      startTestPostgres(folder, started),
      startOwnTemporal(folder).then((server) => {
        started.push(server);
        return server;
      }),
      workflowBundle(join(project.config.root, '.local')),
      builtPages(),
    ]);
    const [database, temporal, bundle, pages] = parts;
    project.provide('databaseUrl', settledValue(database).url('postgres'));
    project.provide('temporalAddress', settledValue(temporal).address);
    project.provide('bundlePath', settledValue(bundle));
    project.provide('webFolder', settledValue(pages));
  } catch (error) {
    await teardown();
    throw error;
  }
  return teardown;
}

const settledValue = <T>(result: PromiseSettledResult<T>): T => {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
};

async function startTestPostgres(folder: string, started: { stop(): Promise<void> }[]): Promise<LocalPostgres> {
  const server = await startPostgres({
    dataFolder: postgresFolder(folder),
    logFile: join(folder, 'postgres.log'),
    port: await freePort(),
    password: 'test',
    settings: [
      'fsync=off',
      'synchronous_commit=off',
      'full_page_writes=off',
      'max_connections=300',
      'max_wal_size=256MB',
    ],
  });
  started.push(server);
  await ensureDatabase(server, TEMPLATE);
  const sql = postgres(server.url(TEMPLATE), { max: 1, onnotice: () => {} });
  try {
    await migrate(sql);
  } finally {
    // A template must have no session when it is cloned.
    await sql.end();
  }
  return server;
}
