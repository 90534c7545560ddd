import type { Sql } from 'postgres';
import type { Interval } from '../../domain/slots/types.ts';
import { isoInstant } from '../../domain/time/local.ts';
import type { Doer } from '../access/api-keys.ts';
import { type Activity, logActedBy, logActivity } from '../activity.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';
import { wasDone } from './schedules.ts';

const MAX_TIME_OFF = 200;

/** Time off as one workspace sees it. Time off of another workspace also closes hours here, but only the person themselves sees it. */
export interface TimeOff extends Interval {
  readonly id: string;
  readonly reason: string | null;
  /** true if it was entered in this workspace, or in none. Else the reason is hidden, and other people do not see the times. */
  readonly isOwn: boolean;
}

export interface TimeOffId {
  readonly workspaceId: string;
  readonly timeOffId: string;
  /** The caller, who can remove their own time off from any of their workspaces. */
  readonly callerId: string;
}

const isEnteredHere = (sql: Queryable, workspaceId: string) => sql`coalesce(t.workspace_id = ${workspaceId}, true)`;

const columns = (sql: Queryable, workspaceId: string) => sql`
  t.id, (extract(epoch from lower(t.period)) * 1000)::float8 as "startMs",
  (extract(epoch from upper(t.period)) * 1000)::float8 as "endMs",
  case when ${isEnteredHere(sql, workspaceId)} then t.reason end as reason,
  ${isEnteredHere(sql, workspaceId)} as "isOwn"`;

/**
 * Lists a person's current and future time off that the caller may see, by time.
 * @param callerId null: all time off
 */
export const listTimeOff = (
  sql: Queryable,
  {
    workspaceId,
    userId,
    callerId,
    now,
  }: { readonly workspaceId: string; readonly userId: string; readonly callerId: string | null; readonly now: number },
): Promise<TimeOff[]> => sql<TimeOff[]>`
  select ${columns(sql, workspaceId)} from time_off t
  where t.host_id = ${userId} and upper(t.period) > ${new Date(now)}
    ${callerId === null || callerId === userId ? sql`` : sql`and ${isEnteredHere(sql, workspaceId)}`}
  order by t.period, t.id`;

/** Reads the time off of these hosts whose times the caller may see, as keys of `timeOffKey`. */
export async function readVisibleTimeOff(
  sql: Queryable,
  hostIds: readonly string[],
  { workspaceId, callerId }: { readonly workspaceId: string; readonly callerId: string },
): Promise<ReadonlySet<string>> {
  if (hostIds.length === 0) return new Set();
  const rows = await sql<(TimeOff & { hostId: string })[]>`
    select t.host_id as "hostId", ${columns(sql, workspaceId)} from time_off t
    where t.host_id = any(${[...hostIds]}::uuid[]) and (t.host_id = ${callerId} or ${isEnteredHere(sql, workspaceId)})`;
  return new Set(rows.map(({ hostId, ...period }) => timeOffKey(hostId, period)));
}

export const timeOffKey = (hostId: string, { startMs, endMs }: Interval): string => `${hostId}/${startMs}/${endMs}`;

export interface NewTimeOff extends Interval {
  readonly id: string;
  readonly workspaceId: string;
  readonly userId: string;
  readonly reason: string | null;
  readonly now: number;
}

export interface TooMuchTimeOff {
  readonly refused: 'too_much_time_off';
  readonly max: number;
}

/** Adds time off. A repeated period returns the existing one. */
export const addTimeOff = (sql: Sql, request: NewTimeOff, by: Doer): Promise<TimeOff | TooMuchTimeOff> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<TooMuchTimeOff>) => {
    const { id, workspaceId, userId, startMs, endMs, reason } = request;
    // Two calls that add the same period wait for this lock.
    await tx`select 1 from memberships where workspace_id = ${workspaceId} and user_id = ${userId} for no key update`;
    const period = tx`tstzrange(${new Date(startMs)}, ${new Date(endMs)})`;
    const [same] = await tx<TimeOff[]>`
      select ${columns(tx, workspaceId)} from time_off t
      where t.host_id = ${userId} and t.period = ${period} and ${isEnteredHere(tx, workspaceId)}
      order by t.created_at, t.id limit 1`;
    if (same) return same;
    if ((await listTimeOff(tx, { ...request, callerId: null })).length >= MAX_TIME_OFF)
      return refuse({ refused: 'too_much_time_off', max: MAX_TIME_OFF });
    await tx`
      insert into time_off (id, host_id, workspace_id, period, reason)
      values (${id}, ${userId}, ${workspaceId}, ${period}, ${reason})`;
    const subject = { type: 'time_off', id } as const;
    const data = { userId, startAt: isoInstant(startMs), endAt: isoInstant(endMs) };
    await logActivity(tx, { ...by, workspaceId, action: 'time_off.added', subject, data });
    return { id, startMs, endMs, reason, isOwn: true };
  });

/** Returns the condition for time off that the caller can remove: of this workspace, of none, or their own. */
const isReachable = (sql: Queryable, { workspaceId, callerId }: TimeOffId) => sql`
  (t.host_id = ${callerId} or ${isEnteredHere(sql, workspaceId)})`;

/** Reads the person of time off; undefined if it is neither of this workspace nor the caller's. */
export async function timeOffOwner(sql: Queryable, id: TimeOffId): Promise<string | undefined> {
  const [row] = await sql<{ userId: string }[]>`
    select t.host_id as "userId" from time_off t
    join memberships m on m.user_id = t.host_id and m.workspace_id = ${id.workspaceId}
    where t.id = ${id.timeOffId} and ${isReachable(sql, id)}`;
  return row?.userId;
}

/** Removes time off. @returns false if this workspace never had any with this id */
export const removeTimeOff = (sql: Sql, id: TimeOffId, by: Doer): Promise<boolean> =>
  inTransaction(sql, async (tx) => {
    const { workspaceId, timeOffId } = id;
    const [row] = await tx<{ userId: string; startAt: Date; endAt: Date; enteredIn: string | null }[]>`
      delete from time_off t using memberships m
      where t.id = ${timeOffId} and ${isReachable(tx, id)}
        and m.user_id = t.host_id and m.workspace_id = ${workspaceId}
      returning t.host_id as "userId", lower(t.period) as "startAt", upper(t.period) as "endAt",
        t.workspace_id as "enteredIn"`;
    if (!row) return wasDone(tx, { workspaceId, action: 'time_off.removed', subjectId: timeOffId });
    const subject = { type: 'time_off', id: timeOffId } as const;
    const { enteredIn, ...removed } = row;
    const note = { action: 'time_off.removed', subject, data: { before: removed, after: null } } as const;
    if (enteredIn === null || enteredIn === workspaceId) await logActivity(tx, { ...by, workspaceId, ...note });
    else await logInBothWorkspaces(tx, { note, enteredIn, workspaceId, userId: removed.userId, by });
    return true;
  });

/** Logs a removal with its times in the workspace in which it was entered, under the person's name; in the caller's workspace without them. */
async function logInBothWorkspaces(
  tx: Transaction,
  {
    note,
    enteredIn,
    workspaceId,
    userId,
    by,
  }: {
    readonly note: Pick<Activity, 'action' | 'subject' | 'data'>;
    readonly enteredIn: string;
    readonly workspaceId: string;
    readonly userId: string;
    readonly by: Doer;
  },
): Promise<void> {
  const person = { userId, apiKeyId: null, agentSeatId: null };
  await logActedBy(tx, { ...note, by: person, workspaceId: enteredIn, source: by.source });
  await logActivity(tx, { ...by, ...note, workspaceId, data: {} });
}
