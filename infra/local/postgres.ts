import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { LocalStackError } from './local-stack-error.ts';
import { stopOrphanPostgres } from './orphans.ts';
import { findPostgres, requireReachable, type SystemUser, unprivilegedUser } from './postgres-binaries.ts';
import { type Daemon, startDaemon, tailOf } from './processes.ts';

const run = promisify(execFile);
const ROLE = 'holdfast';
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 10;

export interface PostgresOptions {
  /** Absolute path. initdb creates it if missing; it stays when the server stops. */
  readonly dataFolder: string;
  readonly logFile: string;
  readonly port: number;
  /** Password of the superuser `holdfast`. Set when the folder is created; must stay the same. */
  readonly password: string;
  /** Server settings, `name=value`. */
  readonly settings?: readonly string[];
  /** Called before the slow step, which happens once. */
  readonly onCreate?: () => void;
}

export interface LocalPostgres {
  readonly pid: number;
  readonly ended: Promise<string>;
  url(database: string): string;
  /** Ends sessions, writes everything, stops. */
  stop(): Promise<void>;
  /** Kills it at once, like a crash. */
  kill(): void;
}

/**
 * Starts the PostgreSQL from npm, on loopback only. First stops a server that a killed run left on the same folder.
 * @throws LocalStackError with the end of its log if this machine cannot run it.
 */
export async function startPostgres(options: PostgresOptions): Promise<LocalPostgres> {
  const { dataFolder, logFile, port } = options;
  const [binaries, user] = await Promise.all([findPostgres(), unprivilegedUser()]);
  await mkdir(dirname(dataFolder), { recursive: true });
  if (user) await requireReachable([binaries.postgres, dataFolder], user);
  await stopOrphanPostgres(dataFolder);
  if (!(await exists(join(dataFolder, 'PG_VERSION')))) {
    options.onCreate?.();
    await createCluster(binaries.initdb, options, user);
  }
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...(options.settings ?? [])];
  const args = ['-D', dataFolder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const daemon = await startDaemon({ command: binaries.postgres, args, logFile, user });
  await waitUntilReady(daemon, options);
  return {
    pid: daemon.pid,
    ended: daemon.ended,
    url: (database) => `postgres://${ROLE}:${encodeURIComponent(options.password)}@127.0.0.1:${port}/${database}`,
    stop: () => daemon.stop('SIGINT'),
    kill: daemon.kill,
  };
}

/** Creates the database if it is missing. */
export async function ensureDatabase(server: LocalPostgres, name: string): Promise<void> {
  const sql = postgres(server.url('postgres'), { max: 1, onnotice: () => {} });
  try {
    const [found] = await sql`select 1 from pg_database where datname = ${name}`;
    if (!found) await sql`create database ${sql(name)}`;
  } finally {
    await sql.end();
  }
}

async function createCluster(initdb: string, options: PostgresOptions, user: SystemUser | undefined): Promise<void> {
  const { dataFolder, password } = options;
  // Create it elsewhere, then rename: an interrupted initdb never looks like a database.
  const draft = `${dataFolder}.new`;
  const secrets = await mkdtemp(join(tmpdir(), 'holdfast-initdb-'));
  try {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    const passwordFile = join(secrets, 'password');
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    if (user) for (const path of [draft, secrets, passwordFile]) await chown(path, user.uid, user.gid);
    const flags = [
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-sync',
    ];
    await run(initdb, [`--pgdata=${draft}`, `--username=${ROLE}`, `--pwfile=${passwordFile}`, ...flags], { ...user });
    await rename(draft, dataFolder);
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new LocalStackError('PostgreSQL could not create its data folder.', `  ${said.replaceAll('\n', '\n  ')}`);
  } finally {
    await rm(secrets, { recursive: true, force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

/** The last line of postmaster.pid is the server's state; pg_ctl reads it too. */
async function waitUntilReady(daemon: Daemon, { dataFolder, logFile }: PostgresOptions): Promise<void> {
  let ending: string | undefined;
  void daemon.ended.then((how) => {
    ending = how;
  });
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  while (ending === undefined && Date.now() < deadlineMs) {
    const pidFile = await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => '');
    const lines = pidFile.split('\n');
    if (Number.parseInt(pidFile, 10) === daemon.pid && lines[7]?.trim() === 'ready') return;
    await delay(POLL_MS);
  }
  await daemon.stop('SIGQUIT', 1_000);
  throw new LocalStackError(
    `PostgreSQL did not start (${ending ?? `not ready after ${START_TIMEOUT_MS / 1000} s`}). The end of ${logFile}:`,
    await tailOf(logFile),
  );
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
