import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { Sql } from 'postgres';
import { deleteOutdated, findWaiting, type WaitingRow } from '../../store/ops/sweep.ts';
import {
  bookingMessages,
  deviceMessages,
  invitationMessages,
  memberRemovalMessages,
  signInMessages,
  trialMessages,
} from '../../workflows/messages.ts';
import { searchAttributes } from '../../workflows/search-attributes.ts';
import {
  bookingStart,
  deviceStart,
  invitationStart,
  memberRemovalStart,
  signInStart,
  trialStart,
} from '../../workflows/starts.ts';

/** Nudges that are under way together. */
const AT_ONCE = 20;

/** A row that still waits after nudges at 1 and 2 minutes, and a workflow task that is tried for the third time. */
const STUCK_AFTER_MINUTES = 4;
const STUCK_AT_ATTEMPT = 3;

export interface SweepActivities {
  /** Nudges or starts the flow of every row that has waited for one; says how many. */
  nudgeWaiting(): Promise<number>;
  /** Deletes what no rule reads any more. */
  deleteOutdated(): Promise<void>;
  /** A trip to the database and back. */
  touchDatabase(): Promise<void>;
}

export interface SweepDependencies {
  readonly sql: Sql;
  readonly client: Client;
  readonly taskQueue: string;
  /** Told of a flow that was ended because it heeded nothing: its history says why. */
  readonly onStuck: (workflowId: string) => void;
}

export const createSweepActivities = ({ sql, client, taskQueue, onStuck }: SweepDependencies): SweepActivities => ({
  nudgeWaiting: async () => {
    const waiting = await findWaiting(sql);
    for (let done = 0; done < waiting.length; done += AT_ONCE) {
      await Promise.all(
        waiting.slice(done, done + AT_ONCE).map(async (row) => {
          if (row.waitedMinutes >= STUCK_AFTER_MINUTES) await endIfStuck(client, startsOf(row).workflowId, onStuck);
          await nudge(client, taskQueue, row);
        }),
      );
    }
    return waiting.length;
  },
  deleteOutdated: () => deleteOutdated(sql),
  touchDatabase: async () => {
    await sql`select 1`;
  },
});

/** How the flow of a row is started where it is gone, and what tells it to look if it runs. */
const startsOf = ({ kind, id }: WaitingRow) => {
  switch (kind) {
    case 'booking':
      return { ...bookingStart(id), signal: bookingMessages.nudge };
    case 'device':
      return { ...deviceStart(id), signal: deviceMessages.nudge };
    case 'signIn':
      return { ...signInStart(id), signal: signInMessages.nudge };
    case 'trial':
      return { ...trialStart(id), signal: trialMessages.nudge };
    case 'invitation':
      return { ...invitationStart(id), signal: invitationMessages.nudge };
    case 'memberRemoval':
      return { ...memberRemovalStart(id), signal: memberRemovalMessages.nudge };
  }
};

/**
 * Ends a flow whose workflow task fails again and again, so that the nudge begins it anew: rows hold all that it knows. What is left
 * of rare faults in history or replay, which would else keep a meeting waiting for an operator. A flow that waits for time or for an
 * activity, such as a mail whose provider is away, has no task open.
 */
async function endIfStuck(client: Client, workflowId: string, onStuck: (workflowId: string) => void): Promise<void> {
  const handle = client.workflow.getHandle(workflowId);
  try {
    const { status, raw } = await handle.describe();
    if (status.name !== 'RUNNING' || (raw.pendingWorkflowTask?.attempt ?? 0) < STUCK_AT_ATTEMPT) return;
    await handle.terminate('its workflow task failed again and again; the sweep begins it anew from its rows');
    onStuck(workflowId);
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

const nudge = (client: Client, taskQueue: string, row: WaitingRow) => {
  const { workflow, staticSummary, ...start } = startsOf(row);
  const { bookingId, workspaceId } = searchAttributes;
  return client.workflow.signalWithStart(workflow, {
    ...start,
    taskQueue,
    staticSummary: `${staticSummary}, picked up by the sweep`,
    typedSearchAttributes: [
      ...(row.kind === 'booking' ? [{ key: bookingId, value: row.id }] : []),
      ...(row.workspaceId === null ? [] : [{ key: workspaceId, value: row.workspaceId }]),
    ],
  });
};
