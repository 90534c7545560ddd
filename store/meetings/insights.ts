import { BookingStatus } from '../../schemas/shapes/public-calendar.ts';
import type { Queryable } from '../database.ts';
import { isScheduledIn } from '../live-bookings.ts';

/** The counts of a group of meetings. */
export interface Counts {
  readonly bookings: number;
  readonly pending: number;
  readonly upcoming: number;
  readonly completed: number;
  readonly canceled: number;
  readonly noShows: number;
}

export interface InsightQuery {
  readonly workspaceId: string;
  /** Only meetings that this person hosts; null: all. */
  readonly hostId: string | null;
  /** YYYY-MM-DD, inclusive; null: 90 days in all, to today if both are. */
  readonly fromDate: string | null;
  readonly toDate: string | null;
  /** IANA; null: the workspace's. */
  readonly timeZone: string | null;
  readonly now: number;
}

type Grouping = 'total' | 'event_type' | 'host' | 'source' | 'week';

interface Group extends Counts {
  readonly grouping: Grouping;
  /** An id, a source, the Monday of a week; null: the total. */
  readonly key: string | null;
  /** Of an event type or a host. */
  readonly name: string | null;
  /** Median of the total, an event type or a source; null: of no bookings, or of another group. */
  readonly leadTimeMinutes: number | null;
}

export interface Insights {
  readonly fromDate: string;
  readonly toDate: string;
  readonly timeZone: string;
  readonly groups: readonly Group[];
}

/** The period by the calendar of its zone, and its bounds as instants. */
const period = (sql: Queryable, { workspaceId, fromDate, toDate, timeZone, now }: InsightQuery) => sql`
  select zone, first, last, first::timestamp at time zone zone as starts, (last + 1)::timestamp at time zone zone as ends
  from (select coalesce(${timeZone}::text, (select timezone from workspaces where id = ${workspaceId}), 'UTC') as zone) z,
    lateral (select (${new Date(now)}::timestamptz at time zone zone)::date as today) t,
    lateral (select coalesce(${toDate}::date, ${fromDate}::date + 89, today) as last) l,
    lateral (select coalesce(${fromDate}::date, last - 89) as first) f`;

/** The meetings of the period, each status from one index that has it: `bookings_list`, `bookings_list_host`, `booking_hosts_list`. */
const found = (sql: Queryable, { workspaceId, hostId }: InsightQuery) => {
  const columns = sql`b.id, b.event_type_id, b.host_id, b.source, b.status, b.start_at, b.end_at, b.created_at`;
  const narrowed = sql`b.workspace_id = ${workspaceId} and not b.test_mode and not b.is_sample`;
  const each = sql`period p, unnest(${BookingStatus.options as readonly string[]}::text[]) as one (status)`;
  const inPeriod = (at: string, status: string) =>
    sql`${sql(status)} = one.status and ${sql(at)} >= p.starts and ${sql(at)} < p.ends`;
  if (hostId === null)
    return sql`select b.* from ${each}, lateral (
      select ${columns} from bookings b where ${narrowed} and ${inPeriod('b.start_at', 'b.status')}) b`;
  return sql`
    select b.* from ${each}, lateral (
      select ${columns} from bookings b where b.host_id = ${hostId} and ${narrowed} and ${inPeriod('b.start_at', 'b.status')}) b
    union
    select b.* from ${each}, lateral (
      select ${columns} from booking_hosts h join bookings b on b.id = h.booking_id
      where h.user_id = ${hostId} and ${narrowed} and ${inPeriod('h.start_at', 'h.status')}) b`;
};

/** Selects the state of a meeting. Each meeting has exactly one. */
const state = (sql: Queryable, now: number) => sql`
  case when ${isScheduledIn(sql, 'f')}
    then case when end_at <= ${new Date(now)} then 'completed' else 'upcoming' end else status end`;

const counts = (sql: Queryable) => {
  const of = (name: string) => sql`coalesce(sum(n) filter (where state = ${name}), 0)::int`;
  return sql`
    coalesce(sum(n), 0)::int as bookings, ${of('pending_confirmation')} as pending, ${of('upcoming')} as upcoming,
    ${of('completed')} as completed, ${of('canceled')} as canceled, ${of('no_show')} as "noShows"`;
};

/** A sort for each: of 100,000 meetings it takes longer than all counts together, so that hosts and weeks have none. */
const median = (sql: Queryable) => sql`
  round(extract(epoch from percentile_disc(0.5) within group (order by lead)) / 60)::int as "leadTimeMinutes"
  from found where lead >= interval '0'`;

/** Counts the meetings of a period, by their start: one query. Groups with most bookings come first. */
export async function readInsights(sql: Queryable, query: InsightQuery): Promise<Insights> {
  const { hostId, now } = query;
  const rows = await sql<(Omit<Insights, 'groups'> & Group)[]>`
    with period as (${period(sql, query)}),
    found as materialized (
      select f.id, f.event_type_id, f.host_id, f.source, ${state(sql, now)} as state, f.start_at - f.created_at as lead,
        date_trunc('week', f.start_at at time zone p.zone)::date as week
      from (${found(sql, query)}) f, period p
    ),
    cells as materialized (
      select event_type_id, host_id, source, week, state, count(*) as n from found group by event_type_id, host_id, source, week, state
    ),
    groups as (
      select case grouping(event_type_id, source, week) when 7 then 'total' when 3 then 'event_type' when 5 then 'source' else 'week' end as grouping,
        coalesce(event_type_id::text, source, week::text) as key, ${counts(sql)}
      from cells group by grouping sets ((), (event_type_id), (source), (week))
      union all
      select 'host', host::text, ${counts(sql)} from (
        select host_id as host, state, n from cells
        union all select h.user_id, f.state, 1 from found f join booking_hosts h on h.booking_id = f.id) hosted
      where ${hostId === null ? sql`true` : sql`host = ${hostId}`} group by host
    ),
    medians as (
      select 'total' as grouping, null as key, ${median(sql)}
      union all select 'event_type', event_type_id::text, ${median(sql)} group by event_type_id
      union all select 'source', source, ${median(sql)} group by source
    )
    select p.first::text as "fromDate", p.last::text as "toDate", p.zone as "timeZone", g.*, m."leadTimeMinutes",
      case g.grouping when 'event_type' then (select name from event_types where id = g.key::uuid)
        when 'host' then (select name from users where id = g.key::uuid) end as name
    from period p, groups g left join medians m on m.grouping = g.grouping and m.key is not distinct from g.key
    order by g.bookings desc, g.key`;
  const [row] = rows;
  if (!row) throw new Error('no total: a query without rows has one, too');
  const { fromDate, toDate, timeZone } = row;
  return { fromDate, toDate, timeZone, groups: rows };
}
