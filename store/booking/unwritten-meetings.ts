import type { BookingEvent } from '../calendars/event-view.ts';
import type { Queryable } from '../database.ts';
import { isLiveIn } from './live-bookings.ts';

/** A coming meeting that is not in its host's calendar as it should be. */
export interface UnwrittenMeeting {
  readonly bookingId: string;
  /** Name of the event type. */
  readonly eventName: string;
  /** As they typed it, else their address. */
  readonly guest: string;
  readonly startAt: Date;
  readonly endAt: Date;
  /** detached: the host deleted its event, and the meeting stands. */
  readonly state: 'failed' | 'detached';
  readonly failure: BookingEvent['failure'];
}

/** One more than this shows that there are more. */
export const UNWRITTEN_LISTED = 20;

/** A person's meetings in a workspace that failed to be written, or whose event they deleted and want to be asked about, next first. */
export const listUnwritten = (
  sql: Queryable,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
) => sql<UnwrittenMeeting[]>`
  select b.id as "bookingId", t.name as "eventName", coalesce(b.guest_name, b.guest_email::text) as guest, b.start_at as "startAt", b.end_at as "endAt", e.state, e.failure
  from calendar_events e join bookings b on b.id = e.booking_id join event_types t on t.id = b.event_type_id
    left join calendar_settings s on s.user_id = e.user_id
  where e.user_id = ${userId} and e.state in ('failed', 'detached') and (e.state = 'failed' or coalesce(s.host_delete, 'follow') <> 'ignore')
    and b.workspace_id = ${workspaceId} and b.end_at > now() and ${isLiveIn(sql, 'b')}
  order by b.start_at, b.id limit ${UNWRITTEN_LISTED}`;
