import type { Interval } from '../../domain/slots/types.ts';
import type { Queryable } from '../database.ts';

/** An upcoming meeting, with what a change of hours needs to know. */
export interface ComingMeeting extends Interval {
  readonly id: string;
  readonly eventName: string;
  /** Name or address. */
  readonly invitee: string;
}

/** More meetings than anyone has ahead; a change of hours looks at no more. */
const MOST = 2_000;

export interface ComingQuery {
  readonly workspaceId: string;
  readonly userId: string;
  readonly now: number;
}

const coming = (sql: Queryable, { workspaceId, userId, now }: ComingQuery) => sql`
  select b.id, (extract(epoch from b.start_at) * 1000)::float8 as "startMs",
    (extract(epoch from b.end_at) * 1000)::float8 as "endMs", e.name as "eventName",
    coalesce(b.guest_name, b.guest_email::text) as invitee
  from claims c
  join bookings b on b.id = c.booking_id
  join event_types e on e.id = b.event_type_id
  where c.host_id = ${userId} and c.kind = 'booking' and c.workspace_id = ${workspaceId}
    and c.period && tstzrange(${new Date(now)}, null) and b.end_at > ${new Date(now)}`;

/** A person's upcoming meetings in a workspace that overlap an interval, in order, without buffers. */
export const meetingsIn = (sql: Queryable, query: ComingQuery, { startMs, endMs }: Interval) =>
  sql<ComingMeeting[]>`
    ${coming(sql, query)} and b.start_at < ${new Date(endMs)} and b.end_at > ${new Date(startMs)}
    order by b.start_at, b.id limit ${MOST}`;

/**
 * A person's upcoming meetings whose hours come from a schedule, in order: those of event types that use it and, if it is their
 * default, those of teams.
 */
export const meetingsBy = (
  sql: Queryable,
  query: ComingQuery,
  { scheduleId, isDefault }: { readonly scheduleId: string; readonly isDefault: boolean },
) =>
  sql<ComingMeeting[]>`
    ${coming(sql, query)} and case when e.host_id = c.host_id then e.schedule_id = ${scheduleId} else ${isDefault} end
    order by b.start_at, b.id limit ${MOST}`;
