import type { LoggedActor } from '../../domain/booking/actors.ts';
import { activeStatuses, isScheduled, scheduledStatuses } from '../../domain/booking/booking-states.ts';
import { DAY_MS } from '../../domain/time/civil.ts';
import type { BookingSource } from '../../schemas/shapes/access.ts';
import type { PackState } from '../../schemas/shapes/prep.ts';
import { BookingStatus, type LocationType } from '../../schemas/shapes/public-calendar.ts';
import { anywhere } from '../activity/text-in-entries.ts';
import { hostTimezone } from '../bookable/event-rows.ts';
import type { Queryable } from '../database.ts';
import { atMicros, behind, type Position, upTo } from '../keyset.ts';

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
  /** The hosts in addition to `hostId`, in order; usually none. */
  readonly otherHosts: readonly { readonly id: string; readonly name: string }[];
  readonly guestName: string | null;
  readonly guestEmail: string;
  readonly guestTimezone: string;
  readonly agentEmail: string | null;
  readonly source: BookingSource;
  /** The actor who booked; null: the log has no entry. */
  readonly maker: LoggedActor | null;
  readonly decideBy: Date | null;
  /** null: it has no pack. */
  readonly prepPack: PackState | null;
  readonly sample: boolean;
  /** Made with a test key. */
  readonly testMode: boolean;
  readonly endedAs: EndOfRequest | null;
}

/** How a request ended without a meeting. */
export type EndOfRequest = 'declined' | 'expired';

/** Of a row of bookings: how its request ended; null: it did not end so. */
export const endedAs = (sql: Queryable, alias: string) => sql`
  case when ${sql(alias)}.status = 'canceled' then (select c.kind from booking_changes c
    where c.booking_id = ${sql(alias)}.id and c.kind in ('declined', 'expired') order by c.revision desc limit 1) end as "endedAs"`;

export interface MeetingQuery {
  readonly workspaceId: string;
  /** Only this host's; null: all. */
  readonly hostId: string | null;
  readonly filter: MeetingFilter;
  readonly eventTypeId: string | undefined;
  readonly guestEmail: string | undefined;
  /** A text in the guest's name or address; `until`: where the search of this page ends ({@link readSearchEnd}). */
  readonly guest?: string | undefined;
  readonly until?: Position | undefined;
  /** Starts in [fromMs, toMs). */
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
  readonly now: number;
  readonly after: Position | undefined;
  /** The rows before that position, instead: the page before. */
  readonly backwards?: boolean;
  readonly limit: number;
}

/** A request that waits is coming, too: who asks what is ahead must hear of it. */
const STATUSES: Readonly<Record<MeetingFilter, readonly BookingStatus[]>> = {
  upcoming: activeStatuses,
  past: [...scheduledStatuses, 'completed', 'no_show'],
  canceled: ['canceled'],
  pending: ['pending_confirmation'],
  all: BookingStatus.options,
};

/** Which ends count. Which starts do, is in `placed`. */
const isInTime = (sql: Queryable, { filter, now }: MeetingQuery, status: BookingStatus) => {
  if (filter === 'upcoming') return sql`and b.end_at > ${new Date(now)}`;
  return filter === 'past' && isScheduled(status) ? sql`and b.end_at <= ${new Date(now)}` : sql``;
};

/**
 * Starts in [fromMs, toMs). No meeting is longer than 12 hours (`event_types.duration_minutes`): one that is not over began within a day. A
 * bound that the position has passed is left out: PostgreSQL would begin the scan there, and read all before the position again.
 */
function startsOf(query: MeetingQuery, status: BookingStatus) {
  const { filter, fromMs, toMs, now, after } = query;
  const first = filter === 'upcoming' ? Math.max(now - DAY_MS, fromMs ?? now - DAY_MS) : fromMs;
  const end = filter === 'past' && isScheduled(status) ? Math.min(now, toMs ?? now) : toMs;
  const afterMs = after === undefined ? undefined : Number(after.atMicros) / 1_000;
  if (afterMs === undefined) return { first, end };
  return isAscending(query)
    ? { first: first !== undefined && afterMs >= first ? undefined : first, end }
    : { first, end: end !== undefined && afterMs < end ? undefined : end };
}

/** Returns the conditions of the list, except host and status. */
const narrowed = (sql: Queryable, { workspaceId, eventTypeId, guestEmail, guest }: MeetingQuery) => sql`
  b.workspace_id = ${workspaceId}
  ${guest === undefined ? sql`` : sql`and (b.guest_name ilike ${anywhere(guest)} or b.guest_email::text ilike ${anywhere(guest)})`}
  ${eventTypeId === undefined ? sql`` : sql`and b.event_type_id = ${eventTypeId}`}
  ${guestEmail === undefined ? sql`` : sql`and b.guest_email = ${guestEmail}`}`;

/** Where in the order of the list. `alias`: of the table whose index has the order. */
const placed = (sql: Queryable, query: MeetingQuery, status: BookingStatus, columns: { at: string; id: string }) => {
  const { first, end } = startsOf(query, status);
  return sql`
    ${first === undefined ? sql`` : sql`and ${sql(columns.at)} >= ${new Date(first)}`}
    ${end === undefined ? sql`` : sql`and ${sql(columns.at)} < ${new Date(end)}`}
    and ${behind(sql, columns, direction(query), query.after)} and ${upTo(sql, columns, direction(query), query.until)}`;
};

/** The order of the scan: that of the list, or backwards. */
const isAscending = ({ filter, backwards }: Pick<MeetingQuery, 'filter' | 'backwards'>): boolean =>
  (filter === 'upcoming' || filter === 'pending') !== (backwards ?? false);

const direction = (query: MeetingQuery) => (isAscending(query) ? 'ascending' : 'descending');

const ordered = (sql: Queryable, query: MeetingQuery, { at, id }: { at: string; id: string }) =>
  isAscending(query)
    ? sql`order by ${sql(at)}, ${sql(id)} limit ${query.limit + 1}`
    : sql`order by ${sql(at)} desc, ${sql(id)} desc limit ${query.limit + 1}`;

/**
 * The first meetings of one status, from one index that has exactly this order: however many meetings there are, no other is read.
 * Of a host: those that they organize, or those where they are another host.
 */
const ofStatus = (sql: Queryable, query: MeetingQuery, status: BookingStatus, role: 'organizer' | 'other host') => {
  const { hostId } = query;
  if (role === 'other host') {
    const columns = { at: 'h.start_at', id: 'h.booking_id' };
    return sql`(
      select b.id, b.start_at from booking_hosts h join bookings b on b.id = h.booking_id
      where h.user_id = ${hostId} and h.status = ${status} and ${narrowed(sql, query)} ${isInTime(sql, query, status)}
        ${placed(sql, query, status, columns)} ${ordered(sql, query, columns)})`;
  }
  const columns = { at: 'b.start_at', id: 'b.id' };
  return sql`(
    select b.id, b.start_at from bookings b
    where ${narrowed(sql, query)} ${hostId === null ? sql`` : sql`and b.host_id = ${hostId}`} and b.status = ${status}
      ${isInTime(sql, query, status)} ${placed(sql, query, status, columns)} ${ordered(sql, query, columns)})`;
};

/** The first entry of a meeting in the log, from the end of an index: it says who booked. A person has the name of now. */
const maker = (sql: Queryable) => sql`
  (select json_build_object('name', coalesce((select name from users where id = l.user_id and l.api_key_id is null), l.actor), 'userId', l.user_id, 'apiKeyId', l.api_key_id, 'source', l.source) from activity_log l
    where l.workspace_id = b.workspace_id and coalesce(l.subject_id, l.booking_id) = b.id
      and l.action in ('booking.requested', 'booking.confirmed')
    order by l.created_at, l.id limit 1) as maker`;

/** The meetings of a query, found status by status, in some order. */
const foundBy = (sql: Queryable, query: MeetingQuery) => {
  const roles = query.hostId === null ? (['organizer'] as const) : (['organizer', 'other host'] as const);
  return STATUSES[query.filter]
    .flatMap((status) => roles.map((role) => ofStatus(sql, query, status, role)))
    .reduce((left, right) => sql`${left} union all ${right}`);
};

/** Meetings that a text is looked for in, for one page of the list: no index holds it (docs/decisions/api.md#lists). */
export const SEARCHED_MEETINGS = 5_000;

/** The last meeting that one page of a search looks into, in the direction of the page; undefined: it looks into all that are left. */
export async function readSearchEnd(sql: Queryable, query: MeetingQuery): Promise<Position | undefined> {
  const all = { ...query, guest: undefined, until: undefined, limit: SEARCHED_MEETINGS };
  const at = { at: 'f.start_at', id: 'f.id' };
  const [last, next] = await sql<Position[]>`
    select f.id, ${atMicros(sql, 'f.start_at')} from (
      select f.id, f.start_at from (${foundBy(sql, all)}) f ${ordered(sql, all, at)}) f
    order by ${isAscending(query) ? sql`f.start_at, f.id` : sql`f.start_at desc, f.id desc`}
    offset ${SEARCHED_MEETINGS - 1} limit 2`;
  return next && last;
}

/**
 * Meetings of a workspace: upcoming ones the next first, else the latest first; the other way round if read backwards. One more than
 * `limit` if there are more.
 */
export const listMeetingLines = (sql: Queryable, query: MeetingQuery): Promise<MeetingLine[]> => sql<MeetingLine[]>`
    select b.id, b.start_at as "startAt", b.end_at as "endAt", b.status, b.location_type as "locationType",
      b.join_url as "joinUrl", e.id as "eventTypeId", e.name as "eventName", e.slug as "eventSlug",
      u.id as "hostId", u.name as "hostName", m.username as "hostUsername", ${hostTimezone(sql)},
      b.guest_name as "guestName", b.guest_email::text as "guestEmail", b.guest_timezone as "guestTimezone",
      b.agent_email::text as "agentEmail", b.source, ${maker(sql)}, b.decide_by as "decideBy",
      (select p.status from prep_packs p where p.booking_id = b.id) as "prepPack", b.is_sample as sample, b.test_mode as "testMode", ${endedAs(sql, 'b')},
      (select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name) order by h.position), '[]')
        from booking_hosts h join users o on o.id = h.user_id where h.booking_id = b.id) as "otherHosts",
      ${atMicros(sql, 'b.start_at')}
    from (select f.id, f.start_at from (${foundBy(sql, query)}) f ${ordered(sql, query, { at: 'f.start_at', id: 'f.id' })}) page
    join bookings b on b.id = page.id
    join workspaces w on w.id = b.workspace_id
    join event_types e on e.id = b.event_type_id
    join users u on u.id = b.host_id
    left join memberships m on m.workspace_id = b.workspace_id and m.user_id = b.host_id
    left join schedules s on s.id = e.schedule_id
    ${ordered(sql, query, { at: 'page.start_at', id: 'page.id' })}`;
