import { mkdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:http2';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { searchAttributes } from '../../workflows/search-attributes.ts';
import { LocalStackError } from './local-stack-error.ts';
import { stopOrphanTemporal } from './orphans.ts';
import { type Daemon, startDaemon, tailOf } from './processes.ts';

const START_TIMEOUT_MS = 60_000;
const ANSWER_TIMEOUT_MS = 1_000;
const POLL_MS = 25;

/** A gRPC frame (not compressed, 9 bytes) with the message { namespace: 'default' }. */
const DESCRIBE_DEFAULT = Buffer.from([0, 0, 0, 0, 9, 0x0a, 7, ...Buffer.from('default')]);

/**
 * The dev server has one history shard, whose queues poll 20 times a second by default: every step of a flow would wait
 * for the next 50 ms step. With these an update-with-start takes 21 ms instead of 55 ms at the median.
 */
const TUNING = [
  'history.transferProcessorMaxPollRPS=5000',
  'history.timerProcessorMaxPollRPS=5000',
  'history.visibilityProcessorMaxPollRPS=200',
  'matching.numTaskqueueReadPartitions=1',
  'matching.numTaskqueueWritePartitions=1',
  // A worker with a free slot gets its next activity at once, without the queues.
  'system.enableActivityEagerExecution=true',
];

const ATTRIBUTE_TYPES = { KEYWORD: 'Keyword', DATETIME: 'Datetime' } as const;

export interface TemporalServerOptions {
  /** The `temporal` program. */
  readonly command: string;
  readonly port: number;
  readonly logFile: string;
  /** Stores the process id, so that a later run can stop the server if this one is killed. */
  readonly pidFile: string;
  /** Database file, kept between runs. Default: in memory. */
  readonly databaseFile?: string;
  /** More dynamic configuration, `key=value`. */
  readonly settings?: readonly string[];
  /** If missing, no web UI. */
  readonly uiPort?: number;
}

export interface LocalTemporal {
  readonly pid: number;
  readonly address: string;
  readonly ended: Promise<string>;
  stop(): Promise<void>;
  /** Kills it at once, like a crash. */
  kill(): void;
}

/**
 * Starts Temporal's own dev server, tuned, on loopback only, and waits until its namespace answers.
 * @throws LocalStackError with the end of its log if it ends early or does not answer within a minute.
 */
export async function startTemporal(options: TemporalServerOptions): Promise<LocalTemporal> {
  const { command, port, logFile, pidFile } = options;
  await mkdir(dirname(pidFile), { recursive: true });
  await stopOrphanTemporal(pidFile);
  const daemon = await startDaemon({ command, args: serverArguments(options), logFile });
  await writeFile(pidFile, String(daemon.pid));
  const address = `127.0.0.1:${port}`;
  await waitUntilReady(daemon, address, logFile);
  return {
    pid: daemon.pid,
    address,
    ended: daemon.ended,
    async stop() {
      await daemon.stop();
      await rm(pidFile, { force: true });
    },
    kill: daemon.kill,
  };
}

function serverArguments({ port, databaseFile, uiPort, settings = [] }: TemporalServerOptions): string[] {
  const attributes = Object.values(searchAttributes).map(({ name, type }) => `${name}=${ATTRIBUTE_TYPES[type]}`);
  return [
    ...['server', 'start-dev', '--ip', '127.0.0.1', '--port', String(port), '--log-level', 'warn'],
    ...(uiPort === undefined ? ['--headless'] : ['--ui-port', String(uiPort)]),
    ...(databaseFile === undefined ? [] : ['--db-filename', databaseFile]),
    ...(databaseFile === undefined ? [] : ['--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=1']),
    ...[...TUNING, ...settings].flatMap((value) => ['--dynamic-config-value', value]),
    ...attributes.flatMap((attribute) => ['--search-attribute', attribute]),
  ];
}

async function waitUntilReady(daemon: Daemon, address: string, logFile: string): Promise<void> {
  let ending: string | undefined;
  void daemon.ended.then((how) => {
    ending = how;
  });
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  while (ending === undefined && Date.now() < deadlineMs) {
    if (await answers(address)) return;
    await delay(POLL_MS);
  }
  await daemon.stop('SIGTERM', 1_000);
  throw new LocalStackError(
    `Temporal did not start (${ending ?? `no answer after ${START_TIMEOUT_MS / 1000} s`}). The end of ${logFile}:`,
    await tailOf(logFile),
  );
}

/** DescribeNamespace of `default`, without the client library: loading it takes half as long as this server's start. */
function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const session = connect(`http://${address}`);
    const end = (isReady: boolean): void => {
      session.destroy();
      resolve(isReady);
    };
    session.once('error', () => end(false));
    session.setTimeout(ANSWER_TIMEOUT_MS, () => end(false));
    const call = session.request({
      ':method': 'POST',
      ':path': '/temporal.api.workflowservice.v1.WorkflowService/DescribeNamespace',
      'content-type': 'application/grpc',
      te: 'trailers',
    });
    call.once('error', () => end(false));
    // A connection closed normally is no error, but no answer either.
    call.once('close', () => end(false));
    // An error has no body; its status is in the first headers.
    call.once('response', (headers) => headers['grpc-status'] !== undefined && end(false));
    call.once('trailers', (trailers) => end(trailers['grpc-status'] === '0'));
    call.resume();
    call.end(DESCRIBE_DEFAULT);
  });
}
