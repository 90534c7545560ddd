import type { Sql } from 'postgres';
import {
  barredBy,
  type CheckoutStanding,
  livePlans,
  mainPlan,
  type OpenOutcome,
  type PlanItem,
} from '../../domain/billing/checkout.ts';
import { type CreditGrant, packEndsMs } from '../../domain/billing/credits.ts';
import { PACKS } from '../../domain/billing/packs.ts';
import type { Purchase } from '../../domain/billing/prices.ts';
import type { RemoteCheckout } from '../../domain/billing/remote-billing.ts';
import {
  type CheckoutIntent,
  endIntent,
  markPageEnded,
  type OpenedPage,
  readIntent,
  saveOpened,
} from '../../store/billing/checkout-intents.ts';
import { grantCredits } from '../../store/billing/credits.ts';
import { readBuyer, saveCustomer, wantLookAt } from '../../store/billing/customers.ts';
import { readSubscriptionId } from '../../store/billing/subscriptions.ts';
import { inTransaction } from '../../store/database.ts';
import { type Payments, PaymentsAway, PaymentsRefused } from './payments.ts';
import { followSubscription, lookAtSubscription, REFUSED_MS, type SubscriptionDependencies } from './subscription.ts';

/** The activities of the checkout flow. Safe to repeat: the row, and the payment provider, decide. */
export interface CheckoutActivities {
  /** Opens the page on which a person pays, once. */
  openCheckout(intentId: string): Promise<OpenOutcome>;
  /** Asks the payment provider how the page stands, and writes what that means. */
  settleCheckout(intentId: string): Promise<CheckoutStanding>;
}

export const createCheckoutActivities = (dependencies: SubscriptionDependencies): CheckoutActivities => ({
  openCheckout: (intentId) => openCheckout(dependencies, intentId),
  settleCheckout: (intentId) =>
    settleCheckout(dependencies, intentId).catch((error: unknown) => {
      if (!(error instanceof PaymentsRefused)) throw error;
      dependencies.onPaymentRefused(intentId, error.code);
      return { stage: 'pending', workspaceId: null, waitMs: REFUSED_MS };
    }),
});

async function openCheckout(dependencies: SubscriptionDependencies, intentId: string): Promise<OpenOutcome> {
  const { sql, payments } = dependencies;
  const intent = await readIntent(sql, intentId);
  if (intent?.status !== 'pending' || intent.isUnwanted) return { result: 'over' };
  // The page of a change lives for minutes only: each call gets another.
  if (intent.url !== null && intent.subscriptionId === null) return { result: 'opened' };
  if (!payments) return { result: 'refused', code: 'not_configured' };
  try {
    const customerId = await customerOf(sql, payments, intent);
    const { purchase } = intent;
    const subscriptions = await payments.listSubscriptions(customerId);
    const why = barredBy(purchase, subscriptions);
    if (why) return { result: 'barred', why };
    const live = mainPlan(livePlans(subscriptions), await readSubscriptionId(sql, intent.workspaceId));
    const page =
      live && purchase.kind === 'plan'
        ? await openChange(payments, { intent, purchase, customerId, live })
        : await openPage(payments, intent, customerId);
    await saveOpened(sql, intentId, page);
    return { result: 'opened' };
  } catch (error) {
    if (error instanceof PaymentsAway) return { result: 'away' };
    if (error instanceof PaymentsRefused) return { result: 'refused', code: error.code };
    throw error;
  }
}

/** The subscription that a change is for: the one that stays, if two were paid. */
async function mainOf(sql: Sql, payments: Payments, workspaceId: string, customerId: string): Promise<PlanItem | null> {
  const live = livePlans(await payments.listSubscriptions(customerId));
  return mainPlan(live, await readSubscriptionId(sql, workspaceId));
}

async function customerOf(
  sql: Sql,
  payments: Payments,
  { workspaceId, customerEmail }: CheckoutIntent,
): Promise<string> {
  const buyer = await readBuyer(sql, workspaceId);
  if (!buyer) throw new PaymentsRefused('workspace_gone', 'This workspace no longer exists.');
  if (buyer.customerId !== null) return buyer.customerId;
  const { customerId } = await payments.customerOf({ ...buyer, email: customerEmail ?? buyer.email });
  await saveCustomer(sql, workspaceId, customerId);
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
  const { quantity, successUrl } = intent;
  const { plan, interval } = purchase;
  const opened = await payments.openPlanChange({
    ...{ customerId, subscriptionId, itemId: live.item.itemId, plan, interval, quantity, returnUrl: successUrl },
  });
  return { ...opened, sessionId: null, subscriptionId };
}

/** Looked at again after this time, even if no webhook comes. */
const LOOK_EVERY_MS = 5 * 60_000;

async function settleCheckout(dependencies: SubscriptionDependencies, intentId: string): Promise<CheckoutStanding> {
  const { sql, payments, now } = dependencies;
  const intent = await readIntent(sql, intentId);
  if (!intent) return { stage: 'over', workspaceId: null, end: 'unknown checkout' };
  const { workspaceId, status } = intent;
  if (status !== 'pending' && intent.isPageEnded) return { stage: 'over', workspaceId, end: status };
  const isLate = intent.expiresAt.getTime() <= now();
  if (intent.isUnwanted || isLate || status !== 'pending') return endCheckout(dependencies, intent, isLate);
  const page = payments ? await pageOf(payments, sql, intent) : 'open';
  if (page === 'paid') return complete(dependencies, intent);
  // Somebody ended it at the provider: nobody can pay, so nobody has to wait.
  if (page === 'expired') return endCheckout(dependencies, intent, true);
  return { stage: 'pending', workspaceId, waitMs: Math.min(intent.expiresAt.getTime() - now(), LOOK_EVERY_MS) };
}

/** Ends the page first. If the provider says that it was paid, it is paid. */
async function endCheckout(
  dependencies: SubscriptionDependencies,
  intent: CheckoutIntent,
  isLate: boolean,
): Promise<CheckoutStanding> {
  const { sql, payments } = dependencies;
  const { workspaceId, sessionId } = intent;
  if (sessionId !== null && payments) {
    const page = await expired(payments, sessionId);
    if (page && isDone(page)) return complete(dependencies, intent);
    // Paid by a way that takes days: it will be done, or expire.
    if (page?.status === 'complete') return { stage: 'pending', workspaceId, waitMs: LOOK_EVERY_MS };
  } else if (payments && (await pageOf(payments, sql, intent)) === 'paid') return complete(dependencies, intent);
  const end = isLate && !intent.isUnwanted && intent.status === 'pending' ? 'expired' : 'canceled';
  await inTransaction(sql, async (tx) => {
    await markPageEnded(tx, intent);
    if (intent.status === 'pending') await endIntent(tx, intent, end);
  });
  return { stage: 'over', workspaceId, end: intent.status === 'pending' ? end : intent.status };
}

/** null: the provider knows no such page, as after a change of the account: nobody can pay it. */
const expired = (payments: Payments, sessionId: string): Promise<RemoteCheckout | null> =>
  payments.expireCheckout(sessionId).catch((error: unknown) => {
    if (error instanceof PaymentsRefused) return null;
    throw error;
  });

const isDone = ({ status, isPaid }: RemoteCheckout): boolean => status === 'complete' && isPaid;

/** `paid`: what it asks for is there, because its page is paid, or the subscription that it changes is as it wants it. */
async function pageOf(payments: Payments, sql: Sql, intent: CheckoutIntent): Promise<'paid' | 'open' | 'expired'> {
  if (intent.sessionId === null) return (await isChanged(payments, sql, intent)) ? 'paid' : 'open';
  const page = await payments.readCheckout(intent.sessionId);
  if (page && isDone(page)) return 'paid';
  return page?.status === 'expired' ? 'expired' : 'open';
}

async function isChanged(payments: Payments, sql: Sql, intent: CheckoutIntent): Promise<boolean> {
  const buyer = await readBuyer(sql, intent.workspaceId);
  if (intent.url === null || !buyer?.customerId) return false;
  const live = await mainOf(sql, payments, intent.workspaceId, buyer.customerId);
  const { purchase } = intent;
  return (
    purchase.kind === 'plan' &&
    live?.subscription.subscriptionId === intent.subscriptionId &&
    live.plan === purchase.plan &&
    live.interval === purchase.interval &&
    live.item.quantity === intent.quantity
  );
}

/** Of a pack that is paid once. One that is paid each month is granted by the look at its subscription. */
async function packGrant(
  { payments, now }: SubscriptionDependencies,
  { id, purchase, quantity, sessionId }: CheckoutIntent,
): Promise<CreditGrant | null> {
  if (purchase.kind !== 'pack' || PACKS[purchase.packId].paid !== 'once') return null;
  const amount = PACKS[purchase.packId].credits * quantity;
  const page = payments && sessionId !== null ? await payments.readCheckout(sessionId) : null;
  const paymentId = page?.paymentId ?? null;
  return { source: 'pack', key: `checkout/${id}`, amount, expiresMs: packEndsMs(now()), paymentId };
}

/** The plan changes with it: a person who comes back from the page sees it at once. */
async function complete(dependencies: SubscriptionDependencies, intent: CheckoutIntent): Promise<CheckoutStanding> {
  const { sql } = dependencies;
  const { workspaceId } = intent;
  // First asked for, then done: if this stops here, the sweep looks.
  await wantLookAt(sql, workspaceId);
  // Before the look, which takes back what was refunded already.
  const grant = await packGrant(dependencies, intent);
  if (grant) await inTransaction(sql, (tx) => grantCredits(tx, workspaceId, grant));
  await lookAtSubscription(dependencies, workspaceId);
  await followSubscription(dependencies, workspaceId);
  await inTransaction(sql, async (tx) => {
    await markPageEnded(tx, intent);
    await endIntent(tx, intent, 'completed');
  });
  return { stage: 'over', workspaceId, end: 'completed' };
}
