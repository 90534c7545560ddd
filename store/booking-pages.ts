import type { BookingPage } from '../domain/booking-page.ts';
import { busyReach } from '../domain/slots/reach.ts';
import type { BusyInterval, Interval } from '../domain/slots/types.ts';
import { DAY_MS } from '../domain/time/civil.ts';
import type { FormDefinition } from '../schemas/forms.ts';
import type { LocationType } from '../schemas/public-calendar.ts';
import type { Queryable } from './database.ts';

/** The three parts of a public link. */
export interface EventAddress {
  readonly workspace: string;
  readonly username: string;
  readonly eventSlug: string;
}

/** A claim as the evaluator sees it, with what decides whether it still blocks. */
export interface ClaimedTime extends BusyInterval {
  readonly bookingId: string;
  /** null: a booking. A hold blocks others until this instant, then yields. */
  readonly firmUntilMs: number | null;
}

/** A page and everything that keeps its host busy, read at once and good while `version` stands. */
export interface PageSnapshot {
  readonly version: string;
  readonly page: BookingPage;
  /** In order of time. */
  readonly claims: readonly ClaimedTime[];
  /** When the holds among the claims yield. */
  readonly yieldsMs: readonly number[];
  /** Claims are read for starts before this instant. */
  readonly horizonMs: number;
}

interface PageRow {
  version: string;
  workspace_id: string;
  workspace_slug: string;
  workspace_name: string;
  locked: boolean;
  host_id: string;
  host_name: string;
  host_email: string;
  username: string;
  host_timezone: string | null;
  event_type_id: string;
  event_slug: string;
  event_name: string;
  description: string | null;
  location_type: LocationType;
  location_detail: string | null;
  requires_approval: boolean;
  require_otp_human: boolean;
  require_otp_agent: boolean;
  require_business_email: boolean;
  block_restricted_email_domains: boolean;
  duration_minutes: number;
  slot_interval_minutes: number | null;
  buffer_before_minutes: number;
  buffer_after_minutes: number;
  minimum_notice_minutes: number;
  max_future_days: number;
  limit_per_day: number | null;
  limit_per_week: number | null;
  limit_per_month: number | null;
  form_id: string | null;
  form: FormDefinition | null;
  timezone: string | null;
  weekly_rules: { dayOfWeek: number; startMinute: number; endMinute: number }[];
  overrides: { date: string; windows: { startMinute: number; endMinute: number }[] }[];
  time_off: { startMs: number; endMs: number }[];
}

/** Of what a host has in a workspace, the schedule that speaks for them: the oldest. */
const ownSchedule = (sql: Queryable) => sql`
  select own.id, own.timezone from schedules own
  where own.user_id = u.id and own.workspace_id = w.id order by own.created_at, own.id limit 1`;

/**
 * `hostTimezone` of every answer and mail: where the host's times are told. The zone of the event's schedule; without one, and
 * for a calendar as a whole, that of the host's own; null: they have none. `s` is the event's schedule.
 */
export const hostTimezone = (sql: Queryable) =>
  sql`coalesce(s.timezone, (select timezone from (${ownSchedule(sql)}) own)) as host_timezone`;

const versionText = (sql: Queryable) => sql`
  concat_ws('.', e.id, w.version, m.version, e.version, f.version, s.version, u.busy_version,
    case when s.id is null then (select timezone from (${ownSchedule(sql)}) own) end) as version`;

/** @param hostId whose page it is. Default: the event's host. One who has given the event away keeps to a schedule of their own. */
const source = (sql: Queryable, hostId: string | null = null) => sql`
  event_types e
  join workspaces w on w.id = e.workspace_id
  join users u on u.id = ${hostId ?? sql`e.host_id`}
  join memberships m on m.workspace_id = e.workspace_id and m.user_id = u.id
  left join forms f on f.id = e.form_id
  left join schedules s on s.id = ${
    hostId === null
      ? sql`e.schedule_id`
      : sql`case when u.id = e.host_id then e.schedule_id else (select id from (${ownSchedule(sql)}) own) end`
  }`;

const columns = (sql: Queryable) => sql`
  w.id as workspace_id, w.slug as workspace_slug, w.name as workspace_name,
  w.subscription_status = 'inactive' as locked,
  u.id as host_id, u.name as host_name, u.email::text as host_email, m.username, ${hostTimezone(sql)},
  e.id as event_type_id, e.slug as event_slug, e.name as event_name, e.description,
  e.location_type, e.location_detail, e.requires_approval,
  e.require_otp_human, e.require_otp_agent, e.require_business_email, e.block_restricted_email_domains,
  e.duration_minutes, e.slot_interval_minutes, e.buffer_before_minutes, e.buffer_after_minutes,
  e.minimum_notice_minutes, e.max_future_days, e.limit_per_day, e.limit_per_week, e.limit_per_month,
  f.id as form_id,
  case when f.id is not null then
    json_strip_nulls(json_build_object('slug', f.slug, 'name', f.name, 'description', f.description, 'fields', f.fields))
  end as form,
  s.timezone,
  (select coalesce(json_agg(json_build_object('dayOfWeek', r.day_of_week, 'startMinute', r.start_minute, 'endMinute', r.end_minute)
     order by r.day_of_week, r.start_minute), '[]')
   from schedule_rules r where r.schedule_id = s.id) as weekly_rules,
  (select coalesce(json_agg(json_build_object('date', d.date, 'windows', d.windows) order by d.date), '[]')
   from (select date, coalesce(json_agg(json_build_object('startMinute', start_minute, 'endMinute', end_minute)
           order by start_minute) filter (where start_minute is not null), '[]') as windows
         from date_overrides where schedule_id = s.id and date >= current_date - 2 group by date) d) as overrides,
  (select coalesce(json_agg(json_build_object('startMs', extract(epoch from lower(t.period)) * 1000,
     'endMs', extract(epoch from upper(t.period)) * 1000) order by t.period), '[]')
   from time_off t where t.host_id = u.id and upper(t.period) > now() - interval '2 days') as time_off`;

const toPage = (row: PageRow): BookingPage => ({
  workspace: { id: row.workspace_id, slug: row.workspace_slug, name: row.workspace_name, locked: row.locked },
  host: {
    id: row.host_id,
    name: row.host_name,
    email: row.host_email,
    username: row.username,
    timezone: row.host_timezone,
  },
  eventType: {
    id: row.event_type_id,
    slug: row.event_slug,
    name: row.event_name,
    description: row.description,
    locationType: row.location_type,
    locationDetail: row.location_detail,
    requiresApproval: row.requires_approval,
    policy: {
      requireOtpHuman: row.require_otp_human,
      requireOtpAgent: row.require_otp_agent,
      requireBusinessEmail: row.require_business_email,
      blockRestrictedEmailDomains: row.block_restricted_email_domains,
    },
  },
  rules: {
    eventTypeId: row.event_type_id,
    durationMinutes: row.duration_minutes,
    slotIntervalMinutes: row.slot_interval_minutes,
    bufferBeforeMinutes: row.buffer_before_minutes,
    bufferAfterMinutes: row.buffer_after_minutes,
    minimumNoticeMinutes: row.minimum_notice_minutes,
    maxFutureDays: row.max_future_days,
    limits: { perDay: row.limit_per_day, perWeek: row.limit_per_week, perMonth: row.limit_per_month },
  },
  form: row.form_id && row.form ? { id: row.form_id, definition: row.form } : null,
  schedule: row.timezone
    ? { timezone: row.timezone, weeklyRules: row.weekly_rules, overrides: row.overrides, timeOff: row.time_off }
    : null,
});

/** What blocks a host between two instants, over all workspaces: bookings, and holds that are still firm or may be. */
async function readClaims(sql: Queryable, hostId: string, fromMs: number, toMs: number): Promise<ClaimedTime[]> {
  const rows = await sql<
    {
      booking_id: string;
      start: number;
      end: number;
      before: number;
      after: number;
      event: string;
      firm: number | null;
    }[]
  >`
    select booking_id, (extract(epoch from lower(period)) * 1000)::float8 as start,
      (extract(epoch from upper(period)) * 1000)::float8 as end,
      before_ms as before, after_ms as after, event_type_id as event,
      (extract(epoch from firm_until) * 1000)::float8 as firm
    from claims
    where host_id = ${hostId} and period && tstzrange(${new Date(fromMs)}, ${new Date(toMs)})
    order by lower(period)`;
  return rows.map((row) => ({
    bookingId: row.booking_id,
    startMs: row.start,
    endMs: row.end,
    beforeMs: row.before,
    afterMs: row.after,
    eventTypeId: row.event,
    firmUntilMs: row.firm,
  }));
}

/** The claims that can decide which starts of a window are offered. */
export const readClaimsFor = (sql: Queryable, page: BookingPage, window: Interval): Promise<ClaimedTime[]> => {
  const reach = busyReach(page.rules, page.schedule?.timezone ?? 'UTC', window);
  return readClaims(sql, page.host.id, reach.startMs, reach.endMs);
};

/**
 * The page of an event type by id, archived ones too: their bookings still move and end.
 * @param hostId the host of a booking, who stays theirs whoever the event belongs to now. Default: the event's host.
 */
export async function readPageById(
  sql: Queryable,
  eventTypeId: string,
  hostId: string | null = null,
): Promise<BookingPage | undefined> {
  const [row] = await sql<PageRow[]>`
    select ${versionText(sql)}, ${columns(sql)} from ${source(sql, hostId)} where e.id = ${eventTypeId}`;
  return row && toPage(row);
}

/** Everything that a page's slots are computed from, in one reading. */
export async function readSnapshot(
  sql: Queryable,
  address: EventAddress,
  now: number,
): Promise<PageSnapshot | undefined> {
  const [row] = await sql<PageRow[]>`
    select ${versionText(sql)}, ${columns(sql)} from ${source(sql)}
    where w.slug = ${address.workspace} and m.username = ${address.username} and e.slug = ${address.eventSlug}
      and e.archived_at is null`;
  if (!row) return undefined;
  const page = toPage(row);
  const horizonMs = now + (page.rules.maxFutureDays + 2) * DAY_MS;
  const claims = await readClaimsFor(sql, page, { startMs: now, endMs: horizonMs });
  const yieldsMs = claims.flatMap(({ firmUntilMs }) => firmUntilMs ?? []);
  return { version: row.version, page, claims, yieldsMs, horizonMs };
}

/** The versions that stand now, for many pages in one round trip; pages that don't exist are absent. */
export async function readVersions(sql: Queryable, addresses: readonly EventAddress[]): Promise<Map<number, string>> {
  const rows = await sql<{ position: number; version: string }[]>`
    select a.position::int4 as position, ${versionText(sql)}
    from unnest(${addresses.map((a) => a.workspace)}::text[], ${addresses.map((a) => a.username)}::text[],
      ${addresses.map((a) => a.eventSlug)}::text[]) with ordinality as a (workspace, username, slug, position)
    join workspaces w on w.slug = a.workspace
    join memberships m on m.workspace_id = w.id and m.username = a.username
    join event_types e on e.workspace_id = w.id and e.host_id = m.user_id and e.slug = a.slug and e.archived_at is null
    join users u on u.id = e.host_id
    left join forms f on f.id = e.form_id
    left join schedules s on s.id = e.schedule_id`;
  return new Map(rows.map(({ position, version }) => [position - 1, version]));
}

/** The public calendar of a host: every event type that is neither hidden nor archived, by name. */
export async function readCalendar(
  sql: Queryable,
  address: { workspace: string; username: string },
): Promise<{ calendar: CalendarRow; pages: BookingPage[] } | undefined> {
  const [calendar] = await sql<CalendarRow[]>`
    select w.slug as workspace_slug, w.name as workspace_name, m.username, u.name as host_name,
      (select timezone from (${ownSchedule(sql)}) own) as host_timezone
    from memberships m join workspaces w on w.id = m.workspace_id join users u on u.id = m.user_id
    where w.slug = ${address.workspace} and m.username = ${address.username}`;
  if (!calendar) return undefined;
  const rows = await sql<PageRow[]>`
    select ${versionText(sql)}, ${columns(sql)} from ${source(sql)}
    where w.slug = ${address.workspace} and m.username = ${address.username} and e.archived_at is null and not e.hidden
    order by e.name, e.id`;
  return { calendar, pages: rows.map(toPage) };
}

export interface CalendarRow {
  workspace_slug: string;
  workspace_name: string;
  username: string;
  host_name: string;
  host_timezone: string | null;
}

/** The display name of a host; undefined for a calendar that does not exist. */
export async function readHostName(
  sql: Queryable,
  { workspace, username }: Pick<EventAddress, 'workspace' | 'username'>,
): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`
    select u.name from memberships m join workspaces w on w.id = m.workspace_id join users u on u.id = m.user_id
    where w.slug = ${workspace} and m.username = ${username}`;
  return row?.name;
}

/** The link of an event type, archived ones too. */
export async function readAddress(sql: Queryable, eventTypeId: string): Promise<EventAddress> {
  const [row] = await sql<{ workspace: string; username: string; slug: string }[]>`
    select w.slug as workspace, m.username, e.slug from event_types e
    join workspaces w on w.id = e.workspace_id
    join memberships m on m.workspace_id = e.workspace_id and m.user_id = e.host_id
    where e.id = ${eventTypeId}`;
  if (!row) throw new Error(`event type ${eventTypeId} does not exist`);
  return { workspace: row.workspace, username: row.username, eventSlug: row.slug };
}
