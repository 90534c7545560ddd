import { activityInfo, heartbeat } from '@temporalio/activity';
import {
  type Client,
  ScheduleAlreadyRunning,
  type ScheduleOptions,
  type ScheduleOptionsStartWorkflowAction,
  ScheduleOverlapPolicy,
} from '@temporalio/client';
import type { Workflow } from '@temporalio/common';
import { type NativeConnection, Worker, type WorkflowBundleOption } from '@temporalio/worker';
import type { Logger } from 'pino';
import { SWEEP_SECONDS } from '../store/ops/sweep.ts';
import { type ActivityDependencies, createActivities } from './activities.ts';

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
    'client' | 'taskQueue' | 'heartbeat' | 'isStopping' | 'onOverlap' | 'onStuck' | 'onPartFailed'
  >;
  readonly log: Logger;
  /** Flows run in this thread. A thread of their own, the default, takes 0.6 s of CPU to start: too much for the stack of each test file (decision 0118). */
  readonly flowsInThisThread?: boolean;
}

/** A worker that runs the flows and their activities on one queue. */
export const createWorker = async ({
  connection,
  namespace,
  taskQueue,
  identity,
  workflowBundle,
  client,
  dependencies,
  log,
  flowsInThisThread = false,
}: WorkerParts): Promise<Worker> => {
  const report = (activity: string, err: unknown) => {
    const { workflowExecution, attempt } = activityInfo();
    log.error({ activity, workflowId: workflowExecution?.workflowId, attempt, err }, 'activity failed');
  };
  const onStuck = (workflowId: string) => log.error({ workflowId }, 'a flow made no progress and was started again');
  const onPartFailed = (part: string, err: unknown) => log.error({ part, err }, 'a part of the sweep failed');
  const isStopping = (): boolean => worker.getState() !== 'RUNNING';
  const onOverlap = (bookingId: string) => log.error({ bookingId }, 'two claims of one host overlap');
  const worker: Worker = await Worker.create({
    connection,
    namespace,
    taskQueue,
    ...(identity === undefined ? {} : { identity }),
    workflowBundle,
    debugMode: flowsInThisThread,
    activities: createActivities(
      { ...dependencies, client, taskQueue, heartbeat, isStopping, onOverlap, onStuck, onPartFailed },
      report,
    ),
    maxCachedWorkflows: 500,
    // How long a flow in a worker's memory waits for this worker. With one second, twenty guests at once got 503 from a busy worker.
    // After a worker died, its flows answer 503 for this long.
    stickyQueueScheduleToStartTimeout: '5 seconds',
    shutdownGraceTime: '10 seconds',
    shutdownForceTime: '15 seconds',
  });
  return worker;
};

const sweepOn = (
  taskQueue: string,
): Pick<ScheduleOptions<ScheduleOptionsStartWorkflowAction<Workflow>>, 'spec' | 'policies' | 'action'> => ({
  spec: { intervals: [{ every: `${SWEEP_SECONDS} seconds` }] },
  policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
  action: { type: 'startWorkflow', workflowType: 'sweep', workflowId: 'sweep', taskQueue, args: [] },
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
  await client.schedule.getHandle('sweep').update((existing) => ({ ...existing, ...sweepOn(taskQueue) }));
}
