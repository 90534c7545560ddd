import { standingStatuses } from '../../domain/booking/booking-states.ts';
import type { BookingStatus, LocationType } from '../../schemas/shapes/public-calendar.ts';
import { hostTimezone } from '../bookable/event-rows.ts';
import type { Queryable } from '../database.ts';
import { isHostedBy } from '../hosted-by.ts';
import { atMicros, behind, type Position } from '../keyset.ts';

export type MeetingFilter = 'upcoming' | 'past' | 'canceled' | 'pending' | 'all';

/** A meeting in a list. */
export interface MeetingLine extends Position {
  readonly startAt: Date;
  readonly endAt: Date;
  readonly status: BookingStatus;
  readonly locationType: LocationType;
  readonly joinUrl: string | null;
  readonly eventTypeId: string;
  readonly eventName: string;
  readonly eventSlug: string;
  readonly hostId: string;
  readonly hostName: string;
  readonly hostUsername: string | null;
  readonly hostTimezone: string | null;
  readonly guestName: string | null;
  readonly guestEmail: string;
  readonly guestTimezone: string;
}

export interface MeetingQuery {
  readonly workspaceId: string;
  /** Only this host's; null: all. */
  readonly hostId: string | null;
  readonly filter: MeetingFilter;
  readonly eventTypeId: string | undefined;
  readonly guestEmail: string | undefined;
  /** Starts in [fromMs, toMs). */
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
  readonly now: number;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** Each meeting matches exactly one of the filters besides `all`. */
const passes = (sql: Queryable, filter: MeetingFilter, now: number) => {
  const stands = sql`b.status = any(${[...standingStatuses]}::text[])`;
  switch (filter) {
    case 'upcoming':
      return sql`${stands} and b.end_at > ${new Date(now)}`;
    case 'past':
      return sql`(b.status in ('completed', 'no_show') or ${stands} and b.end_at <= ${new Date(now)})`;
    case 'canceled':
      return sql`b.status = 'canceled'`;
    case 'pending':
      return sql`b.status = 'pending_confirmation'`;
    case 'all':
      return sql`true`;
  }
};

/** The other conditions of the list. */
const narrowed = (sql: Queryable, { hostId, eventTypeId, guestEmail, fromMs, toMs }: MeetingQuery) => sql`
  ${hostId === null ? sql`` : sql`and ${isHostedBy(sql, hostId)}`}
  ${eventTypeId === undefined ? sql`` : sql`and b.event_type_id = ${eventTypeId}`}
  ${guestEmail === undefined ? sql`` : sql`and b.guest_email = ${guestEmail}`}
  ${fromMs === undefined ? sql`` : sql`and b.start_at >= ${new Date(fromMs)}`}
  ${toMs === undefined ? sql`` : sql`and b.start_at < ${new Date(toMs)}`}`;

/** Meetings of a workspace: upcoming ones the next first, else the latest first. One more than `limit` if there are more. */
export const listMeetingLines = async (sql: Queryable, query: MeetingQuery): Promise<MeetingLine[]> => {
  const { workspaceId, filter, now, after, limit } = query;
  const ascending = filter === 'upcoming';
  const order = ascending ? sql`b.start_at, b.id` : sql`b.start_at desc, b.id desc`;
  const rows = await sql<(Omit<MeetingLine, 'hostTimezone'> & { host_timezone: string | null })[]>`
    select b.id, b.start_at as "startAt", b.end_at as "endAt", b.status, b.location_type as "locationType",
      b.join_url as "joinUrl", e.id as "eventTypeId", e.name as "eventName", e.slug as "eventSlug",
      u.id as "hostId", u.name as "hostName", m.username as "hostUsername", ${hostTimezone(sql)},
      b.guest_name as "guestName", b.guest_email::text as "guestEmail", b.guest_timezone as "guestTimezone",
      ${atMicros(sql, 'b.start_at')}
    from bookings b
    join workspaces w on w.id = b.workspace_id
    join event_types e on e.id = b.event_type_id
    join users u on u.id = b.host_id
    left join memberships m on m.workspace_id = b.workspace_id and m.user_id = b.host_id
    left join schedules s on s.id = e.schedule_id
    where b.workspace_id = ${workspaceId} ${narrowed(sql, query)} and ${passes(sql, filter, now)}
      and ${behind(sql, { at: 'b.start_at', id: 'b.id' }, ascending ? 'ascending' : 'descending', after)}
    order by ${order}
    limit ${limit + 1}`;
  return rows.map(({ host_timezone, ...line }) => ({ ...line, hostTimezone: host_timezone }));
};
