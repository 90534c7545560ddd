import type { BookableEvent, EventHost, HostCalendar } from '../../domain/bookable/bookable-event.ts';
import type { EventTypeSettings } from '../../domain/event-types/event-type.ts';
import { formAskedOf } from '../../domain/forms/guest-number.ts';
import type { Schedule } from '../../domain/slots/types.ts';
import type { FormDefinition } from '../../schemas/shapes/forms.ts';
import type { Queryable } from '../database.ts';
import { settingsObject } from '../event-type-settings.ts';
import { isLockedIn } from '../workspaces/locked-workspaces.ts';

export interface EventRow {
  readonly version: string;
  readonly workspace: BookableEvent['workspace'];
  readonly eventTypeId: string;
  readonly eventVersion: number;
  readonly archived: boolean;
  readonly settings: EventTypeSettings;
  readonly formId: string | null;
  readonly form: FormDefinition | null;
}

export interface HostRow {
  readonly hostId: string;
  readonly hostName: string;
  readonly hostEmail: string;
  readonly username: string;
  readonly hostTimezone: string | null;
  readonly calendar: HostCalendar;
  /** The zone of the schedule; null: no bookable hours. */
  readonly timezone: string | null;
  readonly weeklyRules: Schedule['weeklyRules'];
  readonly overrides: Schedule['overrides'];
  readonly timeOff: Schedule['timeOff'];
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
  sql`coalesce(s.timezone, (select timezone from (${ownSchedule(sql)}) own)) as "hostTimezone"`;

/** For an event type `e` in a workspace `w`, with its form `f`. */
export const eventColumns = (sql: Queryable) => sql`
  json_build_object('id', w.id, 'slug', w.slug, 'name', w.name, 'locked', ${isLockedIn(sql)}) as workspace,
  e.id as "eventTypeId", e.version::float8 as "eventVersion", e.archived_at is not null as archived,
  ${settingsObject(sql)} as settings, f.id as "formId",
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
  u.id as "hostId", u.name as "hostName", u.email::text as "hostEmail",
  coalesce(m.username, ${FORMER_HOST}) as username, ${hostTimezone(sql)}, ${hostCalendar(sql)},
  case when m.leaving_at is null and m.role is distinct from 'billing_only' then s.timezone end as timezone,
  (select coalesce(json_agg(json_build_object('dayOfWeek', r.day_of_week, 'startMinute', r.start_minute, 'endMinute', r.end_minute)
     order by r.day_of_week, r.start_minute), '[]')
   from schedule_rules r where r.schedule_id = s.id) as "weeklyRules",
  (select coalesce(json_agg(json_build_object('date', d.date, 'windows', d.windows) order by d.date), '[]')
   from (select date, coalesce(json_agg(json_build_object('startMinute', start_minute, 'endMinute', end_minute)
           order by start_minute) filter (where start_minute is not null), '[]') as windows
         from date_overrides where schedule_id = s.id and date >= current_date - 2 group by date) d) as overrides,
  (select coalesce(json_agg(json_build_object('startMs', extract(epoch from lower(t.period)) * 1000,
     'endMs', extract(epoch from upper(t.period)) * 1000) order by t.period), '[]')
   from time_off t where t.host_id = u.id and upper(t.period) > now() - interval '2 days') as "timeOff"`;

export const toHost = (row: HostRow): EventHost => ({
  id: row.hostId,
  name: row.hostName,
  email: row.hostEmail,
  username: row.username,
  timezone: row.hostTimezone,
  calendar: row.calendar,
});

export const toSchedule = ({ timezone, weeklyRules, overrides, timeOff }: HostRow): Schedule | null =>
  timezone ? { timezone, weeklyRules, overrides, timeOff } : null;

/** The event without its host or team. */
export const toEvent = (row: EventRow): Omit<BookableEvent, 'host' | 'schedule' | 'team'> => {
  const { workspace, eventTypeId, eventVersion, archived, settings, formId, form } = row;
  const { slug, name, description, locationType, locationDetail, requiresApproval, reminders } = settings;
  return {
    workspace,
    eventType: {
      ...{ id: eventTypeId, version: eventVersion, archived, policy: settings.bookingPolicy },
      ...{ slug, name, description, locationType, locationDetail, requiresApproval, reminders },
    },
    rules: {
      eventTypeId,
      durationMinutes: settings.durationMinutes,
      slotIntervalMinutes: settings.slotIntervalMinutes,
      bufferBeforeMinutes: settings.bufferBeforeMinutes,
      bufferAfterMinutes: settings.bufferAfterMinutes,
      buffersAroundCalendarEvents: settings.buffersAroundCalendarEvents,
      minimumNoticeMinutes: settings.minimumNoticeMinutes,
      maxFutureDays: settings.maxFutureDays,
      limits: settings.limits,
    },
    form: formAskedOf(
      { id: eventTypeId, locationType, locationDetail },
      formId && form ? { id: formId, definition: form } : null,
    ),
  };
};

export const toBookableEvent = (row: EventRow & HostRow): BookableEvent => ({
  ...toEvent(row),
  host: toHost(row),
  schedule: toSchedule(row),
  team: null,
});
