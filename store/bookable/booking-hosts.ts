import type { Queryable, Transaction } from '../database.ts';
import { ownSchedule } from './event-rows.ts';

/** Somebody who meets besides the booking's own host. */
export interface OtherHost {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  /** of the schedule that speaks for them; null: they have none */
  readonly timezone: string | null;
}

/** Whether a person meets the guest in a booking `b`, as its own host or besides. */
export const isHostedBy = (sql: Queryable, userId: string) => sql`
  (b.host_id = ${userId} or exists (select 1 from booking_hosts h where h.booking_id = b.id and h.user_id = ${userId}))`;

/** Notes who meets besides the booking's own host. */
export const insertOtherHost = (
  tx: Transaction,
  { bookingId, userId, position }: { readonly bookingId: string; readonly userId: string; readonly position: number },
) => tx`
  insert into booking_hosts (booking_id, user_id, position) values (${bookingId}, ${userId}, ${position})`;

/** Who meets besides the booking's own host, in order; most meetings have nobody. */
export const readOtherHosts = (sql: Queryable, bookingId: string): Promise<OtherHost[]> => sql<OtherHost[]>`
  select u.id as "userId", u.name, u.email::text, (select timezone from (${ownSchedule(sql)}) own) as timezone
  from booking_hosts h
  join users u on u.id = h.user_id
  join bookings b on b.id = h.booking_id
  join workspaces w on w.id = b.workspace_id
  where h.booking_id = ${bookingId} order by h.position`;
