/**
 * Runs schemathesis against every operation of the OpenAPI document that a stack of its own serves:
 *
 *     npm run fuzz                            # or, where the ports 3700 to 3702 are taken: -- --port-offset 800
 *     npm run fuzz -- -- --include-path /health    # after the second --: options of schemathesis
 *
 * Fails if schemathesis finds something, or if an operation never answered 2xx: then it was not really tested. Calls that need
 * a caller come from a new owner of a new workspace, who signed in by mail and made a key in the browser.
 * Needs Python 3.10 or later. Installs schemathesis once into the user's cache folder. fuzz/ decides what is sent.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Sql } from 'postgres';
import { deriveSecrets } from '../domain/secrets.ts';
import { environment } from '../infra/config.ts';
import { cacheFolder } from '../infra/local/cache-folder.ts';
import { childEnvironment, makePlan, type Plan, ROOT } from '../infra/local/plan.ts';
import { localSecrets } from '../infra/local/secrets.ts';
import { contract } from '../schemas/contract.ts';
import type { Operation } from '../schemas/operation.ts';
import { connect } from '../store/database.ts';
import { makeBooking, pastStart } from '../test/support/drivers/host-bookings.ts';
import { type AppleIssuer, serveGivens, startAppleIssuer } from './fuzz-givens.ts';
import { enterAsOwner, type LocalOwner } from './local-owner.ts';

const VERSION = '4.32.5';
const START_PATIENCE_MS = 10 * 60_000;
/** A whole run takes 6 to 9 minutes: its feeders sign newcomers in and read their mails. One that takes longer is ended, prints what it found, and fails. */
const RUN_PATIENCE_MS = 15 * 60_000;
const READY = 'Holdfast is ready.';
/** Variables to remove: they would select another database, real mail, or limits. */
const NOT_OURS =
  /^(DATABASE_URL|(APP|PUBLIC|MCP|REDIS)_URL|TEMPORAL_.*|POSTMARK_.*|MAIL_FROM|TASK_QUEUE|METRICS_PORT_API|METRICS_PORT_WORKER)$/;

const stackEnvironment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(environment).filter(([name]) => !NOT_OURS.test(name))),
  RATE_LIMIT_FACTOR: '1000000',
  LOG_LEVEL: 'warn',
  // Some limits count by network: feeders come from others.
  TRUST_PROXY: 'loopback',
  AGENT_MAIL_DOMAINS: 'agents.test',
});

const run = (command: string, args: readonly string[]): void => {
  const { status, error, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${error?.message ?? stderr}`);
};

/** The path of schemathesis; installs it if missing. */
const install = (): string => {
  const folder = cacheFolder(`schemathesis-${VERSION}`);
  const windows = process.platform === 'win32';
  const program = (name: string): string => join(folder, windows ? 'Scripts' : 'bin', windows ? `${name}.exe` : name);
  if (existsSync(program('st'))) return program('st');
  console.log(`Installing schemathesis ${VERSION} into ${folder} (once, about a minute) …`);
  run(windows ? 'python' : 'python3', ['-m', 'venv', '--clear', folder]);
  run(program('python'), [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    `schemathesis==${VERSION}`,
  ]);
  return program('st');
};

interface Stack {
  readonly appUrl: string;
  readonly publicUrl: string;
  readonly mcpUrl: string;
  stop(): Promise<void>;
}

const waitUntilReady = async (launcher: ChildProcess, logFile: string): Promise<void> => {
  const endMs = Date.now() + START_PATIENCE_MS;
  while (!readFileSync(logFile, 'utf8').includes(READY)) {
    if (launcher.exitCode !== null || Date.now() > endMs)
      throw new Error(`The stack did not start:\n${readFileSync(logFile, 'utf8')}`);
    await delay(200);
  }
};

interface Given {
  readonly offset: number;
  readonly scratch: string;
  readonly apple: AppleIssuer;
}

/** `npm start` beside other stacks, with its own data, deleted when it stops. */
const startStack = async ({ folder, ports }: Plan, given: Given): Promise<Stack> => {
  const { offset, scratch, apple } = given;
  const logFile = join(scratch, 'stack.log');
  const log = openSync(logFile, 'w');
  const args = [join(ROOT, 'infra/local/launch.mjs'), '--fresh', '--port-offset', String(offset)];
  const launcher = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...stackEnvironment(), ...apple.variables },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const ended = once(launcher, 'exit');
  const stop = async (): Promise<void> => {
    launcher.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(launcher, logFile);
  } catch (error) {
    await stop();
    throw error;
  }
  const at = (port: number): string => `http://localhost:${port}`;
  return { appUrl: at(ports.app), publicUrl: at(ports.public), mcpUrl: at(ports.mcp), stop };
};

/**
 * Caps of a day would end the run, because one client makes hundreds of bookings: every workspace pays and has no cap of upcoming
 * bookings. Other tests cover the caps.
 */
const liftCaps = (sql: Sql) => sql`
  update workspaces set plan = 'growth', subscription_status = 'active', trial_ends_at = null,
    upcoming_per_network = 10000, upcoming_per_mail_domain = 10000`;

/** Lifts the caps, and writes a meeting that has begun with SQL, because it cannot be booked. @returns the meeting's id */
const prepare = async (sql: Sql, { userId, workspaceId }: LocalOwner): Promise<string> => {
  await liftCaps(sql);
  const request = { hostId: userId, status: 'completed', startMs: pastStart() } as const;
  return (await makeBooking(sql, { workspaceId }, request)).bookingId;
};

type Statuses = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Prints the statuses of every operation. @returns the operations that never succeeded. */
const unreached = (statuses: Statuses): string[] => {
  const operations: [string, Operation][] = Object.values(contract).flatMap((area) => Object.entries(area));
  const names = operations.filter(([, { surface }]) => surface !== 'page').map(([name]) => name);
  for (const name of names) {
    const counts = Object.entries(statuses[name] ?? {}).sort();
    console.log(
      `${name.padEnd(24)} ${counts.map(([status, count]) => `${status} × ${count}`).join('  ') || 'not called'}`,
    );
  }
  return names.filter((name) => !Object.keys(statuses[name] ?? {}).some((status) => status.startsWith('2')));
};

interface Fuzzing extends Pick<Stack, 'appUrl' | 'publicUrl'> {
  readonly program: string;
  readonly sql: Sql;
  /** Where scripts/fuzz-givens.ts answers. */
  readonly givensUrl: string;
  readonly scratch: string;
  readonly options: readonly string[];
}

const fuzz = async ({ program, sql, givensUrl, appUrl, publicUrl, scratch, options }: Fuzzing): Promise<boolean> => {
  const report = join(scratch, 'report.json');
  const owner = await enterAsOwner(appUrl, `owner-${Date.now()}@fuzz.test`, 'Fuzz');
  // By default schemathesis skips the operation that serves its document.
  const filters = options.length > 0 ? options : ['--include-path-regex', '^/'];
  const child = spawn(program, ['--config-file', 'schemathesis.toml', 'run', `${appUrl}/api/v1/openapi`, ...filters], {
    cwd: join(ROOT, 'fuzz'),
    stdio: 'inherit',
    env: {
      ...environment,
      HOLDFAST_APP_URL: appUrl,
      HOLDFAST_PUBLIC_URL: publicUrl,
      HOLDFAST_OWNER: JSON.stringify(owner),
      HOLDFAST_PAST_MEETING: await prepare(sql, owner),
      HOLDFAST_GIVENS_URL: givensUrl,
      HOLDFAST_FUZZ_REPORT: report,
      HYPOTHESIS_STORAGE_DIRECTORY: join(scratch, 'hypothesis'),
      PYTHONDONTWRITEBYTECODE: '1',
    },
  });
  const late = setTimeout(() => child.kill('SIGINT'), RUN_PATIENCE_MS);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(late);
  const never = unreached(existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Statuses) : {});
  if (never.length > 0) console.log(`Never answered 2xx: ${never.join(', ')}`);
  return code === 0 && (never.length === 0 || options.length > 0);
};

/** Fuzzes a stack that runs, with a connection to its database and what the feeders cannot make by calls. */
const fuzzStack = async (
  stack: Stack,
  plan: Plan,
  apple: AppleIssuer,
  rest: Pick<Fuzzing, 'program' | 'scratch' | 'options'>,
) => {
  const { DATABASE_URL = '', SECRET_KEY = '' } = childEnvironment(
    stackEnvironment(),
    plan,
    await localSecrets(plan.folder),
  );
  const sql = connect(DATABASE_URL);
  const secrets = deriveSecrets(Buffer.from(SECRET_KEY, 'base64'));
  const givens = await serveGivens({ sql, secrets, appUrl: stack.appUrl, mcpUrl: stack.mcpUrl, apple });
  try {
    return await fuzz({ ...stack, ...rest, sql, givensUrl: givens.url });
  } finally {
    await givens.stop();
    await sql.end();
  }
};

const main = async (): Promise<boolean> => {
  const { values, positionals } = parseArgs({
    options: { 'port-offset': { type: 'string', default: '700' } },
    allowPositionals: true,
  });
  const offset = Number(values['port-offset']);
  const program = install();
  const scratch = mkdtempSync(join(tmpdir(), 'holdfast-fuzz-'));
  const apple = await startAppleIssuer();
  console.log('Starting a stack …');
  try {
    const plan = makePlan(stackEnvironment(), { fresh: true, portOffset: offset, help: false });
    const stack = await startStack(plan, { offset, scratch, apple });
    try {
      return await fuzzStack(stack, plan, apple, { program, scratch, options: positionals });
    } finally {
      await stack.stop();
    }
  } finally {
    await apple.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
};

// Ctrl-C reaches the whole group: schemathesis ends, then this stops the stack.
process.on('SIGINT', () => {});

main().then(
  (good) => {
    process.exitCode = good ? 0 : 1;
  },
  (error: unknown) => {
    console.error((error as Error).message);
    process.exitCode = 1;
  },
);
