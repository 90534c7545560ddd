import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, ScheduleOverlapPolicy, WithStartWorkflowOperation } from '@temporalio/client';
import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import type { Urls } from '../../api/handler.ts';
import { deriveSecrets, type Secrets } from '../../domain/secrets.ts';
import { environment } from '../../infra/config.ts';
import { findTemporal } from '../../infra/local/find-temporal.ts';
import { type NodePart, startNodePart } from '../../infra/local/node-part.ts';
import { prepareDatabase } from '../../infra/local/parts.ts';
import { ensureDatabase, type LocalPostgres, startPostgres } from '../../infra/local/postgres.ts';
import { type LocalTemporal, startTemporal } from '../../infra/local/temporal-server.ts';
import { webBuild } from '../../infra/local/web-build.mjs';
import { createTemporalClient } from '../../infra/temporal.ts';
import { connect } from '../../store/database.ts';
import { makeRunFolder, postgresFolder, temporalPidFile } from './run-folder.ts';

/** A process of the product that may be killed, hung and started again. */
export type PartName = 'postgres' | 'temporal' | 'worker' | 'api';

export const PARTS: readonly PartName[] = ['postgres', 'temporal', 'worker', 'api'];

const QUEUE = 'interactive';
const RESTART_AFTER_MS = 300;
const READY_WITHIN_MS = 90_000;
/** Below the ports that the system hands out by itself, so that a part finds its port free when it comes back. */
const FIRST_PORT = 15_000;
const PORT_COUNT = 1_000;

export interface Processes extends Urls {
  /** The test's own pool; it finds a restarted database again. */
  readonly sql: Sql;
  readonly client: Client;
  /** Of the installation: what pages hold can be made by a test. */
  readonly secrets: Secrets;
  /** What worker and api printed. */
  readonly output: readonly string[];
  /** How often a part was started, by us or by its supervisor. */
  starts(part: PartName): number;
  /** Starts those that do not run. */
  start(...parts: PartName[]): Promise<void>;
  /** SIGKILL to all of them, then waits until they are gone. Nothing starts them again but `start`. */
  kill9(...parts: PartName[]): Promise<void>;
  /** SIGSTOP: connections stay open, nothing is answered. */
  pause(part: PartName): void;
  resume(part: PartName): void;
  /** Waits until the api is ready and the worker runs a flow from end to end. */
  waitReady(): Promise<void>;
  /** Runs the sweep now, as its schedule would within a minute. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

interface Process {
  readonly starts: number;
  start(): Promise<void>;
  kill9(): Promise<void>;
  stop(): Promise<void>;
  pids(): readonly number[];
}

/**
 * The product as it runs on a machine of its own: PostgreSQL that syncs, Temporal with a file, worker and api, each a process.
 * @param bundlePath the workflow bundle of today's code.
 */
export async function startProcesses(bundlePath: string): Promise<Processes> {
  const [folder, web] = await Promise.all([makeRunFolder(), webBuild()]);
  await web.ready;
  const [app, publicPort, mcp, postgresPort, temporalPort] = await quietPorts(5);
  const postgres = new PostgresProcess(folder, postgresPort);
  const temporal = new TemporalProcess(folder, temporalPort);
  const databaseUrl = `postgres://holdfast:test@127.0.0.1:${postgresPort}/holdfast`;
  const address = `127.0.0.1:${temporalPort}`;
  const urls = {
    appUrl: `http://localhost:${app}`,
    publicUrl: `http://localhost:${publicPort}`,
    mcpUrl: `http://localhost:${mcp}`,
  };
  const secretKey = randomBytes(32);
  const env: NodeJS.ProcessEnv = {
    ...{ PATH: environment.PATH, HOME: environment.HOME, HOLDFAST_MODE: 'local', LOG_LEVEL: 'debug' },
    ...{ APP_URL: urls.appUrl, PUBLIC_URL: urls.publicUrl, MCP_URL: urls.mcpUrl },
    ...{
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: address,
      TASK_QUEUE: QUEUE,
      WORKFLOW_BUNDLE: bundlePath,
      WEB_FOLDER: web.folder,
    },
    ...{ RATE_LIMIT_FACTOR: '10000', SECRET_KEY: secretKey.toString('base64') },
  };
  const output: string[] = [];
  const print = (line: string): void => void output.push(line);
  const processes: Record<PartName, Process> = {
    postgres,
    temporal,
    worker: new NodeProcess('worker', 'workers/main.ts', env, print),
    api: new NodeProcess('api', 'api/main.ts', env, print),
  };
  await Promise.all([postgres.start().then(() => postgres.prepare()), temporal.start()]);
  await Promise.all([processes.worker.start(), processes.api.start()]);
  const sql = connect(databaseUrl, { name: 'test' });
  const client = createTemporalClient({ address, namespace: 'default', tls: false });
  const signal = (part: PartName, name: NodeJS.Signals): void => {
    for (const pid of processes[part].pids()) process.kill(pid, name);
  };
  const started: Processes = {
    ...urls,
    sql,
    client,
    secrets: deriveSecrets(secretKey),
    output,
    starts: (part) => processes[part].starts,
    start: async (...parts) => void (await Promise.all(parts.map((part) => processes[part].start()))),
    kill9: async (...parts) => void (await Promise.all(parts.map((part) => processes[part].kill9()))),
    pause: (part) => signal(part, 'SIGSTOP'),
    resume: (part) => signal(part, 'SIGCONT'),
    waitReady: () => waitReady(urls.appUrl, client),
    sweep: () => client.schedule.getHandle('sweep').trigger(ScheduleOverlapPolicy.ALLOW_ALL),
    async close() {
      for (const part of PARTS) signal(part, 'SIGCONT');
      await Promise.all([processes.api.stop(), processes.worker.stop()]);
      await Promise.all([sql.end({ timeout: 1 }), client.connection.close()]);
      await Promise.all([postgres.stop(), temporal.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
  await started.waitReady();
  return started;
}

async function waitReady(appUrl: string, client: Client): Promise<void> {
  const deadlineMs = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const body = await fetch(`${appUrl}/api/v1/health?ready=1`, { signal: AbortSignal.timeout(5_000) })
      .then((answer) => answer.text())
      .catch(String);
    if (!/"down"/.test(body) && /"ready"/.test(body)) break;
    if (Date.now() > deadlineMs) throw new Error(`The api is not ready: ${body}`);
    await delay(50);
  }
  while (!(await runsFlows(client))) if (Date.now() > deadlineMs) throw new Error('The worker runs no flow.');
}

const runsFlows = (client: Client): Promise<boolean> => {
  const startWorkflowOperation = new WithStartWorkflowOperation('warmUp', {
    workflowId: `warm-up/${uuidv7()}`,
    taskQueue: QUEUE,
    args: [],
    workflowIdConflictPolicy: 'USE_EXISTING',
  });
  return client
    .withDeadline(Date.now() + 5_000, () => client.workflow.executeUpdateWithStart('warm', { startWorkflowOperation }))
    .then(
      () => true,
      () => false,
    );
};

class PostgresProcess implements Process {
  readonly #folder: string;
  readonly #port: number;
  #server: LocalPostgres | undefined;
  starts = 0;

  constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
  }

  async start(): Promise<void> {
    if (this.#server) return;
    this.starts++;
    this.#server = await startPostgres({
      dataFolder: postgresFolder(this.#folder),
      logFile: join(this.#folder, 'postgres.log'),
      port: this.#port,
      password: 'test',
    });
  }

  async prepare(): Promise<void> {
    if (!this.#server) throw new Error('PostgreSQL does not run');
    await ensureDatabase(this.#server, 'holdfast');
    await prepareDatabase(this.#server.url('holdfast'), () => {});
  }

  /** The server and its sessions, which outlive it for a moment. */
  pids(): readonly number[] {
    return this.#server ? [this.#server.pid, ...childrenOf(this.#server.pid)] : [];
  }

  async kill9(): Promise<void> {
    const pids = this.pids();
    await killAll(pids);
    this.#server = undefined;
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }
}

class TemporalProcess implements Process {
  readonly #folder: string;
  readonly #port: number;
  #server: LocalTemporal | undefined;
  starts = 0;

  constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
  }

  async start(): Promise<void> {
    if (this.#server) return;
    this.starts++;
    this.#server = await startTemporal({
      command: await findTemporal({ env: environment, say: (line) => void process.stderr.write(`${line}\n`) }),
      port: this.#port,
      databaseFile: join(this.#folder, 'temporal.db'),
      logFile: join(this.#folder, 'temporal.log'),
      pidFile: temporalPidFile(this.#folder),
    });
  }

  pids(): readonly number[] {
    return this.#server ? [this.#server.pid] : [];
  }

  async kill9(): Promise<void> {
    await killAll(this.pids());
    this.#server = undefined;
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }
}

/** Worker or api, started again when it ends by itself, as every supervisor does. */
class NodeProcess implements Process {
  readonly #start: () => NodePart;
  readonly #print: (line: string) => void;
  #part: NodePart | undefined;
  starts = 0;

  constructor(name: 'worker' | 'api', entry: string, env: NodeJS.ProcessEnv, print: (line: string) => void) {
    this.#start = () => startNodePart({ name, entry, env, print });
    this.#print = (line) => print(`${name} ${line}`);
  }

  async start(): Promise<void> {
    if (!this.#part) this.#run();
  }

  #run(): void {
    this.starts++;
    const part = this.#start();
    this.#part = part;
    part.go();
    void part.ended.then(async (how) => {
      if (this.#part === part) this.#print(`ended by itself: ${how}`);
      await delay(RESTART_AFTER_MS);
      if (this.#part === part) this.#run();
    });
  }

  pids(): readonly number[] {
    return this.#part?.pid === undefined ? [] : [this.#part.pid];
  }

  async kill9(): Promise<void> {
    const part = this.#part;
    this.#part = undefined;
    part?.kill();
    await part?.ended;
  }

  async stop(): Promise<void> {
    const part = this.#part;
    this.#part = undefined;
    await part?.stop();
  }
}

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const ppid = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${entry}/status`, 'utf8'))?.[1];
      return Number(ppid) === parent ? [Number(entry)] : [];
    } catch {
      return [];
    }
  });

/** A zombie is gone: who must read its end is not us. */
const isGone = (pid: number): boolean => {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
};

async function killAll(pids: readonly number[]): Promise<void> {
  for (const pid of pids) if (!isGone(pid)) process.kill(pid, 'SIGKILL');
  while (!pids.every(isGone)) await delay(5);
}

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer();
  try {
    server.listen({ port, host: '127.0.0.1', exclusive: true });
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return true;
  } catch {
    return false;
  }
};

async function quietPorts(count: 5): Promise<[number, number, number, number, number]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORT_COUNT);
    if (!ports.includes(port) && (await isFree(port))) ports.push(port);
  }
  return ports as [number, number, number, number, number];
}
