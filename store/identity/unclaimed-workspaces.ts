import type { Sql } from 'postgres';
import {
  daysInMs,
  READ_AGAIN_MS,
  UNCLAIMED_DAYS,
  UNCLAIMED_MAIL_DAYS,
  type UnclaimedStanding,
} from '../../domain/workspaces/unclaimed.ts';
import { logActivity } from '../activity.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { isActiveIn } from '../live-bookings.ts';
import type { WaitingQuery } from '../waiting-query.ts';

const inDays = (sql: Queryable, days: number) => sql`${days} * interval '1 day'`;

interface UnclaimedRow {
  readonly ageMs: number;
  readonly hasFirst: boolean;
  readonly hasLast: boolean;
  /** The last mail left a day ago. */
  readonly isWarned: boolean;
  readonly isInactive: boolean;
  /** A meeting is upcoming, a trial runs, or somebody pays for it. */
  readonly isInUse: boolean;
}

/** Makes a workspace inactive whose time is over, and returns where it stands. Safe to repeat: the rows decide. */
export const settleUnclaimed = (sql: Sql, workspaceId: string): Promise<UnclaimedStanding> =>
  inTransaction(sql, async (tx) => {
    await tx`select 1 from workspaces where id = ${workspaceId} for no key update`;
    const [row] = await tx<UnclaimedRow[]>`
      select (extract(epoch from clock_timestamp() - u.since) * 1000)::float8 as "ageMs", u.first_mailed_at is not null as "hasFirst",
        u.last_mailed_at is not null as "hasLast", u.inactive_at is not null as "isInactive",
        coalesce(u.last_mailed_at <= clock_timestamp() - interval '23 hours', false) as "isWarned", w.subscription_status = 'trialing' or
        exists (select from bookings b where b.workspace_id = u.workspace_id and b.end_at > clock_timestamp() and ${isActiveIn(tx, 'b')})
          or exists (select from subscriptions s where s.workspace_id = u.workspace_id) as "isInUse"
      from unclaimed_workspaces u join workspaces w on w.id = u.workspace_id where u.workspace_id = ${workspaceId}`;
    if (!row) return { stage: 'claimed' };
    if (row.isInactive) return { stage: 'inactive' };
    if (row.ageMs >= daysInMs(UNCLAIMED_DAYS) && !row.isInUse && row.isWarned) return makeInactive(tx, workspaceId);
    const standing = waiting(row);
    await tx`
      update unclaimed_workspaces set next_look_at = clock_timestamp()
        + ${standing.isMailDue ? 0 : standing.waitMs} * interval '1 millisecond'
      where workspace_id = ${workspaceId}`;
    return { stage: 'waiting', ...standing };
  });

/** The last mail leaves a day before the end, however late this look is. A mail that is due keeps the row due for the sweep. */
function waiting({ ageMs, hasFirst, hasLast, isInUse }: UnclaimedRow): {
  readonly waitMs: number;
  readonly isMailDue: boolean;
} {
  const [first, last, end] = [UNCLAIMED_MAIL_DAYS.first, UNCLAIMED_MAIL_DAYS.last, UNCLAIMED_DAYS].map(daysInMs) as [
    number,
    number,
    number,
  ];
  if (ageMs < first) return { waitMs: first - ageMs, isMailDue: false };
  if (ageMs < last) return { waitMs: last - ageMs, isMailDue: !hasFirst };
  if (!hasLast) return { waitMs: Math.max(end - ageMs, READ_AGAIN_MS), isMailDue: true };
  return { waitMs: isInUse ? READ_AGAIN_MS : Math.max(end - ageMs, HOUR_MS), isMailDue: false };
}

const HOUR_MS = 60 * 60_000;

async function makeInactive(tx: Transaction, workspaceId: string): Promise<UnclaimedStanding> {
  await tx`update unclaimed_workspaces set inactive_at = clock_timestamp() where workspace_id = ${workspaceId}`;
  await tx`
    update workspaces set subscription_status = 'inactive' where id = ${workspaceId}
      and not exists (select from subscriptions where workspace_id = ${workspaceId})`;
  const subject = { type: 'workspace', id: workspaceId } as const;
  await logActivity(tx, { actor: null, workspaceId, source: 'system', action: 'workspace.unclaimed', subject });
  return { stage: 'inactive' };
}

/** A mail that an unclaimed workspace's owners should have by now. */
export interface UnclaimedMailDue {
  readonly kind: 'first' | 'last';
  readonly workspaceName: string;
  readonly since: Date;
  readonly owners: readonly { readonly id: string; readonly email: string }[];
}

/** undefined: none is due. After day 29 the first is not mailed any more. */
export async function readUnclaimedMail(sql: Queryable, workspaceId: string): Promise<UnclaimedMailDue | undefined> {
  const isLastDue = sql`u.since <= clock_timestamp() - ${inDays(sql, UNCLAIMED_MAIL_DAYS.last)}`;
  const [row] = await sql<UnclaimedMailDue[]>`
    select case when ${isLastDue} then 'last' else 'first' end as kind, w.name as "workspaceName", u.since,
      (select coalesce(json_agg(json_build_object('id', p.id, 'email', p.email) order by m.created_at, p.id), '[]')
        from memberships m join users p on p.id = m.user_id
        where m.workspace_id = w.id and m.role = 'owner' and m.leaving_at is null) as owners
    from unclaimed_workspaces u join workspaces w on w.id = u.workspace_id
    where u.workspace_id = ${workspaceId} and u.inactive_at is null and case when ${isLastDue} then u.last_mailed_at is null
      else u.first_mailed_at is null and u.since <= clock_timestamp() - ${inDays(sql, UNCLAIMED_MAIL_DAYS.first)} end`;
  return row;
}

/** The owners got the mail. */
export const markUnclaimedMailed = (sql: Queryable, workspaceId: string, kind: UnclaimedMailDue['kind']) =>
  kind === 'first'
    ? sql`
      update unclaimed_workspaces set first_mailed_at = clock_timestamp(), next_look_at = since + ${inDays(sql, UNCLAIMED_MAIL_DAYS.last)}
      where workspace_id = ${workspaceId} and first_mailed_at is null`
    : sql`
      update unclaimed_workspaces set last_mailed_at = clock_timestamp(),
        next_look_at = greatest(since + ${inDays(sql, UNCLAIMED_DAYS)}, clock_timestamp() + ${inDays(sql, 1)})
      where workspace_id = ${workspaceId} and last_mailed_at is null`;

/** A person owns it from now on: it is active again, unless it is unpaid. Under the lock of the workspace. */
export async function endUnclaimed(tx: Transaction, workspaceId: string): Promise<void> {
  const [ended] = await tx<{ wasInactive: boolean }[]>`
    delete from unclaimed_workspaces where workspace_id = ${workspaceId} returning inactive_at is not null as "wasInactive"`;
  if (!ended?.wasInactive) return;
  await tx`
    update workspaces set subscription_status = 'active' where id = ${workspaceId} and subscription_status = 'inactive'
      and not exists (select from subscriptions where workspace_id = ${workspaceId})`;
}

/** For the sweep. */
export const waitingUnclaimed: WaitingQuery = (sql) => sql`
  select 'unclaimedWorkspace' as lot, workspace_id as id, workspace_id, next_look_at as since from unclaimed_workspaces
  where inactive_at is null and (next_look_at <= now() or first_mailed_at is not null or last_mailed_at is not null)`;
