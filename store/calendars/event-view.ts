import { activeStatuses } from '../../domain/booking/booking-states.ts';
import type { CalendarProviderName } from '../../domain/calendars/remote-event.ts';
import type { Queryable } from '../database.ts';

/** How the event of a booking stands in the calendar of one of its hosts. */
export interface BookingEvent {
  readonly hostId: string;
  readonly provider: CalendarProviderName;
  readonly state: 'due' | 'written' | 'failed' | 'deleted' | 'detached' | 'moved';
  /** It waits until the host has connected the calendar again. */
  readonly waits: boolean;
  /** moved: where its host moved it. */
  readonly movedFrom: Date | null;
  readonly movedUntil: Date | null;
  readonly htmlLink: string | null;
  readonly failure: 'forbidden' | 'not_found' | 'refused' | 'throttled' | 'away' | null;
  readonly declined: readonly string[];
}

/** As SQL: opens the event of a row of `bookings` in its organizing host's calendar; null: it is not there, or not yet. */
export const eventLinkOf = (sql: Queryable) => sql`
  (select e.html_link from calendar_events e join calendars k on k.id = e.calendar_id
      join calendar_connections c on c.id = k.connection_id and c.status <> 'revoked'
    where e.booking_id = bookings.id and e.user_id = bookings.host_id)`;

/** As SQL: the host has moved event `e`, and its coming booking `b` stands where it was. Not while the booking is about to follow. */
export const isMovedIn = (sql: Queryable) => sql`
  (e.state = 'written' and e.attempt_id is null and b.status = any(${[...activeStatuses]}::text[]) and b.start_at > now()
    and (lower(e.period), upper(e.period)) <> (b.start_at, b.end_at))`;

/** As SQL: state and times of an event `e` of a booking `b`. */
export const eventState = (sql: Queryable) => sql`
  case when ${isMovedIn(sql)} then 'moved' else e.state end as state,
  case when ${isMovedIn(sql)} then lower(e.period) end as "movedFrom", case when ${isMovedIn(sql)} then upper(e.period) end as "movedUntil"`;

/** The events of a booking; those of connections that are over are not shown. */
export const readBookingEvents = (sql: Queryable, bookingId: string) => sql<BookingEvent[]>`
  select e.user_id as "hostId", c.provider, ${eventState(sql)}, e.state = 'due' and c.status = 'reconnect_required' as waits,
    e.html_link as "htmlLink", e.failure, e.declined
  from calendar_events e join bookings b on b.id = e.booking_id join calendars k on k.id = e.calendar_id
    join calendar_connections c on c.id = k.connection_id
  where e.booking_id = ${bookingId} and c.status <> 'revoked' order by e.user_id`;
