import type { Queryable } from '../database.ts';

/**
 * Whether workspace `alias` takes no bookings and no changes: it is unpaid, claimed by nobody, or deleted by its owner.
 * @param alias of `workspaces` in the statement
 */
export const isLockedIn = (sql: Queryable, alias = 'w') => sql`
  (${sql(alias)}.subscription_status = 'inactive' or ${sql(alias)}.erase_at is not null)`;
