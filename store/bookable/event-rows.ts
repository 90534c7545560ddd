import type { BookableEvent, EventHost, HostCalendar } from '../../domain/bookable/bookable-event.ts';
import { formAskedOf } from '../../domain/forms/guest-number.ts';
import type { Schedule } from '../../domain/slots/types.ts';
import type { FormDefinition } from '../../schemas/shapes/forms.ts';
import type { LocationType } from '../../schemas/shapes/public-calendar.ts';
import type { Reminder } from '../../schemas/shapes/reminders.ts';
import type { Queryable } from '../database.ts';
import { isLockedIn } from '../workspaces/locked-workspaces.ts';

export interface EventRow {
  version: string;
  workspace_id: string;
  workspace_slug: string;
  workspace_name: string;
  locked: boolean;
  event_type_id: string;
  event_slug: string;
  event_version: number;
  event_name: string;
  description: string | null;
  location_type: LocationType;
  location_detail: string | null;
  requires_approval: boolean;
  archived: boolean;
  require_otp_human: boolean;
  require_otp_agent: boolean;
  require_business_email: boolean;
  block_restricted_email_domains: boolean;
  duration_minutes: number;
  slot_interval_minutes: number | null;
  buffer_before_minutes: number;
  buffer_after_minutes: number;
  buffers_around_calendar_events: boolean;
  minimum_notice_minutes: number;
  max_future_days: number;
  limit_per_day: number | null;
  limit_per_week: number | null;
  limit_per_month: number | null;
  reminders: readonly Reminder[];
  form_id: string | null;
  form: FormDefinition | null;
}

export interface HostRow {
  host_id: string;
  host_name: string;
  host_email: string;
  username: string;
  host_timezone: string | null;
  calendar: HostCalendar;
  timezone: string | null;
  weekly_rules: { dayOfWeek: number; startMinute: number; endMinute: number }[];
  overrides: { date: string; windows: { startMinute: number; endMinute: number }[] }[];
  time_off: { startMs: number; endMs: number }[];
}

/** A host's default schedule in a workspace `w`: the oldest. @param userId a column */
export const ownSchedule = (sql: Queryable, userId = 'u.id') => sql`
  select own.id, own.timezone from schedules own
  where own.user_id = ${sql(userId)} and own.workspace_id = w.id order by own.created_at, own.id limit 1`;

/**
 * `hostTimezone` of every answer and mail: the zone of the host's times. It is that of the event's schedule `s`; without one, and
 * for a whole calendar, that of the host's default schedule; null: they have none.
 */
export const hostTimezone = (sql: Queryable) =>
  sql`coalesce(s.timezone, (select timezone from (${ownSchedule(sql)}) own)) as host_timezone`;

/** For an event type `e` in a workspace `w`, with its form `f`. */
export const eventColumns = (sql: Queryable) => sql`
  w.id as workspace_id, w.slug as workspace_slug, w.name as workspace_name,
  ${isLockedIn(sql)} as locked,
  e.id as event_type_id, e.version::float8 as event_version, e.slug as event_slug, e.name as event_name, e.description,
  e.location_type, e.location_detail, e.requires_approval, e.archived_at is not null as archived,
  e.require_otp_human, e.require_otp_agent, e.require_business_email, e.block_restricted_email_domains,
  e.duration_minutes, e.slot_interval_minutes, e.buffer_before_minutes, e.buffer_after_minutes,
  e.buffers_around_calendar_events,
  e.minimum_notice_minutes, e.max_future_days, e.limit_per_day, e.limit_per_week, e.limit_per_month, e.reminders,
  f.id as form_id,
  case when f.id is not null then
    json_strip_nulls(json_build_object('slug', f.slug, 'name', f.name, 'description', f.description, 'fields', f.fields))
  end as form`;

/**
 * What the calendars of a person `u` mean for their slots (domain/bookable/bookable-event.ts). One that blocks and waits for its person
 * counts against all: its times are not known.
 */
const hostCalendar = (sql: Queryable) => sql`
  coalesce((
    select case
      when bool_or(c.status = 'reconnect_required' and c.is_blocking) or not coalesce(bool_or(c.status = 'active'), false) then 'broken'
      when bool_or(c.is_blocking) then 'working' else 'none' end
    from calendar_settings own
    left join lateral (
      select c.status,
        exists (select 1 from calendars k where k.connection_id = c.id and k.blocks and k.gone_at is null) as is_blocking
      from calendar_connections c where c.user_id = own.user_id and c.status <> 'revoked') c on true
    where own.user_id = u.id and own.conflict_source = 'calendar'
    group by own.user_id), 'none') as calendar`;

/** Stands for the username of a host who has left the workspace: memberships end with their usernames. */
export const FORMER_HOST = 'former-host';

/** For a person `u`, a member `m` of workspace `w`, with schedule `s`. A member who is leaving, or may only see the bill, has no bookable hours. */
export const hostColumns = (sql: Queryable) => sql`
  u.id as host_id, u.name as host_name, u.email::text as host_email,
  coalesce(m.username, ${FORMER_HOST}) as username, ${hostTimezone(sql)}, ${hostCalendar(sql)},
  case when m.leaving_at is null and m.role is distinct from 'billing_only' then s.timezone end as timezone,
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

export const toHost = (row: HostRow): EventHost => ({
  id: row.host_id,
  name: row.host_name,
  email: row.host_email,
  username: row.username,
  timezone: row.host_timezone,
  calendar: row.calendar,
});

export const toSchedule = (row: HostRow): Schedule | null =>
  row.timezone
    ? { timezone: row.timezone, weeklyRules: row.weekly_rules, overrides: row.overrides, timeOff: row.time_off }
    : null;

/** The event without its host or team. */
export const toEvent = (row: EventRow): Omit<BookableEvent, 'host' | 'schedule' | 'team'> => ({
  workspace: { id: row.workspace_id, slug: row.workspace_slug, name: row.workspace_name, locked: row.locked },
  eventType: {
    id: row.event_type_id,
    version: row.event_version,
    slug: row.event_slug,
    name: row.event_name,
    description: row.description,
    locationType: row.location_type,
    locationDetail: row.location_detail,
    requiresApproval: row.requires_approval,
    archived: row.archived,
    reminders: row.reminders,
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
    buffersAroundCalendarEvents: row.buffers_around_calendar_events,
    minimumNoticeMinutes: row.minimum_notice_minutes,
    maxFutureDays: row.max_future_days,
    limits: { perDay: row.limit_per_day, perWeek: row.limit_per_week, perMonth: row.limit_per_month },
  },
  form: formAskedOf(
    { id: row.event_type_id, locationType: row.location_type, locationDetail: row.location_detail },
    row.form_id && row.form ? { id: row.form_id, definition: row.form } : null,
  ),
});

export const toBookableEvent = (row: EventRow & HostRow): BookableEvent => ({
  ...toEvent(row),
  host: toHost(row),
  schedule: toSchedule(row),
  team: null,
});
