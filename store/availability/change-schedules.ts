import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { toHoursWindow, toWeeklyHours } from '../../domain/availability/weekly-hours.ts';
import type { DayWindow, WeeklyRule } from '../../domain/slots/types.ts';
import { AppError } from '../../schemas/errors.ts';
import type { Doer } from '../access/api-keys.ts';
import { changed, logActivity } from '../activity.ts';
import { inTransaction, type Transaction } from '../database.ts';
import { readSchedule, type ScheduleId, type ScheduleRecord, wasDone } from './schedules.ts';

/** More than a person plans ahead, and few enough to be read with every page. */
const MAX_OVERRIDES = 366;
const MAX_SCHEDULES = 50;
const NAMED_EVENT_TYPES = 10;

export const noSuchSchedule = (): AppError =>
  new AppError('resource.not_found', 'This workspace has no such schedule. list_schedules has them.', {
    reason: 'schedule_not_found',
  });

/** Names are told apart by whoever picks one by name, so one person's differ; whoever gives one waits in line here. */
const lockOwner = (tx: Transaction, workspaceId: string, userId: string) => tx`
  select 1 from memberships where workspace_id = ${workspaceId} and user_id = ${userId} for no key update`;

async function reread(tx: Transaction, id: ScheduleId): Promise<ScheduleRecord> {
  const record = await readSchedule(tx, id);
  if (!record) throw noSuchSchedule();
  return record;
}

/** Locks a schedule, then reads it. @throws AppError resource.not_found (schedule_not_found) */
async function lockAndRead(tx: Transaction, id: ScheduleId): Promise<ScheduleRecord> {
  await tx`select 1 from schedules where id = ${id.scheduleId} and workspace_id = ${id.workspaceId} for update`;
  return reread(tx, id);
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

const nameTaken = (name: string, existingId: string): AppError =>
  new AppError(
    'resource.conflict',
    `This person has a schedule named "${name}" already. Change it with update_schedule, or choose another name.`,
    { reason: 'schedule_name_taken', field: 'name', existingId },
  );

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

/**
 * Makes a schedule; the very same again is the one that is there.
 * @throws AppError resource.conflict (schedule_name_taken, with existingId), request.unprocessable (too_many_schedules)
 */
export const createSchedule = (sql: Sql, request: NewSchedule, by: Doer): Promise<ScheduleRecord> =>
  inTransaction(sql, async (tx) => {
    const { id, workspaceId, userId, name, timezone, weeklyRules } = request;
    await lockOwner(tx, workspaceId, userId);
    const existingId = await sameNamed(tx, workspaceId, userId, name);
    if (existingId) {
      const existing = await reread(tx, { workspaceId, scheduleId: existingId });
      if (JSON.stringify(facts(existing)) === JSON.stringify(facts(request))) return existing;
      throw nameTaken(name, existingId);
    }
    await requireScheduleQuota(tx, workspaceId, userId);
    await tx`
      insert into schedules (id, workspace_id, user_id, name, timezone)
      values (${id}, ${workspaceId}, ${userId}, ${name}, ${timezone})`;
    await insertRules(tx, id, weeklyRules);
    const subject = { type: 'schedule', id };
    await logActivity(tx, {
      ...by,
      workspaceId,
      action: 'schedule.created',
      subject,
      data: { userId, ...facts(request) },
    });
    return reread(tx, { workspaceId, scheduleId: id });
  });

async function requireScheduleQuota(tx: Transaction, workspaceId: string, userId: string): Promise<void> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from schedules where workspace_id = ${workspaceId} and user_id = ${userId}`;
  if ((row?.count ?? 0) < MAX_SCHEDULES) return;
  throw new AppError(
    'request.unprocessable',
    `This person has ${MAX_SCHEDULES} schedules, which is the most. Delete one, or change one with update_schedule.`,
    { reason: 'too_many_schedules', max: MAX_SCHEDULES },
  );
}

export interface ScheduleChange extends ScheduleId {
  readonly ownerId: string;
  readonly name?: string | undefined;
  readonly timezone?: string | undefined;
  readonly weeklyRules?: readonly WeeklyRule[] | undefined;
}

/**
 * Changes what is named. Nothing is written, nor logged, where nothing differs.
 * @throws AppError resource.not_found, resource.conflict (schedule_name_taken, with existingId)
 */
export const updateSchedule = (sql: Sql, request: ScheduleChange, by: Doer): Promise<ScheduleRecord> =>
  inTransaction(sql, async (tx) => {
    const { workspaceId, scheduleId, ownerId } = request;
    await lockOwner(tx, workspaceId, ownerId);
    const before = await lockAndRead(tx, request);
    const { name = before.name, timezone = before.timezone, weeklyRules = before.weeklyRules } = request;
    const data = changed(facts(before), facts({ name, timezone, weeklyRules }));
    if (Object.keys(data.after).length === 0) return before;
    const existingId = await sameNamed(tx, workspaceId, ownerId, name);
    if (request.name !== undefined && existingId && existingId !== scheduleId) throw nameTaken(name, existingId);
    await tx`update schedules set name = ${name}, timezone = ${timezone} where id = ${scheduleId}`;
    if (data.after.weeklyHours) {
      await tx`delete from schedule_rules where schedule_id = ${scheduleId}`;
      await insertRules(tx, scheduleId, weeklyRules);
    }
    const subject = { type: 'schedule', id: scheduleId };
    await logActivity(tx, { ...by, workspaceId, action: 'schedule.updated', subject, data });
    return reread(tx, request);
  });

export interface OverrideChange extends ScheduleId {
  /** YYYY-MM-DD */
  readonly date: string;
  /** null: the date has its weekly hours; none: it is closed */
  readonly windows: readonly DayWindow[] | null;
}

/**
 * Sets or removes the hours of one date.
 * @throws AppError resource.not_found, request.unprocessable (too_many_overrides)
 */
export const setOverride = (sql: Sql, request: OverrideChange, by: Doer): Promise<ScheduleRecord> =>
  inTransaction(sql, async (tx) => {
    const { workspaceId, scheduleId, date } = request;
    const record = await lockAndRead(tx, request);
    const before = await windowsOf(tx, scheduleId, date);
    const after = request.windows && sorted(request.windows);
    if (JSON.stringify(before) === JSON.stringify(after)) return record;
    if (before === null) requireOverrideQuota(record);
    await tx`delete from date_overrides where schedule_id = ${scheduleId} and date = ${date}`;
    if (after) await insertOverride(tx, scheduleId, date, after);
    const subject = { type: 'schedule', id: scheduleId };
    const action = after ? 'schedule.date_override_set' : 'schedule.date_override_removed';
    const data = { date, before: inWords(before), after: inWords(after) };
    await logActivity(tx, { ...by, workspaceId, action, subject, data });
    return reread(tx, request);
  });

const sorted = (windows: readonly DayWindow[]): DayWindow[] =>
  windows
    .map(({ startMinute, endMinute }) => ({ startMinute, endMinute }))
    .toSorted((one, other) => one.startMinute - other.startMinute);

const inWords = (windows: readonly DayWindow[] | null) => windows?.map(toHoursWindow) ?? null;

function requireOverrideQuota({ overrides }: ScheduleRecord): void {
  if (overrides.length < MAX_OVERRIDES) return;
  throw new AppError(
    'request.unprocessable',
    `The schedule has ${MAX_OVERRIDES} dates with hours of their own, which is the most. Remove one, or change the weekly hours.`,
    { reason: 'too_many_overrides', max: MAX_OVERRIDES },
  );
}

/** The override of a date; null: it has none. */
async function windowsOf(tx: Transaction, scheduleId: string, date: string): Promise<DayWindow[] | null> {
  const rows = await tx<{ startMinute: number | null; endMinute: number | null }[]>`
    select start_minute as "startMinute", end_minute as "endMinute" from date_overrides
    where schedule_id = ${scheduleId} and date = ${date} order by start_minute`;
  if (rows.length === 0) return null;
  return rows.flatMap(({ startMinute, endMinute }) =>
    startMinute === null || endMinute === null ? [] : [{ startMinute, endMinute }],
  );
}

/** One row a window; a day off is one row without. */
async function insertOverride(
  tx: Transaction,
  scheduleId: string,
  date: string,
  windows: readonly DayWindow[],
): Promise<void> {
  const rows = windows.length > 0 ? windows : [{ startMinute: null, endMinute: null }];
  await tx`
    insert into date_overrides (id, schedule_id, date, start_minute, end_minute)
    select id, ${scheduleId}, ${date}, start_minute, end_minute
    from unnest(${rows.map(() => uuidv7())}::uuid[], ${rows.map((row) => row.startMinute)}::int2[],
      ${rows.map((row) => row.endMinute)}::int2[]) as row (id, start_minute, end_minute)`;
}

/**
 * Deletes a schedule that nothing needs. Twice is the same as once.
 * @throws AppError resource.not_found, resource.conflict (schedule_in_use, with eventTypes; last_schedule_of_team_member)
 */
export const deleteSchedule = (sql: Sql, id: ScheduleId, by: Doer): Promise<void> =>
  inTransaction(sql, async (tx) => {
    const { workspaceId, scheduleId } = id;
    // Whoever gives it to an event type holds the row until they are done.
    await tx`select 1 from schedules where id = ${scheduleId} and workspace_id = ${workspaceId} for update`;
    const record = await readSchedule(tx, id);
    if (!record) {
      if (await wasDone(tx, { workspaceId, action: 'schedule.deleted', subjectId: scheduleId })) return;
      throw noSuchSchedule();
    }
    if (record.eventTypes.length > 0) throw inUse(record);
    if (await isLastOfTeamMember(tx, workspaceId, record.owner.id)) throw lastOfTeamMember();
    await tx`delete from schedules where id = ${scheduleId}`;
    const subject = { type: 'schedule', id: scheduleId };
    const data = { before: { userId: record.owner.id, ...facts(record) }, after: null };
    await logActivity(tx, { ...by, workspaceId, action: 'schedule.deleted', subject, data });
  });

const inUse = ({ eventTypes }: ScheduleRecord): AppError => {
  const named = eventTypes.slice(0, NAMED_EVENT_TYPES);
  const names = named.map(({ name }) => `"${name}"`).join(', ');
  const more = eventTypes.length > named.length ? ` and ${eventTypes.length - named.length} more` : '';
  return new AppError(
    'resource.conflict',
    `Event types are booked by this schedule: ${names}${more}. Give them another one with update_event_type, or archive them, first.`,
    { reason: 'schedule_in_use', eventTypes: named, eventTypeCount: eventTypes.length },
  );
};

const lastOfTeamMember = (): AppError =>
  new AppError(
    'resource.conflict',
    'It is the only schedule of a person who is in a team, whose events would lose them. Create another one first, or take them out of the team.',
    { reason: 'last_schedule_of_team_member' },
  );

async function isLastOfTeamMember(tx: Transaction, workspaceId: string, userId: string): Promise<boolean> {
  const [row] = await tx<{ isLast: boolean }[]>`
    select (select count(*) from schedules where workspace_id = ${workspaceId} and user_id = ${userId}) = 1
      and exists (
        select 1 from team_members tm join teams t on t.id = tm.team_id
        where tm.workspace_id = ${workspaceId} and tm.user_id = ${userId} and t.archived_at is null) as "isLast"`;
  return row?.isLast ?? false;
}
