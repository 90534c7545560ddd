import { activeStatuses, scheduledStatuses } from '../domain/booking/booking-states.ts';
import type { BookingStatus } from '../schemas/shapes/public-calendar.ts';
import type { Queryable } from './database.ts';

/** Literal words: with `any($1)`, a generic plan cannot use the partial indexes on these statuses. */
const listed = (statuses: readonly BookingStatus[]): string =>
  `(${statuses.map((status) => `'${status}'`).join(', ')})`;

/** `activeStatuses` as SQL. */
export const LIVE = listed(activeStatuses);

const STANDING = listed(scheduledStatuses);

/** Whether a booking keeps its time. @param alias of bookings in the statement */
export const isActiveIn = (sql: Queryable, alias = 'bookings') => sql`${sql(alias)}.status in ${sql.unsafe(LIVE)}`;

/** Whether a booking will take place (`isScheduled`). @param alias of bookings in the statement */
export const isScheduledIn = (sql: Queryable, alias = 'bookings') =>
  sql`${sql(alias)}.status in ${sql.unsafe(STANDING)}`;
