import type { Interval } from '../../domain/slots/types.ts';
import type { Queryable } from '../database.ts';

/** An upcoming meeting that a change of hours may affect. */
export interface UpcomingMeeting extends Interval {
  readonly id: string;
  readonly eventName: string;
  /** Name or address. */
  readonly invitee: string;
}

/** The maximum number of meetings that a change of hours checks: more than one person has ahead. */
const MAX_MEETINGS = 2_000;

export interface UpcomingQuery {
  readonly workspaceId: string;
  readonly userId: string;
  readonly now: number;
}

const upcoming = (sql: Queryable, { workspaceId, userId, now }: UpcomingQuery) => sql`
  select b.id, (extract(epoch from b.start_at) * 1000)::float8 as "startMs",
    (extract(epoch from b.end_at) * 1000)::float8 as "endMs", e.name as "eventName",
    coalesce(b.guest_name, b.guest_email::text) as invitee
  from claims c
  join bookings b on b.id = c.booking_id
  join event_types e on e.id = b.event_type_id
  where c.host_id = ${userId} and c.kind = 'booking' and c.workspace_id = ${workspaceId}
    and c.period && tstzrange(${new Date(now)}, null) and b.end_at > ${new Date(now)}`;

/** Lists a person's upcoming meetings in a workspace that overlap an interval, in order. Buffers do not count. */
export const meetingsIn = (sql: Queryable, query: UpcomingQuery, { startMs, endMs }: Interval) =>
  sql<UpcomingMeeting[]>`
    ${upcoming(sql, query)} and b.start_at < ${new Date(endMs)} and b.end_at > ${new Date(startMs)}
    order by b.start_at, b.id limit ${MAX_MEETINGS}`;

/**
 * Lists a person's upcoming meetings whose hours come from a schedule, in order: those of event types that use it and, if it is the
 * person's default, those of teams.
 */
export const meetingsOfSchedule = (
  sql: Queryable,
  query: UpcomingQuery,
  { scheduleId, isDefault }: { readonly scheduleId: string; readonly isDefault: boolean },
) =>
  sql<UpcomingMeeting[]>`
    ${upcoming(sql, query)} and case when e.host_id = c.host_id then e.schedule_id = ${scheduleId} else ${isDefault} end
    order by b.start_at, b.id limit ${MAX_MEETINGS}`;
