import type { Queryable } from '../database.ts';

/** The statuses as SQL. */
export const LIVE = "('pending_confirmation', 'confirmed', 'rescheduled')";

/**
 * Whether a booking keeps its time (`liveStatuses`). The words are literal: with `any($1)`, a generic plan cannot use the
 * partial index on these statuses.
 * @param alias of bookings in the statement
 */
export const isLiveIn = (sql: Queryable, alias = 'bookings') => sql`${sql(alias)}.status in ${sql.unsafe(LIVE)}`;
