import { type BookingEvent, eventState, isMovedIn } from '../calendars/event-view.ts';
import type { Queryable } from '../database.ts';
import { isActiveIn } from '../live-bookings.ts';

/** A coming meeting that is not in its host's calendar as it should be. */
export interface UnwrittenMeeting extends Pick<BookingEvent, 'failure' | 'movedFrom' | 'movedUntil'> {
  readonly bookingId: string;
  /** Name of the event type. */
  readonly eventName: string;
  /** As they typed it, else their address. */
  readonly guest: string;
  readonly startAt: Date;
  readonly endAt: Date;
  /** detached: the host deleted its event; moved: they moved it. The meeting stands. */
  readonly state: 'failed' | 'detached' | 'moved';
}

/** One more than this shows that there are more. */
export const UNWRITTEN_LISTED = 20;

/** Coming meetings that a person hosts. Each of both parts has an index. */
const hostedBy = (sql: Queryable, userId: string) => sql`
  (select b.id from bookings b where b.host_id = ${userId} and ${isActiveIn(sql, 'b')} and b.start_at > now()
    union all
    select h.booking_id from booking_hosts h where h.user_id = ${userId} and ${isActiveIn(sql, 'h')} and h.start_at > now())`;

/** A person's meetings in a workspace that failed to be written, or whose event they deleted or moved and want to be asked about, next first. */
export const listUnwritten = (
  sql: Queryable,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
) => sql<UnwrittenMeeting[]>`
  select b.id as "bookingId", t.name as "eventName", coalesce(b.guest_name, b.guest_email::text) as guest, b.start_at as "startAt", b.end_at as "endAt", ${eventState(sql)}, e.failure
  from (
      select booking_id from calendar_events where user_id = ${userId} and state in ('failed', 'detached')
      union select id from ${hostedBy(sql, userId)} hosted
    ) own join calendar_events e on e.booking_id = own.booking_id and e.user_id = ${userId}
    join bookings b on b.id = e.booking_id join event_types t on t.id = b.event_type_id
    left join calendar_settings s on s.user_id = e.user_id
  where (e.state = 'failed' or e.state = 'detached' and coalesce(s.host_delete, 'follow') <> 'ignore'
      or ${isMovedIn(sql)} and coalesce(s.host_move, 'follow') <> 'ignore')
    and b.workspace_id = ${workspaceId} and b.end_at > now() and ${isActiveIn(sql, 'b')}
  order by b.start_at, b.id limit ${UNWRITTEN_LISTED}`;

/** Where the host of a booking has moved its event. Of several hosts: of this person, else of the organizer. undefined: nobody has moved it. */
export async function readMovedEvent(
  sql: Queryable,
  { bookingId, userId }: { readonly bookingId: string; readonly userId: string },
): Promise<{ readonly startMs: number; readonly endMs: number } | undefined> {
  const [row] = await sql<{ startMs: number; endMs: number }[]>`
    select (extract(epoch from lower(e.period)) * 1000)::float8 as "startMs", (extract(epoch from upper(e.period)) * 1000)::float8 as "endMs"
    from calendar_events e join bookings b on b.id = e.booking_id
    where e.booking_id = ${bookingId} and ${isMovedIn(sql)}
    order by e.user_id = ${userId} desc, e.user_id = b.host_id desc, e.user_id limit 1`;
  return row;
}
