import { activityInfo, heartbeat } from '@temporalio/activity';
import {
  type Client,
  ScheduleAlreadyRunning,
  type ScheduleOptions,
  type ScheduleOptionsStartWorkflowAction,
  ScheduleOverlapPolicy,
  WorkflowNotFoundError,
} from '@temporalio/client';
import type { Workflow } from '@temporalio/common';
import { type NativeConnection, Worker, type WorkflowBundleOption } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { FailedDelivery, SecretUnreadable } from '../activities/webhooks/webhook-delivery.ts';
import { CONCURRENCY } from '../domain/concurrency.ts';
import { tokenKeysOf } from '../domain/sealed-token.ts';
import type { ProviderError } from '../outbound/calendars/provider.ts';
import { openWebhooks } from '../outbound/open-outbound.ts';
import { PaymentsAway } from '../outbound/payments/payments.ts';
import { SWEEP_SECONDS } from '../store/ops/sweep.ts';
import {
  backgroundQueue,
  calendarEventsQueue,
  lookUpsQueue,
  packsQueue,
  paymentsQueue,
  webhooksQueue,
} from '../workflows/catalogue.ts';
import { type ActivityDependencies, createActivities } from './activities.ts';
import { missedMailsTo, remindersTo } from './settled-reminders.ts';
import { wakeWebhooks } from './wake-webhooks.ts';

export interface WorkerParts {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly taskQueue: string;
  /** Default: the process id and the host. */
  readonly identity?: string;
  readonly workflowBundle: WorkflowBundleOption;
  readonly client: Client;
  /** What activities need besides the client, the queue and the callbacks that the worker adds. */
  readonly dependencies: Omit<
    ActivityDependencies,
    | 'client'
    | 'taskQueue'
    | 'heartbeat'
    | 'scheduledAtMs'
    | 'isStopping'
    | 'onOverlap'
    | 'onReminder'
    | 'onMissedMails'
    | 'onCalendarAway'
    | 'onProviderFailure'
    | 'onPaymentRefused'
    | 'onChargesGoOn'
    | 'onDispute'
    | 'onPlanKept'
    | 'onStranger'
    | 'onStuck'
    | 'onPartFailed'
    | keyof ReturnType<typeof faultsTo>
    | keyof OptionalDependencies
  > &
    Partial<OptionalDependencies>;
  readonly log: Logger;
  /** Flows run in this thread. A thread of their own, the default, takes 0.6 s of CPU to start: too much for the stack of each test file (docs/decisions/operation.md#tests). */
  readonly flowsInThisThread?: boolean;
}

/** Default: no provider, the key of the installation's secret, nothing that can be bought, no look-up of companies, and webhooks to the public internet. */
type OptionalDependencies = Pick<
  ActivityDependencies,
  'tokenKeys' | 'calendarProviders' | 'payments' | 'lookUpDomain' | 'sendWebhook'
>;

/** A worker that runs the flows and their activities on the installation's queue. */
export const createWorker = async (parts: WorkerParts): Promise<Worker> => {
  const worker: Worker = await Worker.create({
    ...optionsOf(parts, () => worker),
    taskQueue: parts.taskQueue,
    workflowBundle: parts.workflowBundle,
    debugMode: parts.flowsInThisThread ?? false,
    maxCachedWorkflows: 500,
    // How long a flow in a worker's memory waits for this worker. With one second, twenty guests at once got 503 from a busy worker.
    // After a worker died, its flows answer 503 for this long.
    stickyQueueScheduleToStartTimeout: '5 seconds',
  });
  return worker;
};

/**
 * What a process does at once for packs and reminders. Thousands of their mails that are due in the same minute wait for each other: with more
 * at work, they would take more of the processor, and of Temporal, from guests who book. The flows of reminders wake on the queue of bookings
 * all the same (docs/decisions/mail.md#reminders).
 */
const PACKS_AT_ONCE = {
  maxConcurrentWorkflowTaskExecutions: 20,
  maxConcurrentLocalActivityExecutions: 20,
  maxConcurrentActivityTaskExecutions: 10,
  maxCachedWorkflows: 100,
} as const;

/** A worker of pack flows, with their mails. */
const createPacksWorker = async (parts: WorkerParts): Promise<Worker> => {
  const worker: Worker = await Worker.create({
    ...optionsOf(parts, () => worker),
    ...PACKS_AT_ONCE,
    taskQueue: packsQueue(parts.taskQueue),
    workflowBundle: parts.workflowBundle,
    debugMode: parts.flowsInThisThread ?? false,
  });
  return worker;
};

/** A receiver that hangs occupies a slot for ten seconds; a slot costs almost nothing. All permits and pings find one, with a few that concurrent grants add. Flows are short. */
const WEBHOOKS_AT_ONCE = {
  maxConcurrentWorkflowTaskExecutions: 20,
  maxConcurrentActivityTaskExecutions: CONCURRENCY.deliveries.totalWithFirst + CONCURRENCY.pings.total + 10,
  maxCachedWorkflows: 100,
} as const;

/** A worker of the flows of deliveries, with what they send. */
const createWebhooksWorker = async (parts: WorkerParts): Promise<Worker> => {
  const worker: Worker = await Worker.create({
    ...optionsOf(parts, () => worker),
    ...WEBHOOKS_AT_ONCE,
    taskQueue: webhooksQueue(parts.taskQueue),
    workflowBundle: parts.workflowBundle,
    debugMode: parts.flowsInThisThread ?? false,
  });
  return worker;
};

/**
 * Activities that one process has at work on each further queue: they wait for answers of providers most of the time. A reading takes some
 * 20 MB while it runs (`idle_syncs` measures them all), writing an event almost nothing.
 */
const AT_ONCE = { background: 10, calendarEvents: 20, payments: 10, lookUps: 20 } as const;

/** A worker of activities alone, on a queue of its own: a thousand calendars that are read delay no booking. */
const createActivityWorker = async (parts: WorkerParts, taskQueue: string, atOnce: number): Promise<Worker> => {
  const worker: Worker = await Worker.create({
    ...optionsOf(parts, () => worker),
    taskQueue,
    maxConcurrentActivityTaskExecutions: atOnce,
  });
  return worker;
};

/** The workers of one process. */
export interface Workers {
  /** Resolves once all have stopped. If one fails, the others stop too: half a process would look healthy. */
  run(): Promise<void>;
  /** They take no more work and finish what they have. */
  shutdown(): void;
}

/** The worker of the flows, that of packs, that of readings of calendars, that of events which are written into them, that of payments, that of look-ups, and that of webhooks. */
export async function createWorkers(parts: WorkerParts): Promise<Workers> {
  const { taskQueue } = parts;
  const all = await Promise.all([
    createWorker(parts),
    createPacksWorker(parts),
    createActivityWorker(parts, backgroundQueue(taskQueue), AT_ONCE.background),
    createActivityWorker(parts, calendarEventsQueue(taskQueue), AT_ONCE.calendarEvents),
    createActivityWorker(parts, paymentsQueue(taskQueue), AT_ONCE.payments),
    createActivityWorker(parts, lookUpsQueue(taskQueue), AT_ONCE.lookUps),
    createWebhooksWorker(parts),
  ]);
  const { sql } = parts.dependencies;
  const ear = wakeWebhooks({ sql, client: parts.client, taskQueue, log: parts.log });
  const shutdown = (): void => {
    for (const worker of all) if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  const runOne = (worker: Worker) => worker.run().finally(shutdown);
  return {
    shutdown,
    run: async () => {
      const ends = await Promise.allSettled(all.map(runOne));
      await ear.stop();
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    },
  };
}

const withDefaults = (dependencies: WorkerParts['dependencies']): OptionalDependencies => ({
  payments: dependencies.payments ?? null,
  lookUpDomain: dependencies.lookUpDomain ?? null,
  sendWebhook: dependencies.sendWebhook ?? openWebhooks({ ...dependencies.links, mode: 'production' }),
  tokenKeys: dependencies.tokenKeys ?? tokenKeysOf([], dependencies.secrets.calendarTokens),
  calendarProviders: dependencies.calendarProviders ?? new Map(),
});

/** What all have in common. @param worker for the time when it runs */
function optionsOf(parts: WorkerParts, worker: () => Worker) {
  const { connection, namespace, identity, client, taskQueue, dependencies, log } = parts;
  const report = (activity: string, err: unknown) => {
    const { workflowExecution, attempt } = activityInfo();
    log.error({ activity, workflowId: workflowExecution?.workflowId, attempt, err }, 'activity failed');
  };
  const callbacks = {
    scheduledAtMs: (): number => activityInfo().scheduledTimestampMs,
    isStopping: (): boolean => worker().getState() !== 'RUNNING',
    onStuck: (workflowId: string) => log.error({ workflowId }, 'a flow made no progress and was started again'),
    // `part` is the process in each line.
    onPartFailed: (sweepPart: string, err: unknown) =>
      log[err instanceof PaymentsAway ? 'warn' : 'error']({ sweepPart, err }, 'a part of the sweep failed'),
    onCalendarAway: (connectionId: string, reason: string) =>
      log.warn({ connectionId, reason }, 'a calendar could not be looked at before a booking'),
    onProviderFailure: (connectionId: string, { failure, detail }: ProviderError) =>
      log[failure === 'misconfigured' ? 'error' : 'warn'](
        { connectionId, failure, detail },
        'a calendar provider did not do what was asked',
      ),
    onPaymentRefused: (id: string, code: string) =>
      log.error(
        { id, workflowId: activityInfo().workflowExecution?.workflowId, code },
        'the payment provider refused what it should do',
      ),
    onChargesGoOn: (workspaceId: string, customerId: string | null) =>
      log.error(
        { workspaceId, customerId, workflowId: activityInfo().workflowExecution?.workflowId },
        'a deleted workspace may still be charged, a week after its day: end its subscriptions at the payment provider',
      ),
    onStranger: (customerId: string, reason: string) =>
      log[reason === 'not_ours' ? 'info' : 'error'](
        { customerId, reason },
        'news of a customer of the payment provider who is nobody here',
      ),
    onPlanKept: (workspaceId: string, why: string, priceIds: readonly string[]) =>
      log.error({ workspaceId, why, priceIds }, 'a plan was kept, although the payment provider lists no subscription'),
    onDispute: (workspaceId: string) =>
      log.error({ workspaceId }, 'a payment of a plan is disputed: answer it at the payment provider'),
    ...{ ...faultsTo(log), onReminder: remindersTo(log), onMissedMails: missedMailsTo(log) },
    onOverlap: (bookingId: string) => log.error({ bookingId }, 'two claims of one host overlap'),
  };
  const optional = withDefaults(dependencies);
  return {
    ...{ connection, namespace, ...(identity === undefined ? {} : { identity }) },
    activities: createActivities({ ...dependencies, ...optional, client, taskQueue, heartbeat, ...callbacks }, report),
    shutdownGraceTime: '10 seconds',
    shutdownForceTime: '15 seconds',
  } as const;
}

const faultsTo = (log: Logger) => ({
  onPrepFault: (bookingId: string, prepPart: string, err: unknown) =>
    log.error({ bookingId, prepPart, err }, 'a part of a prep pack could not be made'),
  onFailedDelivery: (failed: FailedDelivery) => log.info(failed, 'a receiver did not take a delivery of a webhook'),
  onSecretUnreadable: (endpointId: string, { keyId, message }: SecretUnreadable) =>
    log.error({ endpointId, keyId }, message),
});

const sweepOn = (
  taskQueue: string,
): Pick<ScheduleOptions<ScheduleOptionsStartWorkflowAction<Workflow>>, 'spec' | 'policies' | 'action'> => ({
  spec: { intervals: [{ every: `${SWEEP_SECONDS} seconds` }] },
  policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
  action: {
    ...({ type: 'startWorkflow', workflowType: 'sweep', workflowId: 'sweep', taskQueue, args: [] } as const),
    // One on a queue without a worker would hold up all that follow. A run that drains takes four minutes.
    workflowRunTimeout: '10 minutes',
  },
});

/** Makes the schedule of the sweep. False: there is one already, perhaps of another version; it stays as it is. */
export async function makeSweepSchedule(client: Client, taskQueue: string): Promise<boolean> {
  try {
    await client.schedule.create({ scheduleId: 'sweep', ...sweepOn(taskQueue) });
    return true;
  } catch (error) {
    if (error instanceof ScheduleAlreadyRunning) return false;
    throw error;
  }
}

/** Schedules the sweep, on the queue that this version polls. */
export async function scheduleSweep(client: Client, taskQueue: string): Promise<void> {
  if (await makeSweepSchedule(client, taskQueue)) return;
  const schedule = client.schedule.getHandle('sweep');
  await schedule.update((existing) => ({ ...existing, ...sweepOn(taskQueue) }));
  const { info } = await schedule.describe();
  // What runs is not always among those that run: the last one that began is looked at too.
  const last = info.recentActions.slice(-1).map(({ action }) => action);
  const ids = new Set([...info.runningActions, ...last].map(({ workflow }) => workflow.workflowId));
  for (const id of ids) await endElsewhere(client, id, taskQueue);
}

/** Ends a sweep on another queue, which may have no worker any more. */
async function endElsewhere(client: Client, workflowId: string, taskQueue: string): Promise<void> {
  try {
    const handle = client.workflow.getHandle(workflowId);
    const running = await handle.describe();
    if (running.status.name !== 'RUNNING' || running.taskQueue === taskQueue) return;
    await handle.terminate(`The sweep runs on the queue ${taskQueue} from now on.`);
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
