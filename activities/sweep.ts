import type { Client } from '@temporalio/client';
import type { Sql } from 'postgres';
import { deleteOutdated, findWaiting, type WaitingRow } from '../store/sweep.ts';
import {
  BOOKING_WORKFLOW,
  bookingMessages,
  bookingWorkflowId,
  DEVICE_WORKFLOW,
  deviceMessages,
  deviceWorkflowId,
  SIGN_IN_WORKFLOW,
  signInMessages,
  signInWorkflowId,
  TRIAL_WORKFLOW,
  trialMessages,
  trialWorkflowId,
} from '../workflows/messages.ts';
import { searchAttributes } from '../workflows/search-attributes.ts';

/** Nudges that are under way together. */
const AT_ONCE = 20;

export interface SweepActivities {
  /** Nudges or starts the flow of every row that has waited for one; says how many. */
  nudgeWaiting(): Promise<number>;
  /** Deletes what no rule reads any more. */
  deleteOutdated(): Promise<void>;
  /** A trip to the database and back. */
  touchDatabase(): Promise<void>;
}

export const createSweepActivities = ({
  sql,
  client,
  taskQueue,
}: {
  sql: Sql;
  client: Client;
  taskQueue: string;
}): SweepActivities => ({
  nudgeWaiting: async () => {
    const waiting = await findWaiting(sql);
    for (let done = 0; done < waiting.length; done += AT_ONCE) {
      await Promise.all(waiting.slice(done, done + AT_ONCE).map((row) => nudge(client, taskQueue, row)));
    }
    return waiting.length;
  },
  deleteOutdated: () => deleteOutdated(sql),
  touchDatabase: async () => {
    await sql`select 1`;
  },
});

/** How the flow of a row is started where it is gone, by the kind of the row. */
const startsOf = ({ kind, id }: WaitingRow) => {
  switch (kind) {
    case 'booking':
      return {
        workflow: BOOKING_WORKFLOW,
        workflowId: bookingWorkflowId(id),
        args: [{ bookingId: id, codeLifetimeMs: 0 }],
        signal: bookingMessages.nudge,
        staticSummary: `Booking ${id}, picked up by the sweep`,
        typedSearchAttributes: [{ key: searchAttributes.bookingId, value: id }],
      };
    case 'device':
      return {
        workflow: DEVICE_WORKFLOW,
        workflowId: deviceWorkflowId(id),
        args: [{ sessionId: id }],
        signal: deviceMessages.nudge,
        staticSummary: `Device session ${id}, picked up by the sweep`,
        typedSearchAttributes: [],
      };
    case 'signIn':
      return {
        workflow: SIGN_IN_WORKFLOW,
        workflowId: signInWorkflowId(id),
        args: [{ linkId: id }],
        signal: signInMessages.nudge,
        staticSummary: `Sign-in link ${id}, picked up by the sweep`,
        typedSearchAttributes: [],
      };
    case 'trial':
      return {
        workflow: TRIAL_WORKFLOW,
        workflowId: trialWorkflowId(id),
        args: [{ workspaceId: id }],
        signal: trialMessages.nudge,
        staticSummary: `Trial of ${id}, picked up by the sweep`,
        typedSearchAttributes: [],
      };
  }
};

const nudge = (client: Client, taskQueue: string, row: WaitingRow) => {
  const { workflow, typedSearchAttributes, ...start } = startsOf(row);
  const workspace = row.workspaceId === null ? [] : [{ key: searchAttributes.workspaceId, value: row.workspaceId }];
  return client.workflow.signalWithStart(workflow, {
    ...start,
    taskQueue,
    typedSearchAttributes: [...typedSearchAttributes, ...workspace],
  });
};
