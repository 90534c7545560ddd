import type { CalendarProviderName } from '../../domain/calendars/remote-event.ts';
import type { Queryable } from '../database.ts';

/** How the event of a booking stands in the calendar of one of its hosts. */
export interface BookingEvent {
  readonly hostId: string;
  readonly provider: CalendarProviderName;
  readonly state: 'due' | 'written' | 'failed' | 'deleted' | 'detached';
  /** It waits until the host has connected the calendar again. */
  readonly waits: boolean;
  readonly htmlLink: string | null;
  readonly failure: 'forbidden' | 'not_found' | 'refused' | 'throttled' | 'away' | null;
  readonly declined: readonly string[];
}

/** As SQL: opens the event of a row of `bookings` in its organizing host's calendar; null: it is not there, or not yet. */
export const eventLinkOf = (sql: Queryable) => sql`
  (select e.html_link from calendar_events e join calendars k on k.id = e.calendar_id
      join calendar_connections c on c.id = k.connection_id and c.status <> 'revoked'
    where e.booking_id = bookings.id and e.user_id = bookings.host_id)`;

/** The events of a booking; those of connections that are over are not shown. */
export const readBookingEvents = (sql: Queryable, bookingId: string) => sql<BookingEvent[]>`
  select e.user_id as "hostId", c.provider, e.state, e.state = 'due' and c.status = 'reconnect_required' as waits,
    e.html_link as "htmlLink", e.failure, e.declined
  from calendar_events e join calendars k on k.id = e.calendar_id join calendar_connections c on c.id = k.connection_id
  where e.booking_id = ${bookingId} and c.status <> 'revoked' order by e.user_id`;
