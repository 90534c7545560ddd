import { liveStatuses, standingStatuses } from '../domain/booking/booking-states.ts';
import type { BookingStatus } from '../schemas/shapes/public-calendar.ts';
import type { Queryable } from './database.ts';

/** Literal words: with `any($1)`, a generic plan cannot use the partial indexes on these statuses. */
const listed = (statuses: readonly BookingStatus[]): string =>
  `(${statuses.map((status) => `'${status}'`).join(', ')})`;

/** `liveStatuses` as SQL. */
export const LIVE = listed(liveStatuses);

const STANDING = listed(standingStatuses);

/** Whether a booking keeps its time. @param alias of bookings in the statement */
export const isLiveIn = (sql: Queryable, alias = 'bookings') => sql`${sql(alias)}.status in ${sql.unsafe(LIVE)}`;

/** Whether a booking will take place (`isStanding`). @param alias of bookings in the statement */
export const isStandingIn = (sql: Queryable, alias = 'bookings') =>
  sql`${sql(alias)}.status in ${sql.unsafe(STANDING)}`;
