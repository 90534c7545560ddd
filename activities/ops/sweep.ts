import { setTimeout as delay } from 'node:timers/promises';
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { deleteOutdated, type RunPart } from '../../store/ops/retention.ts';
import {
  findWaiting,
  isAnyDue,
  noteNudges,
  type WaitingQuery,
  type WaitingRow,
  waitingRows,
} from '../../store/ops/sweep.ts';
import { recordSweepPart } from '../../store/ops/sweep-parts.ts';
import { type FlowName, flowId, flowStart, flows } from '../../workflows/catalogue.ts';
import { type FloodDependencies, informOfFloods } from '../booking/floods.ts';

/** Nudges that are sent at the same time. */
const AT_ONCE = 20;

/** How long one run goes on while rows are due: without pauses between runs. Less than the activity's timeout in workflows/sweep.ts. */
const DRAIN_MS = 240_000;

/** Time for the flows of a full lot to finish some work. */
const PAUSE_MS = 200;

/** A row that still waits after two nudges, and a workflow task in its third attempt. */
const STUCK_AFTER_TRIES = 2;
const STUCK_AT_ATTEMPT = 3;

export interface SweepActivities {
  /** Nudges or starts the flow of every row that has waited for one. Returns how many. */
  nudgeWaiting(): Promise<number>;
  /** Deletes rows that no rule reads any more. */
  deleteOutdated(): Promise<void>;
  /** Mails hosts whose caps of upcoming bookings are reached. */
  mailFloods(): Promise<void>;
  /** One query to the database. */
  touchDatabase(): Promise<void>;
}

export interface SweepDependencies extends FloodDependencies {
  readonly client: Client;
  readonly taskQueue: string;
  /** Reports to Temporal that the run goes on. */
  readonly heartbeat: () => void;
  /** True once the worker stops: the run ends, and that of another worker goes on. */
  readonly isStopping: () => boolean;
  /** Called for a flow that was ended because it did not react any more. Its history shows the cause. */
  readonly onStuck: (workflowId: string) => void;
  /** Called for each part of the sweep that failed. The other parts run all the same. */
  readonly onPartFailed: (part: string, error: unknown) => void;
}

export const createSweepActivities = (dependencies: SweepDependencies): SweepActivities => {
  const { sql } = dependencies;
  const parts = sweepParts(dependencies);
  return {
    nudgeWaiting: async () => {
      let nudged = 0;
      await parts(async (run) => {
        await run('nudge', async () => {
          nudged = await nudgeUntilDone(dependencies);
        });
      });
      return nudged;
    },
    deleteOutdated: () => parts((run) => deleteOutdated(sql, run)),
    mailFloods: () => parts((run) => run('booking_floods', () => informOfFloods(dependencies))),
    touchDatabase: async () => {
      await sql`select 1`;
    },
  };
};

/**
 * Runs the parts of a sweep and records how each went: the metrics show it by name.
 * @throws the first failure, after all parts ran
 */
const sweepParts =
  ({ sql, onPartFailed }: SweepDependencies) =>
  async (runAll: (run: RunPart) => Promise<void>): Promise<void> => {
    const failures: unknown[] = [];
    await runAll(async (name, work) => {
      let hasSucceeded = true;
      try {
        await work();
      } catch (error) {
        hasSucceeded = false;
        failures.push(error);
        onPartFailed(name, error);
      }
      await recordSweepPart(sql, name, hasSucceeded).catch((error: unknown) => failures.push(error));
    });
    if (failures.length > 0) throw failures[0];
  };

async function nudgeUntilDone(dependencies: SweepDependencies): Promise<number> {
  const { sql, client, taskQueue, heartbeat, isStopping, onStuck } = dependencies;
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
        if (row.tries >= STUCK_AFTER_TRIES) await endIfStuck(client, flowId(row.flow, row.id), onStuck);
        await nudge(client, taskQueue, row);
      });
      nudged += rows.length;
    } else if (await isAnyDue(sql, queries)) await delay(PAUSE_MS);
    else break;
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

/**
 * Ends a flow whose workflow task fails again and again; the nudge then starts it again from its rows. Rare faults in a history or its
 * replay would otherwise stop a booking until an operator acts. A flow that waits for a time or an activity has no open task.
 */
async function endIfStuck(client: Client, workflowId: string, onStuck: (workflowId: string) => void): Promise<void> {
  const handle = client.workflow.getHandle(workflowId);
  try {
    const { status, raw } = await handle.describe();
    if (status.name !== 'RUNNING' || (raw.pendingWorkflowTask?.attempt ?? 0) < STUCK_AT_ATTEMPT) return;
    await handle.terminate('Its workflow task failed again and again. The sweep starts it again from its rows.');
    onStuck(workflowId);
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

async function nudge(client: Client, taskQueue: string, row: WaitingRow<FlowName>): Promise<void> {
  const start = flowStart(row.flow, row);
  await client.workflow.signalWithStart(row.flow, {
    ...start,
    taskQueue,
    signal: flows[row.flow].signals.nudge,
    staticSummary: `${start.staticSummary}, picked up by the sweep`,
  });
}
