import type { Client } from '@temporalio/client';
import type { Sql } from 'postgres';
import { deleteOutdated, findWaiting, type WaitingRow } from '../store/sweep.ts';
import {
  bookingMessages,
  deviceMessages,
  invitationMessages,
  memberRemovalMessages,
  signInMessages,
  trialMessages,
} from '../workflows/messages.ts';
import { searchAttributes } from '../workflows/search-attributes.ts';
import {
  bookingStart,
  deviceStart,
  invitationStart,
  memberRemovalStart,
  signInStart,
  trialStart,
} from '../workflows/starts.ts';

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
