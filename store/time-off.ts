import type { Sql } from 'postgres';
import type { Interval } from '../domain/slots/types.ts';
import { isoInstant } from '../domain/time/local.ts';
import { AppError } from '../schemas/errors.ts';
import { logActivity } from './activity.ts';
import type { Doer } from './api-keys.ts';
import { inTransaction, type Queryable } from './database.ts';
import { wasDone } from './schedules.ts';

const MAX_TIME_OFF = 200;

/** Time off as one workspace sees it: what was entered elsewhere closes hours here too, and says no more. */
export interface TimeOff extends Interval {
  readonly id: string;
  readonly reason: string | null;
  /** Entered in this workspace, or in none. */
  readonly isOwn: boolean;
}

export interface TimeOffId {
  readonly workspaceId: string;
  readonly timeOffId: string;
}

const columns = (sql: Queryable, workspaceId: string) => sql`
  t.id, (extract(epoch from lower(t.period)) * 1000)::float8 as "startMs",
  (extract(epoch from upper(t.period)) * 1000)::float8 as "endMs",
  case when coalesce(t.workspace_id = ${workspaceId}, true) then t.reason end as reason,
  coalesce(t.workspace_id = ${workspaceId}, true) as "isOwn"`;

/** A person's time off that is not over, in order of time. */
export const listTimeOff = (
  sql: Queryable,
  { workspaceId, userId, now }: { readonly workspaceId: string; readonly userId: string; readonly now: number },
): Promise<TimeOff[]> => sql<TimeOff[]>`
  select ${columns(sql, workspaceId)} from time_off t
  where t.host_id = ${userId} and upper(t.period) > ${new Date(now)} order by t.period, t.id`;

export interface NewTimeOff extends Interval {
  readonly id: string;
  readonly workspaceId: string;
  readonly userId: string;
  readonly reason: string | null;
  readonly now: number;
}

/**
 * Adds time off; the same stretch again is the one that is there.
 * @throws AppError request.unprocessable (too_much_time_off)
 */
export const addTimeOff = (sql: Sql, wish: NewTimeOff, by: Doer): Promise<TimeOff> =>
  inTransaction(sql, async (tx) => {
    const { id, workspaceId, userId, startMs, endMs, reason } = wish;
    // Two who add the same wait in line here.
    await tx`select 1 from memberships where workspace_id = ${workspaceId} and user_id = ${userId} for no key update`;
    const period = tx`tstzrange(${new Date(startMs)}, ${new Date(endMs)})`;
    const [same] = await tx<TimeOff[]>`
      select ${columns(tx, workspaceId)} from time_off t
      where t.host_id = ${userId} and t.period = ${period} and coalesce(t.workspace_id = ${workspaceId}, true)
      order by t.created_at, t.id limit 1`;
    if (same) return same;
    if ((await listTimeOff(tx, wish)).length >= MAX_TIME_OFF) throw tooMuch();
    await tx`
      insert into time_off (id, host_id, workspace_id, period, reason)
      values (${id}, ${userId}, ${workspaceId}, ${period}, ${reason})`;
    const subject = { type: 'time_off', id };
    const data = { userId, startAt: isoInstant(startMs), endAt: isoInstant(endMs) };
    await logActivity(tx, { ...by, workspaceId, action: 'time_off.added', subject, data });
    return { id, startMs, endMs, reason, isOwn: true };
  });

const tooMuch = (): AppError =>
  new AppError(
    'request.unprocessable',
    `This person has ${MAX_TIME_OFF} stretches of time off to come, which is the most. Join some, or set weekly hours.`,
    { reason: 'too_much_time_off', max: MAX_TIME_OFF },
  );

/** Whose time off it is; undefined: this workspace knows of none of this id. */
export async function timeOffOwner(sql: Queryable, { workspaceId, timeOffId }: TimeOffId): Promise<string | undefined> {
  const [row] = await sql<{ userId: string }[]>`
    select t.host_id as "userId" from time_off t
    join memberships m on m.user_id = t.host_id and m.workspace_id = ${workspaceId}
    where t.id = ${timeOffId} and coalesce(t.workspace_id = ${workspaceId}, true)`;
  return row?.userId;
}

/** Removes time off. @returns false: this workspace had none of this id, neither now nor before. */
export const removeTimeOff = (sql: Sql, id: TimeOffId, by: Doer): Promise<boolean> =>
  inTransaction(sql, async (tx) => {
    const { workspaceId, timeOffId } = id;
    const [gone] = await tx<{ userId: string; startAt: Date; endAt: Date }[]>`
      delete from time_off t using memberships m
      where t.id = ${timeOffId} and coalesce(t.workspace_id = ${workspaceId}, true)
        and m.user_id = t.host_id and m.workspace_id = ${workspaceId}
      returning t.host_id as "userId", lower(t.period) as "startAt", upper(t.period) as "endAt"`;
    if (!gone) return wasDone(tx, { workspaceId, action: 'time_off.removed', subjectId: timeOffId });
    const subject = { type: 'time_off', id: timeOffId };
    const data = { before: gone, after: null };
    await logActivity(tx, { ...by, workspaceId, action: 'time_off.removed', subject, data });
    return true;
  });
