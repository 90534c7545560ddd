import type { Queryable } from '../database.ts';

/**
 * Whether a booking keeps its time (`liveStatuses`). The words are literal: with `any($1)`, a generic plan cannot use the
 * partial index on these statuses.
 * @param alias of bookings in the statement
 */
export const isLiveIn = (sql: Queryable, alias = 'bookings') =>
  sql`${sql(alias)}.status in ('pending_confirmation', 'confirmed', 'rescheduled')`;
