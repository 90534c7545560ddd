import { deviceMessages } from '../../workflows/messages.ts';
import { deviceStart } from '../../workflows/starts.ts';
import { createInPassing, type InPassingParts } from '../core/in-passing.ts';

/**
 * The flows of device sessions, told of what the rows say already. Nobody waits for them: news that do not arrive are found by
 * the sweep within two minutes.
 */
export interface DeviceFlows {
  start(sessionId: string): void;
  tell(sessionId: string, news: 'decided' | 'consumed'): void;
}

export interface DeviceFlowParts extends InPassingParts {
  readonly taskQueue: string;
}

export const createDeviceFlows = ({ taskQueue, ...parts }: DeviceFlowParts): DeviceFlows => {
  const inPassing = createInPassing(parts);
  return {
    start: (sessionId) => {
      const { workflow, ...start } = deviceStart(sessionId);
      inPassing(start.workflowId, (flows) =>
        flows.start(workflow, {
          ...start,
          taskQueue,
          // A signal may have come first, and started it.
          workflowIdConflictPolicy: 'USE_EXISTING',
          workflowIdReusePolicy: 'REJECT_DUPLICATE',
        }),
      );
    },
    tell: (sessionId, news) => {
      const { workflow, ...start } = deviceStart(sessionId);
      inPassing(start.workflowId, (flows) =>
        flows.signalWithStart(workflow, {
          ...start,
          taskQueue,
          signal: deviceMessages[news],
          workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
        }),
      );
    },
  };
};
