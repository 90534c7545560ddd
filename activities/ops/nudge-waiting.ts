import { setTimeout as delay } from 'node:timers/promises';
import { type Client, type WorkflowExecutionDescription, WorkflowNotFoundError } from '@temporalio/client';
import type { Sql } from 'postgres';
import { readStanding } from '../../store/booking/booking-flow-state.ts';
import { findWaiting, isAnyDue, noteNudges, type WaitingRow, waitingRows } from '../../store/ops/sweep.ts';
import type { WaitingQuery } from '../../store/waiting-query.ts';
import { type FlowName, flowId, flowStart, flows } from '../../workflows/catalogue.ts';

/** Nudges that are sent at the same time. */
const AT_ONCE = 20;

/** How long one run goes on while rows are due: without pauses between runs. Less than the activity's timeout in workflows/sweep.ts. */
const DRAIN_MS = 240_000;

/** Between two queries for rows: they read all rows that wait, and flows need the time to finish some work. */
const PAUSE_MS = 500;

/** A row that still waits after two nudges, and a workflow task in its third attempt. */
const STUCK_AFTER_TRIES = 2;
const STUCK_AT_ATTEMPT = 3;

export interface NudgeDependencies {
  readonly sql: Sql;
  readonly client: Client;
  readonly taskQueue: string;
  /** Reports to Temporal that the run goes on. */
  readonly heartbeat: () => void;
  /** True once the worker stops: the run ends, and that of another worker goes on. */
  readonly isStopping: () => boolean;
  /** Called for a flow that was ended because it did not react any more. Its history shows the cause. */
  readonly onStuck: (workflowId: string) => void;
}

/** Sees to every row that has waited too long for its flow, until none is due. @returns how many rows */
export async function nudgeUntilDone(dependencies: NudgeDependencies): Promise<number> {
  const { sql, heartbeat, isStopping } = dependencies;
  // A flow of the catalogue without a query does not compile, nor does a query without a flow.
  const queries = waitingRows satisfies Record<FlowName, WaitingQuery>;
  const untilMs = Date.now() + DRAIN_MS;
  let nudged = 0;
  while (Date.now() < untilMs && !isStopping()) {
    heartbeat();
    const rows = await findWaiting(sql, queries);
    if (rows.length > 0) {
      await noteNudges(sql, rows);
      await nudgeAll(rows, async (row) => {
        heartbeat();
        await pickUp(dependencies, row);
      });
      nudged += rows.length;
    }
    if (!(await isAnyDue(sql, queries))) break;
    await delay(PAUSE_MS);
  }
  return nudged;
}

/** Nudges some rows at once until all are done. One that fails stops no other. @throws Error if all failed */
async function nudgeAll<Row>(rows: readonly Row[], nudgeOne: (row: Row) => Promise<void>): Promise<void> {
  const left = [...rows];
  const failures: unknown[] = [];
  const lane = async (): Promise<void> => {
    for (let row = left.shift(); row !== undefined; row = left.shift()) {
      try {
        await nudgeOne(row);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  if (failures.length === rows.length) throw failures[0];
}

/** Nudges the flow of a row, or starts it if it is gone. A booking that is over without its flow needs none: it ends here. */
async function pickUp(
  { sql, client, taskQueue, onStuck }: NudgeDependencies,
  row: WaitingRow<FlowName>,
): Promise<void> {
  const maySettleHere = row.flow === 'booking';
  if (maySettleHere || row.tries >= STUCK_AFTER_TRIES) {
    const running = await describeRunning(client, flowId(row.flow, row.id));
    if (running === null && maySettleHere && (await isOver(sql, row.id))) return;
    if (running !== null && row.tries >= STUCK_AFTER_TRIES) await endIfStuck(client, running, onStuck);
  }
  const start = flowStart(row.flow, row, taskQueue);
  await client.workflow.signalWithStart(row.flow, {
    ...start,
    signal: flows[row.flow].signals.nudge,
    staticSummary: `${start.staticSummary}, picked up by the sweep`,
  });
}

/** @returns null: no such flow runs */
async function describeRunning(client: Client, workflowId: string): Promise<WorkflowExecutionDescription | null> {
  try {
    const description = await client.workflow.getHandle(workflowId).describe();
    return description.status.name === 'RUNNING' ? description : null;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

/** Does what is due by the clock. @returns whether nothing is left to do: the booking or its code is over, all its mails have left, and no reminder is to come */
async function isOver(sql: Sql, bookingId: string): Promise<boolean> {
  const standing = await readStanding(sql, bookingId);
  return standing.stage === 'over' && standing.dueRevisions.length === 0 && standing.reminders === undefined;
}

/**
 * Ends a flow whose workflow task fails again and again; the nudge then starts it again from its rows. Rare faults in a history or its
 * replay would otherwise stop a booking until an operator acts. A flow that waits for a time or an activity has no open task.
 */
async function endIfStuck(
  client: Client,
  { workflowId, runId, raw }: WorkflowExecutionDescription,
  onStuck: (workflowId: string) => void,
): Promise<void> {
  if ((raw.pendingWorkflowTask?.attempt ?? 0) < STUCK_AT_ATTEMPT) return;
  try {
    const handle = client.workflow.getHandle(workflowId, runId);
    await handle.terminate('Its workflow task failed again and again. The sweep starts it again from its rows.');
    onStuck(workflowId);
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
