import type { Sql } from 'postgres';
import { GRACE_MS, type PlanItem, statusOfSubscription } from '../../domain/billing/checkout.ts';
import type { CreditGrant, PlanCredits } from '../../domain/billing/credits.ts';
import { isChanged, isOtherPlan, type PaidFor } from '../../domain/billing/paid-for.ts';
import type { ProviderClock } from '../../domain/billing/provider-clock.ts';
import type { RemoteInvoice, RemotePayment } from '../../domain/billing/remote-billing.ts';
import { logActivity } from '../activity.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { completeConfirmed } from './confirmed-changes.ts';
import { grantCredits, grantPlanCredits } from './credits.ts';
import { saveInvoices } from './invoices.ts';
import { noteChange, noteFirstPurchase, readPaidFor } from './subscription-changes.ts';
import { isAnyMailDue } from './subscription-mails.ts';
import { settlePayments } from './unpaid-credits.ts';

/** Looked at again after about this time, even if no webhook comes: a tenth more or less, so that those of one hour spread. */
const LOOK_EVERY = '24 hours';

/**
 * Why a plan stays, although no subscription to a plan of ours lives: `unknown_price`: a price that is none of ours is paid.
 * `account_changed`: the provider does not know the subscription that we know.
 */
export type Kept = 'unknown_price' | 'account_changed';

/** How a workspace's subscription stands after a look. Words and times only: it is history in Temporal. */
export interface SubscriptionStanding {
  readonly stage: 'active' | 'past_due' | 'inactive' | 'packs' | 'none' | 'refused' | 'not_configured' | Kept;
  readonly waitMs: number;
  /** There is no subscription, and yet news came during the look. */
  readonly isLookDue?: boolean;
  /** Those who pay are to be mailed now. */
  readonly isMailDue?: boolean;
}

/** What a look wrote, for the steps after it. */
export interface Applied {
  readonly standing: SubscriptionStanding;
  /** A look that began later was faster: nothing was written, and nothing may follow from this one. */
  readonly isOvertaken: boolean;
  /** A payment of the plan is disputed since this look. */
  readonly isNewlyDisputed: boolean;
}

interface Seen {
  readonly workspaceId: string;
  /** The subscription that counts; null: none lives. */
  readonly main: PlanItem | null;
  /** Without one: why the plan stays. null: it ends. */
  readonly kept: Kept | null;
  readonly clock: ProviderClock;
  /** It began lately: not one that we had lost. */
  readonly isNew: boolean;
  /** The bank has not decided about a payment of it. */
  readonly isDisputed: boolean;
  /** A pack of credits is paid each month. */
  readonly hasPacks: boolean;
  readonly invoices: readonly RemoteInvoice[];
  /** Show refunds and disputes. */
  readonly payments: readonly RemotePayment[];
  /** Credits of packs that are paid by now. */
  readonly grants: readonly CreditGrant[];
  /** Credits of the plan in the month that runs. */
  readonly allowance: PlanCredits | null;
  /** When the look began. */
  readonly began: string;
}

/**
 * Writes what the payment provider says of a workspace, and makes its plan what is paid. The only writer of plan, status and seats beside
 * the trial. A workspace that never had a subscription keeps its plan: a trial, free, or granted by hand.
 */
export const applySubscription = (sql: Sql, seen: Seen): Promise<Applied> =>
  inTransaction(sql, async (tx) => {
    const { workspaceId, main, kept, hasPacks, began } = seen;
    await tx`select 1 from workspaces where id = ${workspaceId} for no key update`;
    if (await isOvertaken(tx, workspaceId, began)) {
      const standing = { stage: await stageOf(tx, workspaceId), waitMs: OVERTAKEN_MS };
      return { standing, isOvertaken: true, isNewlyDisputed: false };
    }
    const before = await readPaidFor(tx, workspaceId);
    const stage = main
      ? await keep(tx, workspaceId, { main, clock: seen.clock })
      : (kept ?? (await end(tx, workspaceId, hasPacks)));
    if (kept === null) await noteWhatChanged(tx, workspaceId, { before, main, isNew: seen.isNew });
    const isNewlyDisputed = main !== null && (await setDisputed(tx, workspaceId, seen.isDisputed));
    await saveMoney(tx, seen);
    const next = await endLook(tx, workspaceId, { began, stage, clock: seen.clock });
    const isLookDue = stage === 'none' && next.isWanted;
    const isMailDue = await isAnyMailDue(tx, workspaceId);
    const due = { ...(isLookDue && { isLookDue }), ...(isMailDue && { isMailDue }) };
    return { standing: { stage, waitMs: next.waitMs, ...due }, isOvertaken: false, isNewlyDisputed };
  });

interface Looked {
  readonly began: string;
  readonly stage: SubscriptionStanding['stage'];
  readonly clock: ProviderClock;
}

/** Notes what was seen, and when the next look is due. @returns `isWanted`: there is a next one */
async function endLook(tx: Transaction, workspaceId: string, { began, stage, clock }: Looked) {
  const trouble = stage === 'unknown_price' || stage === 'account_changed' ? stage : null;
  const [row] = await tx<{ waitMs: number; isWanted: boolean }[]>`
    update billing_customers set looked_at = ${began}::timestamptz, trouble = ${trouble},
      -- News came during the look: it may not have seen them.
      next_look_at = case when next_look_at <= clock_timestamp() then next_look_at
        when ${stage === 'none'} then null
        else least(clock_timestamp() + (0.9 + random() * 0.2) * ${LOOK_EVERY}::interval, (select case when ${stage === 'past_due'} then
          clock_timestamp() + (past_due_since + ${GRACE_MS} * interval '1 millisecond' - greatest(clock_timestamp(), ${dateOrNull(clock.newestMs)}::timestamptz)) end
          from subscriptions where workspace_id = ${workspaceId})) end
    where workspace_id = ${workspaceId}
    returning greatest(coalesce(extract(epoch from next_look_at - clock_timestamp()) * 1000, 0), 0)::float8 as "waitMs", next_look_at is not null as "isWanted"`;
  return row ?? { waitMs: 0, isWanted: false };
}

/** Invoices, and the credits that are paid, or are not paid any more. */
async function saveMoney(tx: Transaction, { workspaceId, invoices, payments, grants, allowance }: Seen): Promise<void> {
  await saveInvoices(tx, workspaceId, invoices);
  for (const grant of grants) await grantCredits(tx, workspaceId, grant);
  if (allowance) await grantPlanCredits(tx, workspaceId, allowance);
  await settlePayments(tx, workspaceId, payments);
}

interface WhatChanged {
  readonly before: PaidFor | undefined;
  readonly main: PlanItem | null;
  readonly isNew: boolean;
}

const priceOf = ({ item: { unitAmount, quantity, currency } }: PlanItem) => ({
  ...{ total: unitAmount === null ? null : unitAmount * quantity, currency },
});

/** Who pays is told, and a checkout that asked for it is completed. */
async function noteWhatChanged(
  tx: Transaction,
  workspaceId: string,
  { before, main, isNew }: WhatChanged,
): Promise<void> {
  const after = main && (await readPaidFor(tx, workspaceId));
  if (!before && after && isNew) await noteFirstPurchase(tx, workspaceId, { ...after, ...priceOf(main) });
  if (before && (!after || isChanged(before, after))) await noteChange(tx, workspaceId, before, after ?? null);
  if (main && after) await completeConfirmed(tx, workspaceId, main, before !== undefined && isOtherPlan(before, after));
}

/** @returns whether it is disputed since now */
async function setDisputed(tx: Transaction, workspaceId: string, isDisputed: boolean): Promise<boolean> {
  const rows = await tx`
    update subscriptions set disputed_since = case when ${isDisputed} then clock_timestamp() end
    where workspace_id = ${workspaceId} and (disputed_since is not null) <> ${isDisputed} returning 1`;
  return isDisputed && rows.length > 0;
}

/** The look that overtook says when the next one is. */
const OVERTAKEN_MS = 1_000;

/** A look that began later has written what it saw: this one saw less. */
async function isOvertaken(tx: Transaction, workspaceId: string, began: string): Promise<boolean> {
  const rows = await tx`
    select 1 from billing_customers where workspace_id = ${workspaceId} and looked_at > ${began}::timestamptz`;
  return rows.length > 0;
}

async function stageOf(tx: Transaction, workspaceId: string): Promise<SubscriptionStanding['stage']> {
  const [row] = await tx<{ stage: SubscriptionStanding['stage'] }[]>`
    select case when s.workspace_id is not null then w.subscription_status when c.next_look_at is not null then 'packs' else 'none' end as stage
    from workspaces w left join subscriptions s on s.workspace_id = w.id left join billing_customers c on c.workspace_id = w.id
    where w.id = ${workspaceId}`;
  return row?.stage ?? 'none';
}

interface Before {
  readonly plan: string;
  readonly status: string;
  readonly seats: number | null;
}

const readPlan = async (tx: Transaction, workspaceId: string): Promise<Before | undefined> => {
  const [row] = await tx<Before[]>`
    select plan, subscription_status as status, seats from workspaces where id = ${workspaceId}`;
  return row;
};

interface ToKeep {
  readonly main: PlanItem;
  readonly clock: ProviderClock;
}

async function keep(tx: Transaction, workspaceId: string, { main, clock }: ToKeep) {
  const { subscription, item, plan, interval } = main;
  const dueSince = tx`greatest(clock_timestamp(), ${dateOrNull(clock.missingSinceMs)}::timestamptz)`;
  const isMissing = subscription.status === 'past_due' || subscription.status === 'unpaid';
  const [row] = await tx<{ since: Date | null; now: Date }[]>`
    insert into subscriptions (workspace_id, subscription_id, item_id, status, plan, billing_interval, quantity, period_end, cancel_at_period_end, past_due_since)
    values (${workspaceId}, ${subscription.subscriptionId}, ${item.itemId}, ${subscription.status}, ${plan}, ${interval}, ${item.quantity},
      ${new Date(item.periodEndMs)}, ${subscription.cancelAtPeriodEnd}, case when ${isMissing} then ${dueSince} end)
    on conflict (workspace_id) do update set subscription_id = excluded.subscription_id, item_id = excluded.item_id, status = excluded.status,
      plan = excluded.plan, billing_interval = excluded.billing_interval, quantity = excluded.quantity, period_end = excluded.period_end,
      cancel_at_period_end = excluded.cancel_at_period_end, seen_at = clock_timestamp(),
      past_due_since = case when ${isMissing} then coalesce(subscriptions.past_due_since, ${dueSince}) end,
      past_due_mailed_at = case when ${isMissing} then subscriptions.past_due_mailed_at end,
      inactive_mailed_at = case when ${isMissing} then subscriptions.inactive_mailed_at end
    returning past_due_since as since, clock_timestamp() as now`;
  if (!row) throw new Error('a subscription was not stored');
  const now = Math.max(row.now.getTime(), clock.newestMs ?? 0);
  const status = statusOfSubscription(subscription.status, row.since?.getTime() ?? null, now);
  await setPlan(tx, workspaceId, { plan, status, seats: item.quantity });
  return status;
}

const dateOrNull = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

async function end(tx: Transaction, workspaceId: string, hasPacks: boolean): Promise<'packs' | 'none'> {
  const ended = await tx`delete from subscriptions where workspace_id = ${workspaceId} returning 1`;
  if (ended.length > 0) await setPlan(tx, workspaceId, { plan: 'free', status: 'active', seats: null });
  return hasPacks ? 'packs' : 'none';
}

async function setPlan(tx: Transaction, workspaceId: string, next: Before): Promise<void> {
  const before = await readPlan(tx, workspaceId);
  if (!before || (before.plan === next.plan && before.status === next.status && before.seats === next.seats)) return;
  await tx`
    update workspaces set plan = ${next.plan}, subscription_status = ${next.status}, seats = ${next.seats} where id = ${workspaceId}`;
  await logActivity(tx, {
    ...{ actor: null, workspaceId, source: 'system', action: 'plan.changed' },
    subject: { type: 'workspace', id: workspaceId },
    data: { before, after: next },
  });
}

/** null: nothing was paid when it was looked at last. */
export async function readSubscriptionId(sql: Queryable, workspaceId: string): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select subscription_id as id from subscriptions where workspace_id = ${workspaceId}`;
  return row?.id ?? null;
}

export interface SubscriptionFacts {
  readonly interval: 'monthly' | 'annual';
  readonly periodEnd: Date;
  readonly cancelAtPeriodEnd: boolean;
  readonly pastDueSince: Date | null;
}

/** undefined: nothing is paid. */
export async function readSubscriptionFacts(
  sql: Queryable,
  workspaceId: string,
): Promise<SubscriptionFacts | undefined> {
  const [row] = await sql<SubscriptionFacts[]>`
    select billing_interval as interval, period_end as "periodEnd", cancel_at_period_end as "cancelAtPeriodEnd", past_due_since as "pastDueSince"
    from subscriptions where workspace_id = ${workspaceId}`;
  return row;
}
