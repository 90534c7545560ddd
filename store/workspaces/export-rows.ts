import type { PendingQuery, Row, Sql } from 'postgres';
import { type Activity, logActivity } from '../activity.ts';
import { inTransaction, type Queryable } from '../database.ts';
import { settingsList } from '../event-type-settings.ts';
import { atMicros, behind } from '../keyset.ts';
import { type ExportPage, type ExportRow, type PageQuery, readWithinBytes } from './export-pages.ts';

export type ExportPart =
  | 'workspace'
  | 'members'
  | 'event_types'
  | 'schedules'
  | 'teams'
  | 'meetings'
  | 'guests'
  | 'activity';

export interface ExportQuery extends PageQuery {
  readonly workspaceId: string;
}

type PartQuery = (sql: Queryable, query: ExportQuery) => PendingQuery<Row[]>;

/** Columns are named one by one: what a later migration adds leaves only if somebody says so. `row` is JSON, in the order of its names. */
const page = (
  sql: Queryable,
  { after, limit }: ExportQuery,
  { at, id, row, from }: { at: string; id: string; row: PendingQuery<Row[]>; from: PendingQuery<Row[]> },
) => sql`
  select ${sql(id)} as id, ${atMicros(sql, at)}, row_to_json((select r from (select ${row}) r)) as row
  from ${from} and ${behind(sql, { at, id }, 'ascending', after)} order by ${sql(at)}, ${sql(id)} limit ${limit + 1}`;

/** All that is stored of meeting `b`, its guest's words included. Tokens of its mails are derived, and never leave. */
export const meetingRow = (sql: Queryable) => sql`
  b.id, b.status, b.start_at as "startAt", b.end_at as "endAt", e.id as "eventTypeId", e.name as "eventType", h.id as "hostId",
  h.name as "hostName", b.guest_email as "guestEmail", b.guest_name as "guestName", b.guest_timezone as "guestTimezone",
  array(select g.email from booking_guests g where g.booking_id = b.id order by g.position) as guests,
  (select json_agg(json_build_object('key', a.key, 'label', a.label, 'value', a.value) order by a.position) from booking_answers a
    where a.booking_id = b.id) as answers,
  b.agent_email as "agentEmail", b.source, b.location_type as "locationType", b.location_detail as "locationDetail", b.join_url as "joinUrl",
  b.host_notes as "hostNotes", b.cancel_reason as "cancelReason", (select p.pack from prep_packs p where p.booking_id = b.id) as "prepPack",
  b.created_at as "createdAt"`;

export const meetingFrom = (sql: Queryable) => sql`
  bookings b join event_types e on e.id = b.event_type_id join users h on h.id = b.host_id`;

/** By part. A part without its query does not compile. */
const PARTS: Readonly<Record<ExportPart, PartQuery>> = {
  workspace: (sql, query) =>
    page(sql, query, {
      ...{ at: 'w.created_at', id: 'w.id' },
      row: sql`w.id, w.name, w.slug, array(select s.slug from workspace_slugs s where s.workspace_id = w.id order by s.slug) as "allSlugs",
        w.plan, w.subscription_status as "subscriptionStatus", w.trial_ends_at as "trialEndsAt", w.accent_color as "accentColor",
        w.upcoming_per_network as "upcomingPerNetwork", w.upcoming_per_mail_domain as "upcomingPerMailDomain",
        w.prep_lookups as "prepLookups", w.prep_texts as "prepTexts", w.timezone, w.week_starts_on as "weekStartsOn", w.language, w.booking_defaults as "bookingDefaults",
        w.created_at as "createdAt"`,
      from: sql`workspaces w where w.id = ${query.workspaceId}`,
    }),
  members: (sql, query) =>
    page(sql, query, {
      ...{ at: 'm.created_at', id: 'm.id' },
      row: sql`u.id as "userId", u.email, u.name, u.bio, m.username, m.role, m.created_at as since`,
      from: sql`memberships m join users u on u.id = m.user_id where m.workspace_id = ${query.workspaceId}`,
    }),
  event_types: (sql, query) =>
    page(sql, query, {
      ...{ at: 'e.created_at', id: 'e.id' },
      row: sql`e.id, h.name as "hostName", e.host_id as "hostId", e.team_id as "teamId", e.assignment, ${settingsList(sql)},
        (select f.fields from forms f where f.id = e.form_id) as form, e.archived_at as "archivedAt", e.created_at as "createdAt"`,
      from: sql`event_types e join users h on h.id = e.host_id where e.workspace_id = ${query.workspaceId}`,
    }),
  schedules: (sql, query) =>
    page(sql, query, {
      ...{ at: 's.created_at', id: 's.id' },
      row: sql`s.id, s.name, u.name as "ownerName", s.user_id as "ownerId", s.timezone,
        (select json_agg(json_build_object('dayOfWeek', r.day_of_week, 'startMinute', r.start_minute, 'endMinute', r.end_minute)
          order by r.day_of_week, r.start_minute) from schedule_rules r where r.schedule_id = s.id) as "weeklyRules",
        (select json_agg(json_build_object('date', d.date, 'startMinute', d.start_minute, 'endMinute', d.end_minute) order by d.date, d.start_minute)
          from date_overrides d where d.schedule_id = s.id) as "dateOverrides",
        (select json_agg(json_build_object('start', lower(t.period), 'end', upper(t.period), 'reason', t.reason) order by lower(t.period))
          from time_off t where t.host_id = s.user_id and t.workspace_id = s.workspace_id) as "timeOff", s.created_at as "createdAt"`,
      from: sql`schedules s join users u on u.id = s.user_id where s.workspace_id = ${query.workspaceId}`,
    }),
  teams: (sql, query) =>
    page(sql, query, {
      ...{ at: 't.created_at', id: 't.id' },
      row: sql`t.id, t.name, t.slug, t.timezone,
        (select json_agg(json_build_object('userId', m.user_id, 'weight', m.weight, 'fixed', m.fixed) order by m.joined_at, m.user_id)
          from team_members m where m.team_id = t.id) as members, t.archived_at as "archivedAt", t.created_at as "createdAt"`,
      from: sql`teams t where t.workspace_id = ${query.workspaceId}`,
    }),
  meetings: (sql, query) =>
    page(sql, query, {
      ...{ at: 'b.start_at', id: 'b.id' },
      row: meetingRow(sql),
      from: sql`${meetingFrom(sql)} where b.workspace_id = ${query.workspaceId}`,
    }),
  // A guest stands at their last meeting. Deleted ones have none of their own.
  guests: (sql, query) =>
    page(sql, query, {
      ...{ at: 'b.start_at', id: 'b.id' },
      row: sql`b.guest_email as email, b.guest_name as name, b.guest_timezone as timezone, b.language, b.start_at as "lastMeetingAt",
        (select min(o.start_at) from bookings o where o.guest_email = b.guest_email and o.workspace_id = b.workspace_id) as "firstMeetingAt",
        (select count(*) from bookings o where o.guest_email = b.guest_email and o.workspace_id = b.workspace_id) as meetings`,
      from: sql`bookings b where b.workspace_id = ${query.workspaceId} and b.guest_email not like '%@guest.invalid' and not exists (
        select 1 from bookings o where o.guest_email = b.guest_email and o.workspace_id = b.workspace_id and (o.start_at, o.id) > (b.start_at, b.id))`,
    }),
  activity: (sql, query) =>
    page(sql, query, {
      ...{ at: 'l.created_at', id: 'l.id' },
      row: sql`l.id, l.created_at as at, l.actor, l.source, l.action, l.subject_type as "subjectType",
        coalesce(l.subject_id, l.booking_id) as "subjectId", l.data`,
      from: sql`activity_log l where l.workspace_id = ${query.workspaceId}`,
    }),
};

/** Rows of a part, the oldest first, one more than `limit` if there are more. */
const readRows = async (sql: Queryable, part: ExportPart, query: ExportQuery): Promise<ExportRow[]> => {
  const rows = await PARTS[part](sql, query);
  return rows as unknown as ExportRow[];
};

/** One page of a part, the oldest row first. */
export const readExport = (sql: Queryable, part: ExportPart, query: ExportQuery): Promise<ExportPage> =>
  readWithinBytes((some) => readRows(sql, part, { ...query, ...some }), query);

/** Who exported what stands in the log, once for each part that they began. */
export const noteExport = (
  sql: Sql,
  workspaceId: string,
  { action, data }: { readonly action: 'workspace.exported' | 'guest.exported'; readonly data: object },
  by: Pick<Activity, 'actor' | 'source'>,
): Promise<void> =>
  inTransaction(sql, (tx) =>
    logActivity(tx, { ...by, workspaceId, action, subject: { type: 'workspace', id: workspaceId }, data: { ...data } }),
  );
