import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, ScheduleOverlapPolicy, WithStartWorkflowOperation } from '@temporalio/client';
import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import type { Urls } from '../../../api/core/urls.ts';
import { deriveSecrets, type Secrets } from '../../../domain/secrets.ts';
import { environment } from '../../../infra/config.ts';
import { webBuild } from '../../../infra/local/web-build.mjs';
import { createTemporalClient } from '../../../infra/temporal.ts';
import { connect } from '../../../store/database.ts';
import { compiledProcesses } from './compiled.ts';
import { type KillableProcess, NodeProcess, PostgresProcess, TemporalProcess } from './killable-process.ts';
import { makeRunFolder } from './run-folder.ts';

/** A process of the product that may be killed, hung and started again. */
export type PartName = 'postgres' | 'temporal' | 'worker' | 'api';

export const PARTS: readonly PartName[] = ['postgres', 'temporal', 'worker', 'api'];

const QUEUE = 'interactive';
const READY_WITHIN_MS = 90_000;
/**
 * How long Temporal waits for a worker that was killed with a task: 10 seconds by default. Longer than any task takes on a busy machine,
 * and than the api waits for a flow.
 */
export const SHORT_TASKS = ['history.defaultWorkflowTaskTimeout="5s"'];
/**
 * Below the ports that the system hands out by itself, so that a part finds its port free when it comes back. Each test worker
 * has ports of its own: a part that was just killed leaves its port free for a moment.
 */
const PORT_COUNT = 200;
const FIRST_PORT = 15_000 + PORT_COUNT * Number(process.env.VITEST_POOL_ID ?? 0);

export interface Processes extends Urls {
  /** The test's own pool; it finds a restarted database again. */
  readonly sql: Sql;
  readonly client: Client;
  /** Of the installation: what pages hold can be made by a test. */
  readonly secrets: Secrets;
  /** The printed lines of worker and api. */
  readonly output: readonly string[];
  /** How often a part was started, by us or by its supervisor. */
  starts(part: PartName): number;
  /** Starts those that do not run. */
  start(...parts: PartName[]): Promise<void>;
  /** SIGKILL to all of them, then waits until they have ended. Only `start` starts them again. */
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

/**
 * The product as it runs on a machine of its own: PostgreSQL that syncs, Temporal with a file, worker and api, each a process.
 * @param bundlePath the workflow bundle of today's code.
 * @param temporalSettings dynamic configuration, `key=value`; such as {@link SHORT_TASKS}
 * @param more settings of worker and api, such as the addresses of stand-ins
 */
export async function startProcesses(
  bundlePath: string,
  temporalSettings: readonly string[] = [],
  more: NodeJS.ProcessEnv = {},
): Promise<Processes> {
  const [folder, web, compiled] = await Promise.all([makeRunFolder(), webBuild(), compiledProcesses()]);
  await web.ready;
  const [app, publicPort, mcp, postgresPort, temporalPort] = await quietPorts(5);
  const postgres = new PostgresProcess(folder, postgresPort);
  const temporal = new TemporalProcess(folder, temporalPort, temporalSettings);
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
    ...more,
  };
  const output: string[] = [];
  const print = (line: string): void => void output.push(line);
  const processes: Record<PartName, KillableProcess> = {
    postgres,
    temporal,
    worker: new NodeProcess('worker', compiled, env, print),
    api: new NodeProcess('api', compiled, env, print),
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
