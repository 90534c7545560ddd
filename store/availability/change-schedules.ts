import type { Sql } from 'postgres';
import { toWeeklyHours } from '../../domain/availability/weekly-hours.ts';
import type { WeeklyRule } from '../../domain/slots/types.ts';
import type { Doer } from '../access/api-keys.ts';
import { type ChangedMeanwhile, requireVersion } from '../activity/changed-meanwhile.ts';
import { changed, logActivity } from '../activity.ts';
import type { Transaction } from '../database.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';
import { readSchedule, type ScheduleId, type ScheduleRecord, wasDone } from './schedules.ts';

const MAX_SCHEDULES = 50;

export interface NoSuchSchedule {
  readonly refused: 'schedule_not_found';
}

export interface NameTaken {
  readonly refused: 'schedule_name_taken';
  readonly name: string;
  readonly existingId: string;
}

export interface TooMany {
  readonly refused: 'too_many_schedules' | 'too_many_overrides';
  readonly max: number;
}

/** `schedule_in_use`: these event types use it. `last_…`: it is the only one of a team member. */
export type ScheduleInUse =
  | { readonly refused: 'schedule_in_use'; readonly eventTypes: ScheduleRecord['eventTypes'] }
  | { readonly refused: 'last_schedule_of_team_member' };

/** A person's schedules have different names, since some callers choose one by name. So calls that set a name wait for this lock. */
const lockOwner = (tx: Transaction, workspaceId: string, userId: string) => tx`
  select 1 from memberships where workspace_id = ${workspaceId} and user_id = ${userId} for no key update`;

export const reread = async (
  tx: Transaction,
  id: ScheduleId,
  refuse: Refuse<NoSuchSchedule>,
): Promise<ScheduleRecord> => (await readSchedule(tx, id)) ?? refuse({ refused: 'schedule_not_found' });

/** Locks a schedule, then reads it. */
export async function lockAndRead(
  tx: Transaction,
  id: ScheduleId,
  refuse: Refuse<NoSuchSchedule>,
): Promise<ScheduleRecord> {
  await tx`select 1 from schedules where id = ${id.scheduleId} and workspace_id = ${id.workspaceId} for update`;
  return reread(tx, id, refuse);
}

const facts = ({ name, timezone, weeklyRules }: Pick<ScheduleRecord, 'name' | 'timezone' | 'weeklyRules'>) => ({
  name,
  timezone,
  weeklyHours: toWeeklyHours(weeklyRules),
});

async function sameNamed(tx: Transaction, workspaceId: string, userId: string, name: string): Promise<string | null> {
  const [row] = await tx<{ id: string }[]>`
    select id from schedules where workspace_id = ${workspaceId} and user_id = ${userId} and lower(name) = lower(${name})
    order by created_at, id limit 1`;
  return row?.id ?? null;
}

async function insertRules(tx: Transaction, scheduleId: string, rules: readonly WeeklyRule[]): Promise<void> {
  if (rules.length === 0) return;
  await tx`
    insert into schedule_rules (schedule_id, day_of_week, start_minute, end_minute)
    select ${scheduleId}, * from unnest(${rules.map((rule) => rule.dayOfWeek)}::int2[],
      ${rules.map((rule) => rule.startMinute)}::int2[], ${rules.map((rule) => rule.endMinute)}::int2[])`;
}

export interface NewSchedule {
  readonly id: string;
  readonly workspaceId: string;
  readonly userId: string;
  readonly name: string;
  readonly timezone: string;
  readonly weeklyRules: readonly WeeklyRule[];
}

/** Creates a schedule. A repeated request returns the existing one. */
export const createSchedule = (
  sql: Sql,
  request: NewSchedule,
  by: Doer,
): Promise<ScheduleRecord | NameTaken | NoSuchSchedule | TooMany> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<NameTaken | NoSuchSchedule | TooMany>) => {
    const { id, workspaceId, userId, name, timezone, weeklyRules } = request;
    await lockOwner(tx, workspaceId, userId);
    const existingId = await sameNamed(tx, workspaceId, userId, name);
    if (existingId) {
      const existing = await reread(tx, { workspaceId, scheduleId: existingId }, refuse);
      if (JSON.stringify(facts(existing)) === JSON.stringify(facts(request))) return existing;
      return refuse({ refused: 'schedule_name_taken', name, existingId });
    }
    if ((await countSchedules(tx, workspaceId, userId)) >= MAX_SCHEDULES)
      return refuse({ refused: 'too_many_schedules', max: MAX_SCHEDULES });
    await tx`
      insert into schedules (id, workspace_id, user_id, name, timezone)
      values (${id}, ${workspaceId}, ${userId}, ${name}, ${timezone})`;
    await insertRules(tx, id, weeklyRules);
    const subject = { type: 'schedule', id } as const;
    await logActivity(tx, {
      ...by,
      workspaceId,
      action: 'schedule.created',
      subject,
      data: { userId, ...facts(request) },
    });
    return reread(tx, { workspaceId, scheduleId: id }, refuse);
  });

async function countSchedules(tx: Transaction, workspaceId: string, userId: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from schedules where workspace_id = ${workspaceId} and user_id = ${userId}`;
  return row?.count ?? 0;
}

export interface ScheduleChange extends ScheduleId {
  readonly ownerId: string;
  readonly name?: string | undefined;
  readonly timezone?: string | undefined;
  readonly weeklyRules?: readonly WeeklyRule[] | undefined;
  /** The version that the caller has read; undefined: any. */
  readonly expectedVersion?: number | undefined;
}

/** Changes the request's fields. If nothing differs, it writes and logs nothing. */
export const updateSchedule = (
  sql: Sql,
  request: ScheduleChange,
  by: Doer,
): Promise<ScheduleRecord | ChangedMeanwhile | NameTaken | NoSuchSchedule> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<ChangedMeanwhile | NameTaken | NoSuchSchedule>) => {
    const { workspaceId, scheduleId, ownerId } = request;
    await lockOwner(tx, workspaceId, ownerId);
    const before = await lockAndRead(tx, request, refuse);
    const version = { version: before.version, expected: request.expectedVersion };
    await requireVersion(tx, { workspaceId, type: 'schedule', id: scheduleId }, version, refuse);
    const { name = before.name, timezone = before.timezone, weeklyRules = before.weeklyRules } = request;
    const data = changed(facts(before), facts({ name, timezone, weeklyRules }));
    if (Object.keys(data.after).length === 0) return before;
    const existingId = await sameNamed(tx, workspaceId, ownerId, name);
    if (request.name !== undefined && existingId && existingId !== scheduleId)
      return refuse({ refused: 'schedule_name_taken', name, existingId });
    await tx`update schedules set name = ${name}, timezone = ${timezone} where id = ${scheduleId}`;
    if (data.after.weeklyHours) {
      await tx`delete from schedule_rules where schedule_id = ${scheduleId}`;
      await insertRules(tx, scheduleId, weeklyRules);
    }
    const subject = { type: 'schedule', id: scheduleId } as const;
    await logActivity(tx, { ...by, workspaceId, action: 'schedule.updated', subject, data });
    return reread(tx, request, refuse);
  });

/** Deletes a schedule that is not in use. A repeat changes nothing. */
export const deleteSchedule = (
  sql: Sql,
  id: ScheduleId,
  by: Doer,
): Promise<{ readonly deleted: true } | NoSuchSchedule | ScheduleInUse> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<NoSuchSchedule | ScheduleInUse>) => {
    const { workspaceId, scheduleId } = id;
    // A call that assigns the schedule to an event type holds this lock until its end.
    await tx`select 1 from schedules where id = ${scheduleId} and workspace_id = ${workspaceId} for update`;
    const record = await readSchedule(tx, id);
    if (!record) {
      const isRepeated = await wasDone(tx, { workspaceId, action: 'schedule.deleted', subjectId: scheduleId });
      return isRepeated ? { deleted: true } : refuse({ refused: 'schedule_not_found' });
    }
    const { eventTypes } = record;
    if (eventTypes.length > 0) return refuse({ refused: 'schedule_in_use', eventTypes });
    if (await isLastOfTeamMember(tx, workspaceId, record.owner.id))
      return refuse({ refused: 'last_schedule_of_team_member' });
    await tx`delete from schedules where id = ${scheduleId}`;
    const subject = { type: 'schedule', id: scheduleId } as const;
    const data = { before: { userId: record.owner.id, ...facts(record) }, after: null };
    await logActivity(tx, { ...by, workspaceId, action: 'schedule.deleted', subject, data });
    return { deleted: true };
  });

async function isLastOfTeamMember(tx: Transaction, workspaceId: string, userId: string): Promise<boolean> {
  const [row] = await tx<{ isLast: boolean }[]>`
    select (select count(*) from schedules where workspace_id = ${workspaceId} and user_id = ${userId}) = 1
      and exists (
        select 1 from team_members tm join teams t on t.id = tm.team_id
        where tm.workspace_id = ${workspaceId} and tm.user_id = ${userId} and t.archived_at is null) as "isLast"`;
  return row?.isLast ?? false;
}
