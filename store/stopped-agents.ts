import type { Fragment } from 'postgres';
import type { Queryable, Transaction } from './database.ts';

/** Whether the agent of a column was stopped or has lapsed. Of null: no agent made the row, so none was. */
export const hasStopped = (sql: Queryable, principalId: Fragment) => sql`
  exists (select 1 from agent_principals stopped where stopped.id = ${principalId}
    and (stopped.status <> 'verified' or stopped.ends_at <= clock_timestamp()))`;

/**
 * Holds an agent against its end until the transaction is over. After the lock of the workspace, before those of invitations.
 * @returns false: it was stopped or has lapsed
 */
export async function isStillVerified(tx: Transaction, principalId: string): Promise<boolean> {
  const rows = await tx`
    select 1 from agent_principals where id = ${principalId} and status = 'verified' and ends_at > clock_timestamp()
    for no key update`;
  return rows.length > 0;
}
