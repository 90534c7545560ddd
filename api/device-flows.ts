import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { deviceAuthorization } from '../workflows/device-authorization.ts';
import { DEVICE_WORKFLOW, deviceMessages, deviceWorkflowId } from '../workflows/messages.ts';
import { describeError } from './request-log.ts';

const DEADLINE_MS = 2_500;

/**
 * The flows of device sessions, told of what the rows say already. Nobody waits for them: news that do not arrive are found by
 * the sweep within two minutes.
 */
export interface DeviceFlows {
  start(sessionId: string): void;
  tell(sessionId: string, news: 'decided' | 'consumed'): void;
}

export interface DeviceFlowParts {
  /** Asked for by the first call: its libraries take long to load. */
  readonly client: () => Promise<Client>;
  readonly taskQueue: string;
  readonly log: Logger;
}

export const createDeviceFlows = ({ client, taskQueue, log }: DeviceFlowParts): DeviceFlows => {
  const inPassing = (workflowId: string, ask: (temporal: Client) => Promise<unknown>): void => {
    const asked = client().then((temporal) => temporal.withDeadline(Date.now() + DEADLINE_MS, () => ask(temporal)));
    asked.catch((error: unknown) =>
      log.warn({ workflowId, err: describeError(error, undefined) }, 'a device flow was not told; the sweep will'),
    );
  };
  const startOf = (sessionId: string) => ({
    workflowId: deviceWorkflowId(sessionId),
    taskQueue,
    args: [{ sessionId }] as [{ sessionId: string }],
    staticSummary: `Device session ${sessionId}`,
  });
  return {
    start: (sessionId) =>
      inPassing(deviceWorkflowId(sessionId), ({ workflow }) =>
        workflow.start<typeof deviceAuthorization>(DEVICE_WORKFLOW, {
          ...startOf(sessionId),
          // A signal may have come first, and started it.
          workflowIdConflictPolicy: 'USE_EXISTING',
          workflowIdReusePolicy: 'REJECT_DUPLICATE',
        }),
      ),
    tell: (sessionId, news) =>
      inPassing(deviceWorkflowId(sessionId), ({ workflow }) =>
        workflow.signalWithStart(DEVICE_WORKFLOW, {
          ...startOf(sessionId),
          signal: deviceMessages[news],
          workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
        }),
      ),
  };
};
