import { v7 as uuidv7 } from 'uuid';
import type { FirstPaidFor, FirstPurchase, PaidFor, PaidForChange } from '../../domain/billing/paid-for.ts';
import { json, type Queryable, type Transaction } from '../database.ts';
import { personZone } from '../person-zone.ts';
import type { WaitingQuery } from '../waiting-query.ts';

/** What is stored of a workspace's subscription. undefined: there is none. */
export async function readPaidFor(tx: Transaction, workspaceId: string): Promise<PaidFor | undefined> {
  const [row] = await tx<PaidFor[]>`
    select plan, billing_interval as interval, quantity as members, cancel_at_period_end as "endsWithPeriod",
      (extract(epoch from period_end) * 1000)::float8 as "periodEndMs"
    from subscriptions where workspace_id = ${workspaceId}`;
  return row;
}

/** @param after null: there is no subscription any more */
export const noteChange = (tx: Transaction, workspaceId: string, before: PaidFor, after: PaidFor | null) => tx`
  insert into subscription_changes (id, workspace_id, before, after)
  values (${uuidv7()}, ${workspaceId}, ${json(tx, before)}, ${after === null ? null : json(tx, after)})`;

/** Nothing was paid before. */
export const noteFirstPurchase = (tx: Transaction, workspaceId: string, after: FirstPaidFor) => tx`
  insert into subscription_changes (id, workspace_id, before, after) values (${uuidv7()}, ${workspaceId}, null, ${json(tx, after)})`;

/** Who plays with the portal fills no mailboxes: after so many mails of a day, changes wait and come together. */
const MAILS_A_DAY = 10;
const LATER = '6 hours';

/** As SQL: whether changes `c` of a workspace `w`, which wait `since` then, are to be mailed now. */
const isDueSince = (sql: Queryable) => sql`
  (c.since < clock_timestamp() - ${LATER}::interval or (
    select count(distinct mailed_at) from subscription_changes
    where workspace_id = w.id and mailed_at > clock_timestamp() - interval '1 day') < ${MAILS_A_DAY})`;

/** As SQL: whether those who pay for a workspace `w` should know of a change by now. */
export const isChangeMailDue = (sql: Queryable) => sql`
  exists (select 1 from (select min(seen_at) as since from subscription_changes where workspace_id = w.id and mailed_at is null) c
    where c.since is not null and ${isDueSince(sql)})`;

export interface ChangeMailDue {
  /** The oldest first. */
  readonly changes: readonly (PaidForChange | FirstPurchase)[];
  readonly workspaceName: string;
  readonly workspaceSlug: string;
  readonly payers: readonly { readonly id: string; readonly email: string; readonly timezone: string }[];
}

/** Changes that those who pay should know of by now. undefined: none. */
export async function readChangeMail(sql: Queryable, workspaceId: string): Promise<ChangeMailDue | undefined> {
  const [row] = await sql<ChangeMailDue[]>`
    select w.name as "workspaceName", w.slug as "workspaceSlug", c.changes, ${payersOf(sql)} as payers
    from workspaces w, lateral (
      select json_agg(json_build_object('id', id, 'before', before, 'after', after) order by seen_at, id) as changes, min(seen_at) as since
      from subscription_changes where workspace_id = w.id and mailed_at is null) c
    where w.id = ${workspaceId} and c.changes is not null and ${isDueSince(sql)}`;
  return row;
}

/** They got the mail. */
export const markChangesMailed = (sql: Queryable, ids: readonly string[]) => sql`
  update subscription_changes set mailed_at = now() where id = any(${[...ids]}::uuid[]) and mailed_at is null`;

/** As SQL: owners and those who pay for a workspace `w`. */
export const payersOf = (sql: Queryable) => sql`
  (select coalesce(json_agg(json_build_object('id', u.id, 'email', u.email, 'timezone', ${personZone(sql, 'u.id')}) order by m.created_at, u.id), '[]')
    from memberships m join users u on u.id = m.user_id
    where m.workspace_id = w.id and m.role in ('owner', 'billing_only') and m.leaving_at is null)`;

/** For the sweep. */
export const waitingSubscriptions: WaitingQuery = (sql) => sql`
  select 'subscription' as lot, workspace_id as id, workspace_id, next_look_at as since from billing_customers where next_look_at is not null
  union all
  select 'subscription', workspace_id, workspace_id, min(seen_at) from subscription_changes where mailed_at is null group by workspace_id`;
