import type { Assignment } from '../../domain/bookable/bookable-event.ts';
import type { EventTypeSettings } from '../../domain/event-types/event-type.ts';
import type { FormDefinition } from '../../schemas/shapes/forms.ts';
import type { PrepTemplate } from '../../schemas/shapes/prep.ts';
import type { LocationType } from '../../schemas/shapes/public-calendar.ts';
import type { Reminder } from '../../schemas/shapes/reminders.ts';
import { json, type Queryable, type Transaction } from '../database.ts';
import { atMicros, behind, type Position } from '../keyset.ts';
import { isLiveIn } from '../live-bookings.ts';
import type { Row } from '../rows.ts';

export interface EventTypeHost {
  readonly id: string;
  readonly name: string;
  /** null: left the workspace, or a team that was deleted. */
  readonly username: string | null;
}

export interface EventTypeTeam {
  readonly id: string;
  readonly assignment: Assignment;
}

/** An event type as its workspace sees it. */
export interface EventTypeRecord extends Position {
  readonly workspaceSlug: string;
  /** For a team's event, the team. */
  readonly host: EventTypeHost;
  readonly team: EventTypeTeam | null;
  readonly settings: EventTypeSettings;
  readonly form: { readonly id: string; readonly definition: FormDefinition } | null;
  /** Confirmed meetings and open requests. */
  readonly upcomingMeetingCount: number;
  readonly archivedAt: Date | null;
  readonly createdAt: Date;
  /** Rises with every change. */
  readonly version: number;
}

interface EventTypeRow extends Position {
  workspace_slug: string;
  host_id: string;
  host_name: string;
  username: string | null;
  team_id: string | null;
  assignment: Assignment | null;
  name: string;
  slug: string;
  description: string | null;
  duration_minutes: number;
  location_type: LocationType;
  location_detail: string | null;
  max_future_days: number;
  minimum_notice_minutes: number;
  slot_interval_minutes: number | null;
  buffer_before_minutes: number;
  buffer_after_minutes: number;
  buffers_around_calendar_events: boolean;
  limit_per_day: number | null;
  limit_per_week: number | null;
  limit_per_month: number | null;
  requires_approval: boolean;
  reapprove_on_reschedule: boolean;
  require_otp_human: boolean;
  require_otp_agent: boolean;
  require_business_email: boolean;
  block_restricted_email_domains: boolean;
  hidden: boolean;
  color: string | null;
  schedule_id: string | null;
  prep: boolean;
  prep_template: PrepTemplate;
  prep_mail_minutes: number | null;
  reminders: readonly Reminder[];
  form_id: string | null;
  form: FormDefinition | null;
  upcoming: number;
  archived_at: Date | null;
  created_at: Date;
  version: string;
}

const select = (sql: Queryable, now: number) => sql`
  select e.*, w.slug as workspace_slug, coalesce(e.host_id, e.team_id) as host_id, coalesce(u.name, t.name) as host_name,
    coalesce(m.username, case when t.archived_at is null then 'team/' || t.slug end) as username,
    case when f.id is not null then
      json_strip_nulls(json_build_object('slug', f.slug, 'name', f.name, 'description', f.description, 'fields', f.fields))
    end as form,
    (select count(*)::int from bookings b
      where b.event_type_id = e.id and ${isLiveIn(sql, 'b')} and b.end_at > ${new Date(now)}) as upcoming,
    ${atMicros(sql, 'e.created_at')}
  from event_types e
  join workspaces w on w.id = e.workspace_id
  left join users u on u.id = e.host_id
  left join teams t on t.id = e.team_id
  left join memberships m on m.workspace_id = e.workspace_id and m.user_id = e.host_id
  left join forms f on f.id = e.form_id`;

const toSettings = (row: EventTypeRow): EventTypeSettings => ({
  name: row.name,
  slug: row.slug,
  description: row.description,
  durationMinutes: row.duration_minutes,
  locationType: row.location_type,
  locationDetail: row.location_detail,
  maxFutureDays: row.max_future_days,
  minimumNoticeMinutes: row.minimum_notice_minutes,
  slotIntervalMinutes: row.slot_interval_minutes,
  bufferBeforeMinutes: row.buffer_before_minutes,
  bufferAfterMinutes: row.buffer_after_minutes,
  buffersAroundCalendarEvents: row.buffers_around_calendar_events,
  limits: { perDay: row.limit_per_day, perWeek: row.limit_per_week, perMonth: row.limit_per_month },
  requiresApproval: row.requires_approval,
  reapproveOnReschedule: row.reapprove_on_reschedule,
  bookingPolicy: {
    requireOtpHuman: row.require_otp_human,
    requireOtpAgent: row.require_otp_agent,
    requireBusinessEmail: row.require_business_email,
    blockRestrictedEmailDomains: row.block_restricted_email_domains,
  },
  hidden: row.hidden,
  color: row.color,
  scheduleId: row.schedule_id,
  prep: row.prep,
  prepTemplate: row.prep_template,
  prepMailMinutes: row.prep_mail_minutes,
  // In one order: the database keeps one of its own, and the log compares texts.
  reminders: row.reminders.map(({ id, when, to, subject, text }) => ({ id, when, to, subject, text })),
});

/** The columns that hold settings. */
const toColumns = (tx: Transaction, settings: EventTypeSettings) => ({
  name: settings.name,
  slug: settings.slug,
  description: settings.description,
  duration_minutes: settings.durationMinutes,
  location_type: settings.locationType,
  location_detail: settings.locationDetail,
  max_future_days: settings.maxFutureDays,
  minimum_notice_minutes: settings.minimumNoticeMinutes,
  slot_interval_minutes: settings.slotIntervalMinutes,
  buffer_before_minutes: settings.bufferBeforeMinutes,
  buffer_after_minutes: settings.bufferAfterMinutes,
  buffers_around_calendar_events: settings.buffersAroundCalendarEvents,
  limit_per_day: settings.limits.perDay,
  limit_per_week: settings.limits.perWeek,
  limit_per_month: settings.limits.perMonth,
  requires_approval: settings.requiresApproval,
  reapprove_on_reschedule: settings.reapproveOnReschedule,
  require_otp_human: settings.bookingPolicy.requireOtpHuman,
  require_otp_agent: settings.bookingPolicy.requireOtpAgent,
  require_business_email: settings.bookingPolicy.requireBusinessEmail,
  block_restricted_email_domains: settings.bookingPolicy.blockRestrictedEmailDomains,
  hidden: settings.hidden,
  color: settings.color,
  schedule_id: settings.scheduleId,
  prep: settings.prep,
  prep_template: settings.prepTemplate,
  prep_mail_minutes: settings.prepMailMinutes,
  reminders: json(tx, settings.reminders),
});

const toRecord = (row: EventTypeRow): EventTypeRecord => ({
  id: row.id,
  atMicros: row.atMicros,
  workspaceSlug: row.workspace_slug,
  host: { id: row.host_id, name: row.host_name, username: row.username },
  team: row.team_id && row.assignment ? { id: row.team_id, assignment: row.assignment } : null,
  settings: toSettings(row),
  form: row.form_id && row.form ? { id: row.form_id, definition: row.form } : null,
  upcomingMeetingCount: row.upcoming,
  archivedAt: row.archived_at,
  createdAt: row.created_at,
  version: Number(row.version),
});

export interface EventTypeQuery {
  readonly workspaceId: string;
  /** Only events that this person hosts, alone or in a team; null: all. */
  readonly hostId: string | null;
  readonly status: 'active' | 'archived' | 'all';
  readonly now: number;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** A person's own events, and those of their teams. */
const isHostedBy = (sql: Queryable, userId: string) => sql`
  e.id = any(array(
    select id from event_types where host_id = ${userId}
    union all
    select of.id from team_members tm join event_types of on of.team_id = tm.team_id where tm.user_id = ${userId}))`;

/** `is true` keeps PostgreSQL from walking the events of the whole workspace: the host's few ids come first. */
const ofHost = (sql: Queryable, workspaceId: string, hostId: string) => sql`
  ${isHostedBy(sql, hostId)} and (e.workspace_id = ${workspaceId}) is true`;

/** Whether a person is a member of a team. */
/**
 * The active event types that somebody calls by name or slug, whatever the case, at most three.
 * @param hostId only of this person; null: of everyone
 */
export async function findEventTypesCalled(
  sql: Queryable,
  {
    workspaceId,
    hostId,
    name,
  }: { readonly workspaceId: string; readonly hostId: string | null; readonly name: string },
): Promise<readonly string[]> {
  const rows = await sql<Row<'event_types', 'id'>[]>`
    select id from event_types
    where workspace_id = ${workspaceId} and archived_at is null and (lower(name) = lower(${name}) or slug = lower(${name}))
      ${hostId === null ? sql`` : sql`and host_id = ${hostId}`}
    order by created_at, id limit 3`;
  return rows.map(({ id }) => id);
}

export async function isInTeam(sql: Queryable, teamId: string, userId: string): Promise<boolean> {
  const [row] = await sql`select 1 from team_members where team_id = ${teamId} and user_id = ${userId}`;
  return row !== undefined;
}

/** Event types of a workspace, newest first; one more than `limit` if there are more. */
export async function listEventTypes(sql: Queryable, query: EventTypeQuery): Promise<EventTypeRecord[]> {
  const { workspaceId, hostId, status, now, after, limit } = query;
  const isOf = {
    active: sql`e.archived_at is null`,
    archived: sql`e.archived_at is not null`,
    all: sql`true`,
  }[status];
  const rows = await sql<EventTypeRow[]>`
    ${select(sql, now)}
    where ${hostId === null ? sql`e.workspace_id = ${workspaceId}` : ofHost(sql, workspaceId, hostId)} and ${isOf}
      and ${behind(sql, { at: 'e.created_at', id: 'e.id' }, 'descending', after)}
    order by e.created_at desc, e.id desc
    limit ${limit + 1}`;
  return rows.map(toRecord);
}

export interface EventTypeId {
  readonly workspaceId: string;
  readonly eventTypeId: string;
}

/** One event type, archived or not; undefined: this workspace has none of this id. */
export async function readEventType(
  sql: Queryable,
  { workspaceId, eventTypeId }: EventTypeId,
  now: number,
): Promise<EventTypeRecord | undefined> {
  const [row] = await sql<EventTypeRow[]>`
    ${select(sql, now)} where e.id = ${eventTypeId} and e.workspace_id = ${workspaceId}`;
  return row && toRecord(row);
}

/** The event type that has this slug for a host or team. */
export async function findBySlug(
  sql: Queryable,
  { workspaceId, hostId, slug }: { readonly workspaceId: string; readonly hostId: string; readonly slug: string },
): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select id from event_types
    where workspace_id = ${workspaceId} and coalesce(host_id, team_id) = ${hostId} and slug = ${slug}
      and archived_at is null`;
  return row?.id;
}

/** Blocks changes and bookings of an event type until the transaction ends. */
export const lockEventType = (tx: Transaction, { workspaceId, eventTypeId }: EventTypeId) => tx`
  select 1 from event_types where id = ${eventTypeId} and workspace_id = ${workspaceId} for no key update`;

export interface NewEventType {
  readonly id: string;
  readonly workspaceId: string;
  /** null: a team's */
  readonly hostId: string | null;
  readonly team: EventTypeTeam | null;
  readonly settings: EventTypeSettings;
  readonly formId: string | null;
}

export const insertEventType = (tx: Transaction, { id, workspaceId, hostId, team, settings, formId }: NewEventType) => {
  const owner = { host_id: hostId, team_id: team?.id ?? null, assignment: team?.assignment ?? null };
  return tx`
    insert into event_types ${tx({ id, workspace_id: workspaceId, ...owner, form_id: formId, ...toColumns(tx, settings) })}`;
};

/** Under the lock of {@link lockEventType}. */
export const writeAssignment = (tx: Transaction, eventTypeId: string, assignment: Assignment) => tx`
  update event_types set assignment = ${assignment} where id = ${eventTypeId} and team_id is not null`;

/** Under the lock of {@link lockEventType}. */
export const writeEventType = (
  tx: Transaction,
  eventTypeId: string,
  { settings, formId }: Pick<NewEventType, 'settings' | 'formId'>,
) => tx`
  update event_types set ${tx({ ...toColumns(tx, settings), form_id: formId })} where id = ${eventTypeId}`;

/** Under the lock of {@link lockEventType}. */
export const markArchived = (tx: Transaction, eventTypeId: string, now: number) => tx`
  update event_types set archived_at = ${new Date(now)} where id = ${eventTypeId}`;

/** Under the lock of {@link lockEventType}. */
export const markRestored = (tx: Transaction, eventTypeId: string, scheduleId: string | null) => tx`
  update event_types set archived_at = null, schedule_id = ${scheduleId} where id = ${eventTypeId}`;
