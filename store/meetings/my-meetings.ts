import type { ActiveStatus } from '../../domain/booking/booking-states.ts';
import { DAY_MS } from '../../domain/time/civil.ts';
import { hostTimezone } from '../bookable/event-rows.ts';
import type { Queryable } from '../database.ts';

interface Wanted {
  readonly limit: number;
  readonly statuses: readonly ActiveStatus[];
}

/** A meeting that a person will host. */
export interface UpcomingMeeting {
  readonly id: string;
  readonly startAt: Date;
  readonly endAt: Date;
  readonly status: ActiveStatus;
  readonly eventName: string;
  readonly guestName: string | null;
  readonly guestEmail: string;
  readonly guestTimezone: string;
  /** Of the host whose meeting it is; null: they have none. */
  readonly hostTimezone: string | null;
  readonly workspaceId: string;
  readonly workspaceName: string;
  /** Its event type wants prep packs. */
  readonly prep: boolean;
}

/**
 * The next meetings that a person hosts, alone or with others, in all workspaces that they are a member of and do not leave; one that goes on is among
 * them. Each status is read from an index that has this order (`bookings_list_host`, `booking_hosts_list`), as many rows as are wanted. No meeting is
 * longer than 12 hours: one that is not over began within a day.
 */
export const listComingMeetings = (sql: Queryable, userId: string, nowMs: number, { limit, statuses }: Wanted) => sql<
  UpcomingMeeting[]
>`
  select b.id, b.start_at as "startAt", b.end_at as "endAt", b.status, e.name as "eventName", b.guest_name as "guestName",
    b.guest_email::text as "guestEmail", b.guest_timezone as "guestTimezone", zone."hostTimezone", w.id as "workspaceId", w.name as "workspaceName", e.prep
  from (
    select found.id, found.start_at from unnest(${statuses as readonly string[]}::text[]) as live (status)
    cross join lateral (
      (select o.id, o.start_at from bookings o
        where o.host_id = ${userId} and o.status = live.status and o.start_at > ${new Date(nowMs - DAY_MS)} and o.end_at > ${new Date(nowMs)}
          and exists (select 1 from memberships m where m.workspace_id = o.workspace_id and m.user_id = o.host_id and m.leaving_at is null)
        order by o.start_at, o.id limit ${limit})
      union all
      (select h.booking_id, h.start_at from booking_hosts h join bookings o on o.id = h.booking_id
        where h.user_id = ${userId} and h.status = live.status and h.start_at > ${new Date(nowMs - DAY_MS)} and o.end_at > ${new Date(nowMs)}
          and exists (select 1 from memberships m where m.workspace_id = o.workspace_id and m.user_id = h.user_id and m.leaving_at is null)
        order by h.start_at, h.booking_id limit ${limit})
    ) found order by found.start_at, found.id limit ${limit}
  ) next
  join bookings b on b.id = next.id join event_types e on e.id = b.event_type_id join workspaces w on w.id = b.workspace_id
  join users u on u.id = b.host_id left join schedules s on s.id = e.schedule_id
  cross join lateral (select ${hostTimezone(sql)}) zone
  order by next.start_at, next.id`;
