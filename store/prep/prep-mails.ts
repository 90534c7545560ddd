import type { Queryable } from '../database.ts';

/** The hosts of a booking `b` who were not mailed about its start. */
const unmailed = (sql: Queryable) => sql`
  (select b.host_id as id union select user_id from booking_hosts where booking_id = b.id) h
  where not exists (select 1 from prep_mails m where m.booking_id = b.id and m.host_id = h.id and m.start_at = b.start_at)`;

/** Whether one of them is left. */
export const openMails = (sql: Queryable) => sql`exists (select 1 from ${unmailed(sql)})`;

/** A host who is to be mailed. */
export interface PackHost {
  readonly userId: string;
  /** Whose booking it is. */
  readonly isOwn: boolean;
  /** The start that they were mailed about before the last move; null: none. */
  readonly mailedStartAt: Date | null;
}

/** Hosts who were not mailed about the meeting at its start: none, all, or the one to whom it was handed over. */
export const readUnmailedHosts = (sql: Queryable, bookingId: string): Promise<PackHost[]> => sql<PackHost[]>`
  select h.id as "userId", h.id = b.host_id as "isOwn",
    (select c.previous_start_at from booking_changes c
      join prep_mails m on m.booking_id = c.booking_id and m.host_id = h.id and m.start_at = c.previous_start_at
      where c.booking_id = b.id and c.previous_start_at <> b.start_at order by c.revision desc limit 1) as "mailedStartAt"
  from bookings b, lateral (select h.id from ${unmailed(sql)}) h where b.id = ${bookingId}`;

/** Notes that a host was mailed about the meeting at this start. A pack that is gone: nothing happens. */
export async function markPackMailed(
  sql: Queryable,
  bookingId: string,
  { hostId, startMs }: { readonly hostId: string; readonly startMs: number },
): Promise<void> {
  await sql`
    insert into prep_mails (booking_id, host_id, start_at)
    select booking_id, ${hostId}, ${new Date(startMs)} from prep_packs where booking_id = ${bookingId} on conflict do nothing`;
}
