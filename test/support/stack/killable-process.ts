import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { environment } from '../../../infra/config.ts';
import { findTemporal } from '../../../infra/local/find-temporal.ts';
import { type NodePart, startNodePart } from '../../../infra/local/node-part.ts';
import { prepareDatabase } from '../../../infra/local/parts.ts';
import { ensureDatabase, type LocalPostgres, startPostgres } from '../../../infra/local/postgres.ts';
import { type LocalTemporal, startTemporal } from '../../../infra/local/temporal-server.ts';
import { postgresFolder, temporalPidFile } from './run-folder.ts';

const RESTART_AFTER_MS = 300;

/** A process that tests kill and start again. */
export interface KillableProcess {
  readonly starts: number;
  start(): Promise<void>;
  kill9(): Promise<void>;
  stop(): Promise<void>;
  /** The process ids that have ended once it is killed. */
  pids(): readonly number[];
}

/** PostgreSQL that syncs: what it has committed outlives it. */
export class PostgresProcess implements KillableProcess {
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
    await prepareDatabase(this.#server.url('holdfast'), { standIns: [] }, () => {});
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

/** Temporal with a file. */
export class TemporalProcess implements KillableProcess {
  readonly #folder: string;
  readonly #port: number;
  readonly #settings: readonly string[];
  #server: LocalTemporal | undefined;
  starts = 0;

  /** @param settings dynamic configuration, `key=value` */
  constructor(folder: string, port: number, settings: readonly string[]) {
    this.#folder = folder;
    this.#port = port;
    this.#settings = settings;
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
      settings: this.#settings,
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
export class NodeProcess implements KillableProcess {
  readonly #start: () => NodePart;
  readonly #print: (line: string) => void;
  #part: NodePart | undefined;
  starts = 0;

  /** @param compiled the folder of the compiled code */
  constructor(name: 'worker' | 'api', compiled: string, env: NodeJS.ProcessEnv, print: (line: string) => void) {
    const entry = name === 'api' ? 'api/main.ts' : 'workers/main.ts';
    this.#start = () => startNodePart({ name, entry, compiled, env, print });
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

/** A zombie has ended: only its parent has not read that yet. */
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
