import { setTimeout as delay } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, describe } from 'vitest';
import { localMailer } from '../../../activities/mail/send.ts';
import type { Payments } from '../../../outbound/payments/payments.ts';
import { createWorkers } from '../../../workers/worker.ts';
import { testSecrets } from '../drivers/guest.ts';
import { bundlePath, cloneDatabase, type TestDatabase } from './database.ts';
import { startTimeSkipping, timeSkippingServer } from './time-skipping.ts';

/** A server on which days pass in milliseconds, a database of its own, and a worker of all flows. */
export interface SkippedTime {
  readonly environment: TestWorkflowEnvironment;
  readonly database: TestDatabase;
  readonly close: () => Promise<void>;
}

const RESTS_WITHIN_MS = 20_000;

type Followed = Pick<WorkflowHandle, 'fetchHistory'>;

/** How many times the flow has begun to wait. It sets its timer from the row as it is then: a row is aged only after that. */
export const timersIn = async (flow: Followed): Promise<number> =>
  ((await flow.fetchHistory()).events ?? []).filter((event) => event.timerStartedEventAttributes).length;

/** From the first event of a flow to its last, in the flow's time. */
export async function passedMsIn(flow: Followed): Promise<number> {
  const times = ((await flow.fetchHistory()).events ?? []).map(({ eventTime }) => Number(eventTime?.seconds));
  return ((times.at(-1) ?? 0) - (times[0] ?? 0)) * 1_000;
}

/** Waits until no step of a flow runs; false: it is over. A row that is aged before makes the flow wake too early, again and again. */
export async function untilAtRest(flow: Pick<WorkflowHandle, 'describe'>): Promise<boolean> {
  const deadlineMs = Date.now() + RESTS_WITHIN_MS;
  for (;;) {
    const { status, raw } = await flow.describe();
    if (status.name !== 'RUNNING') return false;
    if ((raw.pendingActivities ?? []).length === 0 && !raw.pendingWorkflowTask) return true;
    if (Date.now() > deadlineMs) throw new Error('The flow still has a step under way.');
    await delay(20);
  }
}

/**
 * Terminates a flow once no step of it runs: the server locks its clock while a step runs, and one whose flow is gone holds
 * it for good. Every later test of the file would then wait for a day that never passes.
 */
export async function terminateAtRest(flow: Pick<WorkflowHandle, 'describe' | 'terminate'>): Promise<void> {
  if (await untilAtRest(flow)) await flow.terminate('tested');
}

/**
 * For a file of tests: opens a {@link SkippedTime} before them and closes it after them. Without the server they are skipped.
 * @param what is skipped then, as it is printed with the reason
 */
export async function skippedTime(what: string, taskQueue: string) {
  const server = await timeSkippingServer();
  const isMissing = 'whyNot' in server;
  let world: SkippedTime | undefined;
  if (isMissing) process.stderr.write(`Skipped: ${what}. ${server.whyNot}\n`);
  else {
    beforeAll(async () => {
      world = await openSkippedTime(server.path, taskQueue);
    }, 120_000);
    afterAll(() => world?.close());
  }
  const opened = (): SkippedTime => {
    if (!world) throw new Error('skipped time is there inside tests alone');
    return world;
  };
  return {
    describe: describe.skipIf(isMissing),
    get environment() {
      return opened().environment;
    },
    get database() {
      return opened().database;
    },
  };
}

/**
 * @param serverPath of `timeSkippingServer`
 */
export async function openSkippedTime(
  serverPath: string,
  taskQueue: string,
  payments?: Payments,
): Promise<SkippedTime> {
  const environment = await startTimeSkipping(serverPath);
  const database = await cloneDatabase();
  const links = { appUrl: 'http://app.test', publicUrl: 'http://public.test' };
  // Of all queues: time is not skipped while a flow of a pack waits for a worker.
  const worker = await createWorkers({
    connection: environment.nativeConnection,
    namespace: 'default',
    taskQueue,
    workflowBundle: { codePath: bundlePath() },
    flowsInThisThread: true,
    client: environment.client,
    dependencies: {
      sql: database.sql,
      secrets: testSecrets,
      mailer: localMailer(database.sql, Date.now),
      service: { name: 'Holdfast', fromEmail: 'mail@holdfast.test', publicUrl: links.publicUrl },
      links,
      now: Date.now,
      ...(payments && { payments }),
    },
    log: pino({ level: 'silent' }),
  });
  const running = worker.run();
  return {
    environment,
    database,
    close: async () => {
      worker.shutdown();
      await running;
      await environment.teardown();
      await database.close();
    },
  };
}
