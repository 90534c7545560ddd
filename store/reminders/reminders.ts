import type { PendingQuery, Row, Sql } from 'postgres';
import type { RemindersWait } from '../../domain/booking/attempt.ts';
import {
  FEW_IN_A_MINUTE,
  IN_A_MINUTE,
  LATER_SHARE,
  MOST_STEPS,
  nextReminderMs,
  type PlannedReminder,
  STEP_MS,
  TESTS_IN_A_MINUTE,
} from '../../domain/reminders/reminder-times.ts';
import type { Reminder } from '../../schemas/shapes/reminders.ts';
import { hostTimezone } from '../bookable/event-rows.ts';
import { json, type Queryable, type Transaction } from '../database.ts';

/** What a booking's row keeps of its reminders: `reminders` and `remind_at`. */
export const planColumns = (
  tx: Transaction,
  plan: readonly PlannedReminder[],
  {
    startMs,
    workspaceId,
    testMode,
  }: { readonly startMs: number; readonly workspaceId: string | null; readonly testMode: boolean },
) => {
  const nextMs = nextReminderMs(plan);
  const times = { dueAt: tx`${asTime(nextMs)}::timestamptz`, startAt: tx`${asTime(startMs)}::timestamptz` };
  const whose = { workspaceId: tx`${workspaceId}::uuid`, isTest: tx`${testMode}::boolean` };
  return {
    reminders: plan.length === 0 ? null : json(tx, plan),
    remindAt: nextMs === null ? null : leavesAt(tx, { ...times, ...whose }),
  };
};

const asTime = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

interface NextReminder {
  /** null: there is none */
  readonly dueAt: PendingQuery<Row[]>;
  readonly startAt: PendingQuery<Row[]>;
  readonly workspaceId: PendingQuery<Row[]>;
  readonly isTest: PendingQuery<Row[]>;
}

/**
 * When the next reminder leaves: as it is due, or as many steps later as minutes are full. If all are full, in any of them; those of test
 * bookings, which have a small room of their own, then not at all. Others that look at the same moment may pass a bound by a few.
 */
const leavesAt = (sql: Queryable, { dueAt, startAt, workspaceId, isTest }: NextReminder) => {
  /** Whether a minute has less than so many of the same mode; of the workspace, or of all. */
  const hasLess = (most: number, of = sql``) => sql`not exists (
    select from bookings where remind_at >= minute_at and remind_at < minute_at + interval '1 minute' and test_mode = is_test ${of} offset ${most - 1})`;
  const ofWorkspace = sql`and workspace_id = workspace`;
  const stepSeconds = STEP_MS / 1_000;
  return sql`(
    with due as (
      select at, workspace, is_test, case when start_at > at
        then least(floor(extract(epoch from start_at - at) * ${LATER_SHARE}::float8 / ${stepSeconds}::int), ${MOST_STEPS}::int)
        else ${MOST_STEPS}::int end::int as most
      from (select ${dueAt} as at, ${startAt} as start_at, ${workspaceId} as workspace, ${isTest} as is_test) next
    ), minutes as (
      select later, workspace, is_test, date_trunc('minute', at) + later * ${stepSeconds}::int * interval '1 second' as minute_at
      from due, generate_series(0, most) later
    )
    select at + ${stepSeconds}::int * interval '1 second' * coalesce(
      (select min(later) from minutes where case when is_test
        then ${hasLess(TESTS_IN_A_MINUTE)} and ${hasLess(FEW_IN_A_MINUTE, ofWorkspace)}
        else ${hasLess(IN_A_MINUTE)} or ${hasLess(FEW_IN_A_MINUTE, ofWorkspace)} and ${hasLess(2 * IN_A_MINUTE)} end),
      case when not is_test then floor(random() * (most + 1)) end)
    from due)`;
};

/** For the booking's flow; nothing: no reminder is to come. */
export const remindersWait = (remindAtMs: number | null, now: number): { readonly reminders?: RemindersWait } =>
  remindAtMs === null ? {} : { reminders: { waitMs: Math.max(remindAtMs - now, 0) } };

/** What the reminders of a booking are computed from anew, when it is approved or moved. */
export async function readReminderRules(
  tx: Transaction,
  { eventTypeId, hostId, guestTimezone }: { eventTypeId: string; hostId: string; guestTimezone: string },
): Promise<{
  readonly reminders: readonly Reminder[];
  readonly zones: { readonly guestTimezone: string; readonly hostTimezone: string };
}> {
  const [row] = await tx<{ reminders: readonly Reminder[]; hostTimezone: string | null }[]>`
    select e.reminders, ${hostTimezone(tx)} from event_types e join workspaces w on w.id = e.workspace_id
    join users u on u.id = ${hostId} left join schedules s on s.id = e.schedule_id where e.id = ${eventTypeId}`;
  return { reminders: row?.reminders ?? [], zones: { guestTimezone, hostTimezone: row?.hostTimezone ?? 'UTC' } };
}

/** Reminders whose time has come, with the event type's as they are now. */
export interface DueReminders {
  readonly due: readonly PlannedReminder[];
  readonly rules: readonly Reminder[];
  /** Its owners have deleted the workspace: it waits for its day. */
  readonly isDeleted: boolean;
  /** Its further hosts who are in the workspace. */
  readonly members: readonly string[];
  /** The workspace's own side made the booking. */
  readonly byHost: boolean;
  readonly now: number;
}

/** By the database's clock: the flow waited by it. */
export async function readDueReminders(sql: Queryable, bookingId: string): Promise<DueReminders> {
  const [row] = await sql<
    (Omit<DueReminders, 'due' | 'rules'> & { reminders: PlannedReminder[] | null; rules: Reminder[] })[]
  >`
    select b.reminders, e.reminders as rules, w.erase_at is not null as "isDeleted",
      array(select m.user_id from booking_hosts h join memberships m on m.user_id = h.user_id
        where h.booking_id = b.id and m.workspace_id = b.workspace_id) as members,
      exists (select 1 from booking_changes c where c.booking_id = b.id and c.revision = 1 and c.actor = 'host') as "byHost",
      (extract(epoch from clock_timestamp()) * 1000)::float8 as now
    from bookings b join event_types e on e.id = b.event_type_id join workspaces w on w.id = b.workspace_id where b.id = ${bookingId}`;
  if (!row) return { due: [], rules: [], isDeleted: false, members: [], byHost: false, now: 0 };
  return { ...row, due: (row.reminders ?? []).filter(({ atMs }) => atMs !== null && atMs <= row.now) };
}

/**
 * These mails have left, or are not to leave. A plan that was made anew meanwhile stays as it is.
 * @returns until the next one is due; null: none is to come
 */
export async function settleReminders(
  sql: Sql,
  bookingId: string,
  settled: readonly PlannedReminder[],
): Promise<number | null> {
  const waitMs = sql`(extract(epoch from remind_at - clock_timestamp()) * 1000)::float8 as "waitMs"`;
  const [row] = await (settled.length === 0
    ? sql<{ waitMs: number }[]>`select ${waitMs} from bookings where id = ${bookingId} and remind_at is not null`
    : takeOut(sql, bookingId, settled, waitMs));
  return row?.waitMs == null ? null : Math.max(row.waitMs, 0);
}

function takeOut(sql: Sql, bookingId: string, settled: readonly PlannedReminder[], answer: PendingQuery<Row[]>) {
  const left = sql`jsonb_array_elements(b.reminders) one
    where not exists (select from jsonb_array_elements(${json(sql, settled)}::jsonb) gone where gone = one)`;
  const dueAt = sql`(select to_timestamp(min((one ->> 'atMs')::float8) / 1000) from ${left})`;
  const next = leavesAt(sql, {
    dueAt,
    startAt: sql`b.start_at`,
    workspaceId: sql`b.workspace_id`,
    isTest: sql`b.test_mode`,
  });
  return sql<{ waitMs: number | null }[]>`
    update bookings b set reminders = (select jsonb_agg(one) from ${left}),
      remind_at = ${next}
    where id = ${bookingId} and b.reminders is not null returning ${answer}`;
}

/** Whether the owner of an inbox wants no reminders of a workspace. @param hash see `addressHash` */
export async function isReminderRefused(sql: Queryable, workspaceId: string, hash: Buffer): Promise<boolean> {
  const [row] = await sql`
    select 1 from reminder_refusals where workspace_id = ${workspaceId} and address_hash = ${hash}`;
  return row !== undefined;
}

/** For the page of a mail's link; undefined: the workspace is gone. */
export async function readReminderRefusal(
  sql: Queryable,
  workspaceId: string,
  hash: Buffer,
): Promise<{ readonly workspaceName: string; readonly refused: boolean } | undefined> {
  const [row] = await sql<{ workspaceName: string; refused: boolean }[]>`
    select name as "workspaceName", exists (select 1 from reminder_refusals r where r.workspace_id = w.id and r.address_hash = ${hash}) as refused
    from workspaces w where id = ${workspaceId}`;
  return row;
}

/** Nothing happens for a workspace that is gone. */
export async function refuseReminders(sql: Queryable, workspaceId: string, hash: Buffer): Promise<void> {
  await sql`
    insert into reminder_refusals (workspace_id, address_hash)
    select id, ${hash} from workspaces where id = ${workspaceId} on conflict do nothing`;
}

/** The owner takes reminders again. */
export async function allowReminders(sql: Queryable, workspaceId: string, hash: Buffer): Promise<void> {
  await sql`delete from reminder_refusals where workspace_id = ${workspaceId} and address_hash = ${hash}`;
}
