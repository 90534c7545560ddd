import type { Queryable } from './database.ts';

/** Whether a person hosts a booking `b`, as its own host or another. */
export const isHostedBy = (sql: Queryable, userId: string) => sql`
  (b.host_id = ${userId} or exists (select 1 from booking_hosts h where h.booking_id = b.id and h.user_id = ${userId}))`;
