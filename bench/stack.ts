/** The product as it runs: the launcher as a child process with its own ports and data, stopped at the end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { deriveSecrets, type Secrets } from '../domain/secrets.ts';
import { environment } from '../infra/config.ts';
import { childEnvironment, makePlan, type Plan, ROOT } from '../infra/local/plan.ts';
import { isRunning } from '../infra/local/processes.ts';
import { localSecrets } from '../infra/local/secrets.ts';
import { connect } from '../store/database.ts';
import type { Servers } from './floors/servers-of.ts';

export const PORT_OFFSET = 700;
const READY = 'Holdfast is ready.';
/** Temporal is built from source where no binary can be had: about four minutes on two cores. */
const READY_WITHIN_MS = 600_000;
const KEPT_OUTPUT = 40;

/** Only variables that find programs: the bench must not reach a database or Temporal of the user. */
const childEnv: NodeJS.ProcessEnv = {
  ...{ PATH: environment.PATH, HOME: environment.HOME, TMPDIR: environment.TMPDIR },
  ...{ RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'warn' },
};

const noEnvironment: NodeJS.ProcessEnv = {};

/** The launcher's plan for ports that are shifted by an offset. */
export const planAt = (portOffset: number): Plan => makePlan(noEnvironment, { fresh: false, portOffset, help: false });

/** The launcher's plan for the bench's ports. */
export const benchPlan = (): Plan => planAt(PORT_OFFSET);

export interface Stack extends Servers {
  readonly publicUrl: string;
  readonly sql: Sql;
  readonly secrets: Secrets;
  /** Resident memory of a process of the product, in MB. */
  memoryMb(part: 'api' | 'worker'): number;
  pidOf(part: 'api' | 'worker'): number;
  stop(): Promise<void>;
}

export interface Launched {
  /** Time of the start request, by `performance.now()`. */
  readonly startedMs: number;
  /** Resolves when the launcher says that it is ready. */
  readonly ready: Promise<void>;
  stop(): Promise<void>;
}

const launcherPid = async (folder: string): Promise<number> =>
  Number.parseInt(await readFile(join(folder, 'launcher.pid'), 'utf8').catch(() => ''), 10);

interface Launch {
  readonly fresh: boolean;
  /** Default: the bench's. */
  readonly portOffset?: number;
}

/** Runs `npm start`. The launcher gets its own signal, because a signal to npm does not reach it at once. */
export function launch({ fresh, portOffset = PORT_OFFSET }: Launch): Launched {
  const startedMs = performance.now();
  const args = ['start', '--', '--port-offset', String(portOffset), ...(fresh ? ['--fresh'] : [])];
  const child = spawn('npm', args, { cwd: ROOT, env: childEnv, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    const pid = await launcherPid(planAt(portOffset).folder);
    if (pid > 0 && isRunning(pid)) process.kill(pid, 'SIGTERM');
    else if (child.exitCode === null) child.kill('SIGTERM');
    await ended;
    while (pid > 0 && isRunning(pid)) await delay(10);
  };
  return { startedMs, ready: untilReady(child, ended), stop };
}

async function untilReady(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  const output: string[] = [];
  const ready = new Promise<void>((resolve) => {
    const read = (chunk: Buffer): void => {
      output.push(...String(chunk).split('\n').filter(Boolean));
      if (String(chunk).includes(READY)) resolve();
      output.splice(0, output.length - KEPT_OUTPUT);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
  });
  const tooLate = delay(READY_WITHIN_MS, 'was not ready in time', { ref: false });
  const failure = await Promise.race([ready, ended.then(() => 'ended'), tooLate]);
  if (failure !== undefined) throw new Error(`npm start ${failure}. It said:\n${output.join('\n')}`);
}

/** Connections to a ready stack. */
export async function openStack(launched: Launched): Promise<Stack> {
  await launched.ready;
  const plan = benchPlan();
  const secrets = await localSecrets(plan.folder);
  const env = childEnvironment(noEnvironment, plan, secrets);
  const databaseUrl = env.DATABASE_URL ?? '';
  const sql = connect(databaseUrl, { name: 'holdfast-bench' });
  return {
    databaseUrl,
    temporalAddress: env.TEMPORAL_ADDRESS ?? '',
    publicUrl: `http://localhost:${plan.ports.public}`,
    sql,
    secrets: deriveSecrets(Buffer.from(secrets.secretKey, 'base64')),
    ...{ memoryMb, pidOf },
    async stop() {
      await sql.end({ timeout: 1 });
      await launched.stop();
    },
  };
}

/** Deletes the bench's data. */
export const dropStackData = (): Promise<void> => rm(benchPlan().folder, { recursive: true, force: true });

function pidOf(part: 'api' | 'worker'): number {
  const entry = part === 'api' ? 'api/main.mjs' : 'workers/main.mjs';
  const port = String(benchPlan().ports.public);
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isPart(name, entry, port));
  const [pid, other] = pids;
  if (pid === undefined || other !== undefined)
    throw new Error(`${pids.length} processes run ${entry}; there must be one`);
  return Number(pid);
}

function memoryMb(part: 'api' | 'worker'): number {
  const status = readFileSync(`/proc/${pidOf(part)}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024;
}

/** The process that runs this entry for the bench's ports. */
function isPart(pid: string, entry: string, port: string): boolean {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const runsIt = command.some((word) => word.endsWith(entry));
    return runsIt && readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`PORT_PUBLIC=${port}`);
  } catch {
    return false;
  }
}
