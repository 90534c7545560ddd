import type { Sql } from 'postgres';
import {
  type Barred,
  barredBy,
  isUnpaid,
  livePlans,
  mainPlan,
  type OpenOutcome,
  type PlanItem,
} from '../../domain/billing/checkout.ts';
import type { Purchase } from '../../domain/billing/prices.ts';
import type { RemoteSubscription } from '../../domain/billing/remote-billing.ts';
import { isMissing, type Payments, PaymentsRefused } from '../../outbound/payments/payments.ts';
import { type CheckoutIntent, type OpenedPage, saveOpened } from '../../store/billing/checkout-intents.ts';
import { type Buyer, readBuyer, replaceCustomer, saveCustomer, wantLookAt } from '../../store/billing/customers.ts';
import { ownerOfAddress } from '../../store/billing/receipts.ts';
import { readSubscriptionId } from '../../store/billing/subscriptions.ts';
import { giveReceiptsEmail, type Wanted } from './receipts.ts';
import { followSubscription, lookAtSubscription, type SubscriptionDependencies } from './subscription.ts';

export type PayingDependencies = SubscriptionDependencies & { readonly payments: Payments };

/** Opens the page on which a person pays. A customer that is gone at the provider is replaced first. @throws PaymentsAway, PaymentsRefused */
export const openPaymentPage = (dependencies: PayingDependencies, intent: CheckoutIntent): Promise<OpenOutcome> =>
  openOnce(dependencies, intent).catch(async (error: unknown) => {
    if (!isMissing(error) || !(await replaceGone(dependencies, intent))) throw error;
    return openOnce(dependencies, intent);
  });

async function openOnce(dependencies: PayingDependencies, intent: CheckoutIntent): Promise<OpenOutcome> {
  const { sql, payments } = dependencies;
  const customerId = await customerOf(sql, payments, intent);
  const { purchase, workspaceId } = intent;
  const { subscriptions, main, known } = await foundOf(dependencies, intent, customerId);
  if (main && (main.subscription.subscriptionId !== known || isAsWished(main, intent)))
    return { result: 'barred', why: await whyNotAgain(sql, workspaceId, main) };
  const why = barredBy(purchase, subscriptions);
  if (why) return { result: 'barred', why };
  const page =
    main && purchase.kind === 'plan'
      ? await openChange(payments, { intent, purchase, customerId, live: main })
      : await openPage(payments, intent, customerId);
  await saveOpened(sql, intent.id, page);
  return { result: 'opened' };
}

interface Found {
  readonly subscriptions: readonly RemoteSubscription[];
  readonly main: PlanItem | null;
  readonly known: string | null;
}

/** What a customer has. Of what we did not know, or have as it is wished, we look first: a first payment that failed is given up then. */
async function foundOf(dependencies: PayingDependencies, intent: CheckoutIntent, customerId: string): Promise<Found> {
  const before = await findNow(dependencies, intent, customerId);
  const { main, known } = before;
  if (!main || (main.subscription.subscriptionId === known && !isAsWished(main, intent))) return before;
  await lookNow(dependencies, intent.workspaceId);
  // What was known before the look decides: who bought it has not seen it yet.
  return { ...(await findNow(dependencies, intent, customerId)), known };
}

async function findNow(
  { sql, payments }: PayingDependencies,
  { purchase, workspaceId }: CheckoutIntent,
  customerId: string,
): Promise<Found> {
  const subscriptions = await payments.listSubscriptions(customerId);
  const live = purchase.kind === 'plan' ? livePlans(subscriptions) : [];
  const known = live.length > 0 ? await readSubscriptionId(sql, workspaceId) : null;
  return { subscriptions, main: mainPlan(live, known), known };
}

/** One that does not count after a look still waits for its first money. */
async function whyNotAgain(sql: Sql, workspaceId: string, { subscription }: PlanItem): Promise<Barred> {
  if ((await readSubscriptionId(sql, workspaceId)) !== subscription.subscriptionId) return 'payment_under_way';
  return isUnpaid(subscription) ? 'payment_missing' : 'paid_already';
}

/** What is paid is what somebody wants to buy. */
export const isAsWished = ({ plan, interval, item }: PlanItem, { purchase, quantity }: CheckoutIntent): boolean =>
  purchase.kind === 'plan' && plan === purchase.plan && interval === purchase.interval && item.quantity === quantity;

/** First asked for, then done: if this stops here, the sweep looks. */
async function lookNow(dependencies: SubscriptionDependencies, workspaceId: string): Promise<void> {
  await wantLookAt(dependencies.sql, workspaceId);
  await lookAtSubscription(dependencies, workspaceId);
  await followSubscription(dependencies, workspaceId);
}

/** A customer that was deleted at the provider, or is of another account, is replaced, unless it pays as far as we know. */
async function replaceGone(dependencies: PayingDependencies, { workspaceId }: CheckoutIntent): Promise<boolean> {
  const { sql, payments } = dependencies;
  const buyer = await readBuyer(sql, workspaceId);
  const gone = buyer?.customerId;
  if (!gone || (await payments.readCustomer(gone))) return false;
  // Its subscription ended with it: the look learns that.
  if ((await readSubscriptionId(sql, workspaceId)) !== null) await lookAtSubscription(dependencies, workspaceId);
  if ((await readSubscriptionId(sql, workspaceId)) !== null) return false;
  const { customerId } = await payments.customerOf({ ...buyer, instead: gone });
  return replaceCustomer(sql, workspaceId, { gone, customerId });
}

/** The subscription that a change is for: the one that stays, if two were paid. */
export async function mainOf(
  sql: Sql,
  payments: Payments,
  workspaceId: string,
  customerId: string,
): Promise<PlanItem | null> {
  const live = livePlans(await payments.listSubscriptions(customerId));
  return mainPlan(live, await readSubscriptionId(sql, workspaceId));
}

async function customerOf(
  sql: Sql,
  payments: Payments,
  { workspaceId, customerEmail, createdBy }: CheckoutIntent,
): Promise<string> {
  const buyer = await readBuyer(sql, workspaceId);
  if (!buyer) throw new PaymentsRefused('workspace_gone', 'This workspace no longer exists.');
  const { customerId } = buyer;
  const wanted = customerEmail === null ? null : { email: customerEmail, askedBy: createdBy };
  if (customerId === null) return newCustomer(sql, payments, buyer, wanted);
  if (wanted) await giveReceiptsEmail(sql, payments, { workspaceId, customerId }, wanted);
  return customerId;
}

async function newCustomer(sql: Sql, payments: Payments, buyer: Buyer, wanted: Wanted | null): Promise<string> {
  const { workspaceId, email, ownerId } = buyer;
  const { customerId } = await payments.customerOf({ ...buyer, email: wanted?.email ?? email });
  const userId = wanted ? await ownerOfAddress(sql, { workspaceId, ...wanted }) : ownerId;
  await saveCustomer(sql, workspaceId, customerId, { email: wanted?.email ?? email, userId });
  return customerId;
}

/** Stripe takes no page that is open for longer than a day, by its own clock. */
const CLOCKS_DIFFER_MS = 60_000;

async function openPage(payments: Payments, intent: CheckoutIntent, customerId: string): Promise<OpenedPage> {
  const { id, workspaceId, purchase, quantity, successUrl, cancelUrl, expiresAt, metadata } = intent;
  const opened = await payments.openCheckout({
    ...{
      intentId: id,
      workspaceId,
      customerId,
      quantity,
      successUrl,
      cancelUrl,
      metadata,
      expiresMs: expiresAt.getTime() - CLOCKS_DIFFER_MS,
    },
    purchase,
  });
  return { ...opened, subscriptionId: null };
}

interface Change {
  readonly intent: CheckoutIntent;
  readonly purchase: Purchase & { readonly kind: 'plan' };
  readonly customerId: string;
  readonly live: PlanItem;
}

/** With a subscription, the page is the confirmation of its change: a second subscription would be paid twice. */
async function openChange(payments: Payments, { intent, purchase, customerId, live }: Change): Promise<OpenedPage> {
  const { subscriptionId } = live.subscription;
  const { quantity, successUrl, cancelUrl } = intent;
  const { plan, interval } = purchase;
  const opened = await payments.openPlanChange({
    ...{ customerId, subscriptionId, itemId: live.item.itemId, plan, interval, quantity },
    ...{ doneUrl: successUrl, backUrl: cancelUrl },
  });
  return { ...opened, sessionId: null, subscriptionId };
}
