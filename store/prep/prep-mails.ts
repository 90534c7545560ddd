import { isShutOut } from '../calendars/shut-out.ts';
import type { Queryable } from '../database.ts';
import { isScheduledIn } from '../live-bookings.ts';

/** The start in the last mail to a host `h.id`. */
const lastMailed = (sql: Queryable) => sql`
  (select m.start_at from prep_mails m where m.booking_id = b.id and m.host_id = h.id
   order by m.mailed_at desc, m.start_at = b.start_at desc limit 1)`;

/** The hosts of a booking `b` who get mails and whose last mail, if any, was about another start. */
const unmailed = (sql: Queryable) => sql`
  (select b.host_id as id union select user_id from booking_hosts where booking_id = b.id) h
  where ${lastMailed(sql)} is distinct from b.start_at and (h.id = b.host_id or not ${isShutOut(sql, 'h.id')})`;

/** The condition that such a host is left. */
export const openMails = (sql: Queryable) => sql`exists (select 1 from ${unmailed(sql)})`;

const moves = (sql: Queryable) =>
  sql`booking_changes c where c.booking_id = b.id and c.previous_start_at <> c.start_at`;

/** When a booking `b` last moved; null: never. */
export const lastMovedAt = (sql: Queryable) => sql`(select max(c.created_at) from ${moves(sql)})`;

/** A host who is to be mailed. */
export interface PackHost {
  readonly userId: string;
  /** The booking is theirs. */
  readonly isOwn: boolean;
  /** The start in their last mail; null: they had none. */
  readonly mailedStartAt: Date | null;
  /** The revision of the last move; null: none. A meeting that moved back has a start that its hosts may have been mailed about before. */
  readonly moveRevision: number | null;
}

/** Hosts who do not know the start of the meeting from their last mail: none, all, or the one to whom it was handed over. */
export const readUnmailedHosts = (sql: Queryable, bookingId: string): Promise<PackHost[]> => sql<PackHost[]>`
  select h.id as "userId", h.id = b.host_id as "isOwn", ${lastMailed(sql)} as "mailedStartAt",
    (select max(c.revision) from ${moves(sql)}) as "moveRevision"
  from bookings b, lateral (select h.id from ${unmailed(sql)}) h where b.id = ${bookingId}`;

/** Notes that a host was mailed about the meeting at this start. A pack that is gone: nothing happens. */
export async function markPackMailed(
  sql: Queryable,
  bookingId: string,
  { hostId, startMs }: { readonly hostId: string; readonly startMs: number },
): Promise<void> {
  await sql`
    insert into prep_mails (booking_id, host_id, start_at)
    select booking_id, ${hostId}, ${new Date(startMs)} from prep_packs where booking_id = ${bookingId}
    on conflict (booking_id, host_id, start_at) do update set mailed_at = clock_timestamp()`;
}

/** A pack that is to be mailed now. */
export interface DueMail {
  readonly bookingId: string;
  readonly dueAt: Date;
  readonly startAt: Date;
}

/** Packs that leave by mail as soon as their flows look. Of a restored database also those that have left since the backup. */
export const readDueMails = (sql: Queryable): Promise<DueMail[]> => sql<DueMail[]>`
  select b.id as "bookingId", b.start_at - e.prep_mail_minutes * interval '1 minute' as "dueAt", b.start_at as "startAt"
  from prep_packs p join bookings b on b.id = p.booking_id join event_types e on e.id = b.event_type_id
  where p.ended_at is null and p.pack is not null and ${isScheduledIn(sql, 'b')} and b.start_at > now()
    and e.prep and b.start_at - e.prep_mail_minutes * interval '1 minute' <= now() and ${openMails(sql)}
  order by b.start_at`;
