import { setTimeout as delay } from 'node:timers/promises';
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { flowStart, flows } from '../../workflows/catalogue.ts';
import type { Difference } from './differences.ts';

export interface MendOptions {
  readonly taskQueue: string;
  /** At most so many flows are started or nudged each second. */
  readonly perSecond: number;
  /** Also starts the flows of `flow_ended`: the rows are right, the flows are not. */
  readonly includeEnded: boolean;
}

/**
 * Starts or nudges the flow of a difference: it reads its row and does what is due. Safe to repeat and while the service runs: a mail
 * that is recorded as sent is not sent again.
 */
export function mender(client: Client, { taskQueue, perSecond, includeEnded }: MendOptions) {
  let nextMs = performance.now();
  return async (difference: Difference): Promise<'mended' | 'left'> => {
    const { kind, flow, row, workflowId } = difference;
    if (kind === 'flow_ended' && !includeEnded) return 'left';
    nextMs = Math.max(nextMs, performance.now()) + 1_000 / perSecond;
    await delay(nextMs - performance.now());
    const signal = flows[flow].signals.nudge;
    if (kind === 'no_live_row') return nudgeRunning(client, workflowId, signal);
    const start = flowStart(flow, row);
    await client.workflow.signalWithStart(flow, {
      ...start,
      taskQueue,
      signal,
      staticSummary: `${start.staticSummary}, rebuilt by reconcile`,
    });
    return 'mended';
  };
}

/** Without a live row there is nothing to start. */
async function nudgeRunning(client: Client, workflowId: string, signal: string): Promise<'mended' | 'left'> {
  try {
    await client.workflow.getHandle(workflowId).signal(signal);
    return 'mended';
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    return 'left';
  }
}
