import type { Queryable } from '../database.ts';

/**
 * Whether workspace `alias` takes no bookings and no changes: it is unpaid, claimed by nobody, or deleted by its owner.
 * @param alias of `workspaces` in the statement
 */
export const isLockedIn = (sql: Queryable, alias = 'w') => sql`
  (${sql(alias)}.subscription_status = 'inactive' or ${sql(alias)}.erase_at is not null)`;

/** A workspace that an owner deleted takes no new people and no new access until it is restored (docs/decisions/operation.md#deletion). */
export interface WorkspaceDeleted {
  readonly refused: 'workspace_deleted';
}

/** Whether an owner deleted a workspace. False also if it is gone. */
export async function isDeletedWorkspace(sql: Queryable, id: string): Promise<boolean> {
  const [deleted] = await sql`select 1 from workspaces where id = ${id} and erase_at is not null`;
  return deleted !== undefined;
}
