import type { Queryable } from '../database.ts';

/**
 * Whether a booking keeps its time, as `liveStatuses` say. Literal words: a plan that is kept for all parameters can't tell that
 * `any($1)` are the statuses of a partial index.
 * @param alias of bookings in the statement
 */
export const isLiveIn = (sql: Queryable, alias = 'bookings') =>
  sql`${sql(alias)}.status in ('pending_confirmation', 'confirmed', 'rescheduled')`;
