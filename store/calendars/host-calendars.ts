import type { HostEventState } from '../../domain/calendars/event-work.ts';
import type { Queryable } from '../database.ts';
import { eventTables } from './events.ts';
import { isShutOut } from './shut-out.ts';

/**
 * Returns the state of a booking's event in its hosts' calendars, for the mails of one change; a former host's too. A host without a calendar for
 * bookings is left out, and so is one from whom the workspace was taken over.
 * @param waitMs how long after the change mails wait for an event that is written for the first time
 */
export const readHostCalendars = (
  sql: Queryable,
  { bookingId, revision }: { readonly bookingId: string; readonly revision: number },
  waitMs: number,
) => sql<HostEventState[]>`
  select e.user_id as "userId", e.user_id = b.host_id as "isOrganizer",
    e.user_id = b.host_id or exists (select 1 from booking_hosts h where h.booking_id = b.id and h.user_id = e.user_id) as "isHost", e.has_file as "hasFile", e.html_link as "htmlLink",
    e.event_id is not null and e.state in ('due', 'written') and coalesce(c.status = 'active', false) as "isThere",
    -- Mails wait for the first try alone: a provider that is unavailable delays no mail for long.
    case when e.event_id is null and e.state = 'due' and e.tries = 0 and c.status = 'active'
        and coalesce(c.throttled_until <= clock_timestamp(), true)
      then greatest(coalesce(ceil(extract(epoch from g.created_at - clock_timestamp()) * 1000) + ${waitMs}::float8, 0), 0) else 0
    end::float8 as "waitMs"
  from ${eventTables(sql)} left join booking_changes g on g.booking_id = b.id and g.revision = ${revision}
  where e.booking_id = ${bookingId} and not ${isShutOut(sql, 'e.user_id')}`;

/** After a mail took the file's meeting out of the calendar of a former host: if they host it again, they begin without one. */
export const forgetFile = (sql: Queryable, bookingId: string, userId: string) => sql`
  update calendar_events set has_file = false where booking_id = ${bookingId} and user_id = ${userId}`;

/** Before mails leave that bring these hosts a calendar file. */
export const noteFiles = (sql: Queryable, bookingId: string, userIds: readonly string[]) => sql`
  update calendar_events set has_file = true where booking_id = ${bookingId} and user_id = any(${[...userIds]}::uuid[])`;
