import type { Client } from '@temporalio/client';
import type { Sql } from 'postgres';
import { deleteOutdated, findWaiting, type WaitingBooking } from '../store/sweep.ts';
import { BOOKING_WORKFLOW, bookingMessages, bookingWorkflowId } from '../workflows/messages.ts';
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

const nudge = (client: Client, taskQueue: string, { bookingId, workspaceId }: WaitingBooking) =>
  client.workflow.signalWithStart(BOOKING_WORKFLOW, {
    workflowId: bookingWorkflowId(bookingId),
    taskQueue,
    args: [{ bookingId, codeLifetimeMs: 0 }],
    signal: bookingMessages.nudge,
    staticSummary: `Booking ${bookingId}, picked up by the sweep`,
    typedSearchAttributes: [
      { key: searchAttributes.bookingId, value: bookingId },
      { key: searchAttributes.workspaceId, value: workspaceId },
    ],
  });
