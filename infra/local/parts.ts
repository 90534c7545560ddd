import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { migrate, OutdatedDatabase } from '../../store/migrate.ts';
import { seedDemo } from '../../store/ops/demo.ts';
import { DEMO_CREDITS, fillDemoCredits } from '../../store/ops/demo-credits.ts';
import { forgetStandIns } from '../../store/ops/forget-stand-ins.ts';
import type { Config } from '../config.ts';
import { postgresFolder, temporalPidFile } from './claim-folder.ts';
import { findTemporal } from './find-temporal.ts';
import { type KeptPart, keepRunning } from './keep-running.ts';
import { LocalStackError } from './local-stack-error.ts';
import { type NodePart, startNodePart } from './node-part.ts';
import type { Plan } from './plan.ts';
import { ensureDatabase, type LocalPostgres, startPostgres } from './postgres.ts';
import type { LocalSecrets } from './secrets.ts';
import type { Say } from './tools.ts';

const logFile = (plan: Plan, name: string): string => join(plan.folder, 'logs', `${name}.log`);

/** PostgreSQL, kept running, with the database `holdfast`. */
export async function runPostgres(plan: Plan, secrets: LocalSecrets, say: Say): Promise<KeptPart> {
  const start = (): Promise<LocalPostgres> =>
    startPostgres({
      dataFolder: postgresFolder(plan.folder),
      logFile: logFile(plan, 'postgres'),
      port: plan.ports.postgres,
      password: secrets.postgresPassword,
      onCreate: () => say('Creating the data folder of PostgreSQL (a few seconds, once).'),
    });
  const server = await start();
  await ensureDatabase(server, 'holdfast');
  say('PostgreSQL is up.');
  return keepRunning('PostgreSQL', server, start, say);
}

/** Temporal, kept running. Finding it may take minutes, once on each machine. */
export async function runTemporal(
  plan: Plan,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  say: Say,
): Promise<KeptPart> {
  // Loaded here, so that PostgreSQL and the API do not wait for its libraries.
  const { startTemporal } = await import('./temporal-server.ts');
  const command = await findTemporal({ env, say, signal });
  const start = () =>
    startTemporal({
      command,
      port: plan.ports.temporal,
      uiPort: plan.ports.temporalUi,
      databaseFile: join(plan.folder, 'temporal.db'),
      logFile: logFile(plan, 'temporal'),
      pidFile: temporalPidFile(plan.folder),
    });
  const server = await start();
  say('Temporal is up.');
  return keepRunning('Temporal', server, start, say);
}

/** Migrates the tables, adds the demo workspace if it is missing, fills its credits, and forgets what stand-ins of an earlier run knew. */
export async function prepareDatabase(
  databaseUrl: string,
  { standIns }: Pick<Plan, 'standIns'>,
  say: Say,
): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    await reach('DATABASE_URL', () => sql`select 1`);
    await migrateLocally(sql, say);
    if (await seedDemo(sql)) say('Made the demo workspace: acme, with Ada, Grace and Linus.');
    if ((await fillDemoCredits(sql, Date.now())) > 0)
      say(`The demo workspace has ${DEMO_CREDITS} credits: each look-up of a guest’s company costs one.`);
    const forgotten = await forgetStandIns(
      sql,
      standIns.filter((name) => name === 'google' || name === 'microsoft'),
    );
    if (forgotten > 0) say('The stand-ins of calendars begin anew: connect them again on the home page.');
  } finally {
    await sql.end();
  }
}

/** @throws LocalStackError for data of a version before 0.1.0 */
async function migrateLocally(sql: Sql, say: Say): Promise<void> {
  try {
    await migrate(sql, { onApply: (name) => say(`Migrating the database: ${name}`) });
  } catch (error) {
    if (!(error instanceof OutdatedDatabase)) throw error;
    throw new LocalStackError(
      'The data was made by a version before 0.1.0, which no migration updates. Nothing was changed.',
      '  npm start -- --fresh   deletes the local data and starts with an empty database\n' +
        '  DATABASE_URL=…         your own server: name an empty database',
    );
  }
}

/** Registers our search attributes at the user's own Temporal. */
export async function prepareTemporal({ temporal }: Config, say: Say): Promise<void> {
  const { registerSearchAttributes } = await import('../temporal.ts');
  const added = await reach('TEMPORAL_ADDRESS', () => registerSearchAttributes(temporal));
  if (added.length > 0) say(`Registered search attributes at ${temporal.address}: ${added.join(', ')}`);
}

/** The error for a user's own server that does not work. */
async function reach<T>(variable: string, ask: () => PromiseLike<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw new LocalStackError(`The server in ${variable} does not work.`, `  It says: ${String(error)}`);
  }
}

export interface WaitingPart extends KeptPart {
  /** Allows it to use the servers. */
  go(): void;
}

export interface PartOptions {
  readonly name: 'worker' | 'api';
  /** The folder of the compiled code, if any. */
  readonly compiled: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly print: (line: string) => void;
  readonly say: Say;
}

/** Worker or api, kept running. Loads at once, waits for `go` before it uses a server. */
export function loadPart({ name, compiled, env, print, say }: PartOptions): WaitingPart {
  let mayRun = false;
  const start = (): NodePart => {
    const entry = name === 'api' ? 'api/main.ts' : 'workers/main.ts';
    const part = startNodePart({ name, entry, compiled, env, print });
    if (mayRun) part.go();
    return part;
  };
  const first = start();
  const kept = keepRunning(`The ${name}`, first, async () => start(), say);
  const go = (): void => {
    mayRun = true;
    first.go();
  };
  return Object.assign(kept, { go });
}
