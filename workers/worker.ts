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
import { createDeviceActivities } from '../activities/access/device-authorization.ts';
import { createAccountActivities } from '../activities/accounts.ts';
import { type BookingDependencies, createBookingActivities } from '../activities/booking/booking.ts';
import { createMemberActivities } from '../activities/members.ts';
import { createSweepActivities } from '../activities/ops/sweep.ts';
import { redactFailures } from '../activities/redact-failures.ts';

export interface WorkerParts {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly taskQueue: string;
  readonly workflowBundle: WorkflowBundleOption;
  readonly client: Client;
  readonly booking: Omit<BookingDependencies, 'heartbeat' | 'onOverlap'>;
  readonly log: Logger;
}

/** A worker that runs the flows and their activities on one queue. */
export const createWorker = ({
  connection,
  namespace,
  taskQueue,
  workflowBundle,
  client,
  booking,
  log,
}: WorkerParts): Promise<Worker> => {
  const { sql } = booking;
  const report = (activity: string, err: unknown) => {
    const { workflowExecution, attempt } = activityInfo();
    log.error({ activity, workflowId: workflowExecution?.workflowId, attempt, err }, 'activity failed');
  };
  const onStuck = (workflowId: string) => log.error({ workflowId }, 'a flow that heeded nothing was begun anew');
  const onOverlap = (bookingId: string) => log.error({ bookingId }, 'two claims of one host overlap');
  return Worker.create({
    connection,
    namespace,
    taskQueue,
    workflowBundle,
    activities: {
      ...redactFailures(createBookingActivities({ ...booking, heartbeat, onOverlap }), report),
      ...redactFailures(createAccountActivities(booking), report),
      ...redactFailures(createDeviceActivities({ sql }), report),
      ...redactFailures(createMemberActivities({ ...booking, client, taskQueue }), report),
      ...redactFailures(createSweepActivities({ sql, client, taskQueue, onStuck }), report),
    },
    maxCachedWorkflows: 500,
    // How long the flows in a worker's memory wait for it. One that is only busy must not lose its place for that: a second was so
    // short that twenty guests at once got 503. A flow of one that is dead answers 503 for as long, from its first call.
    stickyQueueScheduleToStartTimeout: '5 seconds',
    shutdownGraceTime: '10 seconds',
    shutdownForceTime: '15 seconds',
  });
};

/** Makes the sweep run each minute, on the queue that this version polls. */
export async function scheduleSweep(client: Client, taskQueue: string): Promise<void> {
  const schedule: Pick<
    ScheduleOptions<ScheduleOptionsStartWorkflowAction<Workflow>>,
    'spec' | 'policies' | 'action'
  > = {
    spec: { intervals: [{ every: '1 minute' }] },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
    action: { type: 'startWorkflow', workflowType: 'sweep', workflowId: 'sweep', taskQueue, args: [] },
  };
  try {
    await client.schedule.create({ scheduleId: 'sweep', ...schedule });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await client.schedule.getHandle('sweep').update((existing) => ({ ...existing, ...schedule }));
  }
}
