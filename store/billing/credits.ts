import { v7 as uuidv7 } from 'uuid';
import { type CreditGrant, type PlanCredits, planCreditsDue } from '../../domain/billing/credits.ts';
import type { Queryable, Transaction } from '../database.ts';
import { type Entry, enter } from './credit-entries.ts';
import { settleUnpaid } from './unpaid-credits.ts';

/** Grants a lot, once. The caller has locked the workspace's row. */
export async function grantCredits(tx: Transaction, workspaceId: string, grant: CreditGrant): Promise<void> {
  const id = uuidv7();
  const made = await tx`
    insert into credit_grants (id, workspace_id, source, source_key, amount, remaining, expires_at, payment_id)
    values (${id}, ${workspaceId}, ${grant.source}, ${grant.key}, ${grant.amount}, ${grant.amount}, ${new Date(grant.expiresMs)}, ${grant.paymentId ?? null})
    on conflict (source_key) do nothing returning id`;
  if (made.length > 0)
    await enter(tx, { workspaceId, grantId: id, kind: 'granted', amount: grant.amount, subject: null });
  else if (grant.paymentId)
    await tx`update credit_grants set payment_id = ${grant.paymentId} where source_key = ${grant.key} and payment_id is null`;
}

/** Grants what a plan still brings in this month: each plan once, and all together no more than the largest. Under the lock of the workspace. */
export async function grantPlanCredits(tx: Transaction, workspaceId: string, allowance: PlanCredits): Promise<void> {
  const month = `plan/${workspaceId}/${allowance.startMs}`;
  const [row] = await tx<{ granted: number }[]>`
    select coalesce(sum(amount), 0)::int as granted from credit_grants
    where workspace_id = ${workspaceId} and source = 'plan' and (source_key = ${month} or starts_with(source_key, ${`${month}/`}))`;
  const granted = row?.granted ?? 0;
  const amount = planCreditsDue(allowance, granted);
  if (amount === 0) return;
  const key = granted === 0 ? month : `${month}/${allowance.plan}`;
  await grantCredits(tx, workspaceId, { source: 'plan', key, amount, expiresMs: allowance.endMs });
}

/**
 * Spends one credit, of the lot that ends first, as a part of a transaction: what it is spent on is written with it. Spent for the same subject
 * before: nothing more is spent. It locks the workspace's row: call it first.
 * @param subject the attempt that it is spent on, such as `enrichment/<booking id>/1`: another attempt has another one
 * @returns false: none is left
 */
export async function spendCredit(tx: Transaction, workspaceId: string, subject: string): Promise<boolean> {
  await tx`select 1 from workspaces where id = ${workspaceId} for no key update`;
  const spent = await tx`
    select 1 from credit_entries where workspace_id = ${workspaceId} and subject = ${subject} and kind = 'spent'`;
  if (spent.length > 0) return true;
  const [lot] = await tx<{ id: string }[]>`
    update credit_grants set remaining = remaining - 1 where id = (
      select id from credit_grants where workspace_id = ${workspaceId} and remaining > 0 and expires_at > clock_timestamp()
      order by expires_at, id limit 1)
    returning id`;
  if (!lot) return false;
  await enter(tx, { workspaceId, grantId: lot.id, kind: 'spent', amount: -1, subject });
  return true;
}

/**
 * Gives a credit back to the lot that it came from, once, as a part of a transaction: what it was spent on has failed. Nothing was spent:
 * nothing happens. It locks the workspace's row: call it first.
 * @returns how many came back: 1, or 0
 */
export async function returnCredit(tx: Transaction, workspaceId: string, subject: string): Promise<number> {
  await tx`select 1 from workspaces where id = ${workspaceId} for no key update`;
  const [lot] = await tx<{ id: string }[]>`
    select grant_id as id from credit_entries s where workspace_id = ${workspaceId} and subject = ${subject} and kind = 'spent'
      and not exists (select 1 from credit_entries r where r.workspace_id = s.workspace_id and r.subject = s.subject and r.kind = 'returned')`;
  if (!lot) return 0;
  await tx`update credit_grants set remaining = remaining + 1 where id = ${lot.id}`;
  await enter(tx, { workspaceId, grantId: lot.id, kind: 'returned', amount: 1, subject });
  await settleUnpaid(tx, { workspaceId, grantId: lot.id });
  return 1;
}

/** Whether a credit was spent for a subject and not given back. */
export async function isSpent(tx: Transaction, workspaceId: string, subject: string): Promise<boolean> {
  const [row] = await tx<{ net: number }[]>`
    select coalesce(sum(amount), 0)::int as net from credit_entries
    where workspace_id = ${workspaceId} and subject = ${subject} and kind in ('spent', 'returned')`;
  return (row?.net ?? 0) < 0;
}

export interface CreditLot {
  readonly source: CreditGrant['source'];
  readonly amount: number;
  readonly remaining: number;
  readonly expiresAt: Date;
}

/** What can be spent now, in the order in which it is spent. */
export const listLots = (sql: Queryable, workspaceId: string) => sql<CreditLot[]>`
  select source, amount, remaining, expires_at as "expiresAt" from credit_grants
  where workspace_id = ${workspaceId} and remaining > 0 and expires_at > clock_timestamp() order by expires_at, id`;

export interface CreditEntry {
  readonly id: string;
  readonly kind: Entry['kind'];
  readonly amount: number;
  readonly source: CreditGrant['source'];
  readonly subject: string | null;
  readonly createdAt: Date;
}

/** The newest first. */
export const listEntries = (sql: Queryable, workspaceId: string, limit: number) => sql<CreditEntry[]>`
  select e.id, e.kind, e.amount, g.source, e.subject, e.created_at as "createdAt"
  from credit_entries e join credit_grants g on g.id = e.grant_id
  where e.workspace_id = ${workspaceId} order by e.created_at desc, e.id desc limit ${limit}`;
