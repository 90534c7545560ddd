import type { DateOverride, Schedule, WeeklyRule } from '../../domain/slots/types.ts';
import type { ActivityAction } from '../../schemas/shapes/activity-names.ts';
import type { Queryable } from '../database.ts';
import { atMicros, behind, type Position } from '../keyset.ts';

/** A schedule with its weekly hours. */
export interface ScheduleLine extends Position {
  readonly name: string;
  readonly timezone: string;
  readonly owner: { readonly id: string; readonly name: string; readonly username: string | null };
  /** true for the owner's oldest schedule, which is used where an event type names no other */
  readonly isDefault: boolean;
  readonly weeklyRules: readonly WeeklyRule[];
  /** increases with every change of its hours, also of single dates */
  readonly version: number;
}

/** A complete schedule. Time off belongs to the owner and is read separately. */
export interface ScheduleRecord extends ScheduleLine {
  readonly overrides: readonly DateOverride[];
  readonly eventTypes: readonly { readonly id: string; readonly name: string; readonly slug: string }[];
}

interface ScheduleRow extends Position {
  name: string;
  timezone: string;
  ownerId: string;
  ownerName: string;
  ownerUsername: string | null;
  isDefault: boolean;
  version: number;
  weeklyRules: WeeklyRule[];
  overrides: DateOverride[];
  eventTypes: { id: string; name: string; slug: string }[];
}

const lineColumns = (sql: Queryable) => sql`
  s.id, s.name, s.timezone, s.version::float8 as version, u.id as "ownerId", u.name as "ownerName", m.username as "ownerUsername",
  s.id = (select id from schedules own where own.user_id = s.user_id and own.workspace_id = s.workspace_id
    order by own.created_at, own.id limit 1) as "isDefault",
  (select coalesce(json_agg(json_build_object('dayOfWeek', r.day_of_week, 'startMinute', r.start_minute, 'endMinute', r.end_minute)
     order by r.day_of_week, r.start_minute), '[]')
   from schedule_rules r where r.schedule_id = s.id) as "weeklyRules",
  ${atMicros(sql, 's.created_at')}`;

const source = (sql: Queryable) => sql`
  schedules s
  join users u on u.id = s.user_id
  left join memberships m on m.user_id = s.user_id and m.workspace_id = s.workspace_id`;

const toLine = ({ ownerId, ownerName, ownerUsername, ...row }: ScheduleRow): ScheduleLine => ({
  ...row,
  owner: { id: ownerId, name: ownerName, username: ownerUsername },
});

export interface ScheduleQuery {
  readonly workspaceId: string;
  /** The owner of the schedules; null: everyone. */
  readonly userId: string | null;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** Lists schedules of a workspace, oldest first; one more than `limit` if there are more. */
export async function listScheduleLines(sql: Queryable, query: ScheduleQuery): Promise<ScheduleLine[]> {
  const { workspaceId, userId, after, limit } = query;
  const rows = await sql<ScheduleRow[]>`
    select ${lineColumns(sql)} from ${source(sql)}
    where s.workspace_id = ${workspaceId} ${userId === null ? sql`` : sql`and s.user_id = ${userId}`}
      and ${behind(sql, { at: 's.created_at', id: 's.id' }, 'ascending', after)}
    order by s.created_at, s.id limit ${limit + 1}`;
  return rows.map(toLine);
}

export interface ScheduleId {
  readonly workspaceId: string;
  readonly scheduleId: string;
}

/** Reads one complete schedule, with overrides from two days ago on; undefined if the workspace has none with this id. */
export async function readSchedule(
  sql: Queryable,
  { workspaceId, scheduleId }: ScheduleId,
): Promise<ScheduleRecord | undefined> {
  const [row] = await sql<ScheduleRow[]>`
    select ${lineColumns(sql)},
      (select coalesce(json_agg(json_build_object('date', d.date, 'windows', d.windows) order by d.date), '[]')
       from (select date, coalesce(json_agg(json_build_object('startMinute', start_minute, 'endMinute', end_minute)
               order by start_minute) filter (where start_minute is not null), '[]') as windows
             from date_overrides where schedule_id = s.id and date >= current_date - 2 group by date) d) as overrides,
      (select coalesce(json_agg(json_build_object('id', e.id, 'name', e.name, 'slug', e.slug) order by e.name, e.id), '[]')
       from event_types e where e.schedule_id = s.id and e.archived_at is null) as "eventTypes"
    from ${source(sql)} where s.id = ${scheduleId} and s.workspace_id = ${workspaceId}`;
  return row && { ...toLine(row), overrides: row.overrides, eventTypes: row.eventTypes };
}

/** Returns a schedule for the slot engine, without time off. */
export const toWeek = ({ timezone, weeklyRules, overrides }: ScheduleRecord): Schedule => ({
  timezone,
  weeklyRules,
  overrides,
  timeOff: [],
});

/** Returns whether this action was already done in the workspace, so that a repeat changes nothing. */
export async function wasDone(
  sql: Queryable,
  { workspaceId, action, subjectId }: { workspaceId: string; action: ActivityAction; subjectId: string },
): Promise<boolean> {
  const rows = await sql`
    select 1 from activity_log
    where workspace_id = ${workspaceId} and coalesce(subject_id, booking_id) = ${subjectId} and action = ${action} limit 1`;
  return rows.length > 0;
}

/** Reads the time zone of a person's default schedule; null if they have none. */
export async function readDefaultTimezone(sql: Queryable, workspaceId: string, userId: string): Promise<string | null> {
  const [row] = await sql<{ timezone: string }[]>`
    select timezone from schedules where workspace_id = ${workspaceId} and user_id = ${userId}
    order by created_at, id limit 1`;
  return row?.timezone ?? null;
}

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly username: string;
}

/** Reads a member of a workspace; undefined if the person is no member. */
export async function readMember(sql: Queryable, workspaceId: string, userId: string): Promise<Member | undefined> {
  const [row] = await sql<Member[]>`
    select u.id, u.name, m.username from memberships m join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} and m.user_id = ${userId}`;
  return row;
}
