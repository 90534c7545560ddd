import { eventTables, hasWork, workAt } from '../calendars/events.ts';
import { isActiveIn, isScheduledIn } from '../live-bookings.ts';
import type { WaitingQuery } from '../waiting-query.ts';

/**
 * For the sweep: bookings and open codes whose flow has something to do. Codes, reminders, calendar events and mails that wait for room have
 * lots of their own: what strangers cause delays no meeting.
 */
export const waitingBookings: WaitingQuery = (sql) => sql`
  select 'code' as lot, id, workspace_id, expires_at as since from challenges where status = 'open'
  union all
  select 'booking', b.id, b.workspace_id, c.created_at from booking_changes c join bookings b on b.id = c.booking_id
    where c.announced_at is null
  union all
  select 'calendarEvent', b.id, b.workspace_id, ${workAt(sql)} from ${eventTables(sql)} where ${hasWork(sql)}
  union all
  select 'booking', id, workspace_id, decide_by from bookings where status = 'pending_confirmation'
  union all
  select 'booking', id, workspace_id, end_at from bookings where ${isScheduledIn(sql)}
  union all
  select 'reminder', id, workspace_id, remind_at from bookings where remind_at is not null
  union all
  select 'waitingMail', b.id, b.workspace_id, w.try_at from waiting_mails w join bookings b on b.id = w.booking_id
    where w.try_at < 'infinity' and ${isActiveIn(sql, 'b')}
  union all
  select 'floodBooking', b.id, b.workspace_id, f.closed_at from booking_origins o join bookings b on b.id = o.booking_id
    join booking_floods f on f.id = o.cleared_flood_id
    where o.cleared_flood_id is not null and ${isActiveIn(sql, 'b')} and b.start_at > now()
  union all
  select 'testBooking', b.id, b.workspace_id, t.ended_at from test_bookings t join bookings b on b.id = t.booking_id
    where t.ended_at is not null and ${isActiveIn(sql, 'b')} and b.start_at > now()`;
