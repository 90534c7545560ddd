import type { PendingQuery, Row, Sql } from 'postgres';
import type { Queryable } from './database.ts';

/**
 * The rows of one flow that wait for it, and since when: the sweep nudges those that are late, reconcile takes all of them as rows with a
 * live flow. Columns: `lot` (rows of one lot share a batch), `id`, `workspace_id` (null: none yet), `since`. It stands next to the store of
 * its rows and is built from that store's conditions; `store/ops/sweep.ts` lists all.
 */
export type WaitingQuery = (sql: Sql) => PendingQuery<Row[]>;

/** The row's status has changed, and its flow has not seen that yet. */
export const isUnseenByFlow = (sql: Queryable) => sql`status is distinct from flow_status`;
