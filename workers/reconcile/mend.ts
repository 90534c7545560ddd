import { setTimeout as delay } from 'node:timers/promises';
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { Sql } from 'postgres';
import { endsAsFlow } from '../../store/ops/end-as-flow.ts';
import { flowStart, flows } from '../../workflows/catalogue.ts';
import type { Difference, DifferenceKind } from './differences.ts';

export interface MendOptions {
  readonly sql: Sql;
  readonly taskQueue: string;
  /** At most so many flows are started or nudged each second. */
  readonly perSecond: number;
  /** Also mends `flow_ended` and `other_start`: the rows are right, the flows are not. */
  readonly includeEnded: boolean;
}

/**
 * Guest and host have mails that say what the flow says. Nothing here knows whether the row or the flow is right, except where somebody said
 * no (`endsAsFlow`).
 */
const LEFT_TO_THE_OPERATOR: ReadonlySet<DifferenceKind> = new Set(['flow_ended', 'other_start']);

/**
 * Starts or nudges the flow of a difference: it reads its row and does what is due. What somebody refused or stopped ends as its flow did. Safe to repeat and while the service runs: a mail
 * that is recorded as sent is not sent again.
 */
export function mender(client: Client, { sql, taskQueue, perSecond, includeEnded }: MendOptions) {
  let nextMs = performance.now();
  return async (difference: Difference): Promise<'mended' | 'left'> => {
    const { kind, flow, row, workflowId, end } = difference;
    const endRow = kind === 'flow_ended' && end !== undefined ? endsAsFlow[flow]?.[end] : undefined;
    if (endRow) {
      await endRow(sql, row.id);
      return 'mended';
    }
    if (LEFT_TO_THE_OPERATOR.has(kind) && !includeEnded) return 'left';
    nextMs = Math.max(nextMs, performance.now()) + 1_000 / perSecond;
    await delay(nextMs - performance.now());
    const signal = flows[flow].signals.nudge;
    if (kind === 'no_live_row') return nudgeRunning(client, workflowId, signal);
    const start = flowStart(flow, row, taskQueue);
    await client.workflow.signalWithStart(flow, {
      ...start,
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
