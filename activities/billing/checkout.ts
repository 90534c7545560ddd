import type { Sql } from 'postgres';
import {
  barredBy,
  type CheckoutStanding,
  isUnpaid,
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
  markPaying,
  type OpenedPage,
  readIntent,
  saveOpened,
} from '../../store/billing/checkout-intents.ts';
import { grantCredits } from '../../store/billing/credits.ts';
import { type Buyer, readBuyer, replaceCustomer, saveCustomer, wantLookAt } from '../../store/billing/customers.ts';
import { ownerOfAddress } from '../../store/billing/receipts.ts';
import { readSubscriptionId } from '../../store/billing/subscriptions.ts';
import { inTransaction } from '../../store/database.ts';
import { isMissing, type Payments, PaymentsAway, PaymentsRefused } from './payments.ts';
import { giveReceiptsEmail, type Wanted } from './receipts.ts';
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
  if (!payments) return { result: 'refused', code: 'not_configured' };
  try {
    // The page of a change lives for minutes only: each call gets another. Any other page stays, unless it is over.
    if (intent.url !== null && intent.subscriptionId === null) {
      const { stage } = await settleCheckout(dependencies, intentId);
      return { result: stage === 'over' ? 'over' : 'opened' };
    }
    return await openNew({ ...dependencies, payments }, intent).catch(async (error: unknown) => {
      if (!isMissing(error) || !(await replaceGone({ ...dependencies, payments }, intent))) throw error;
      return openNew({ ...dependencies, payments }, intent);
    });
  } catch (error) {
    if (error instanceof PaymentsAway) return { result: 'away' };
    if (!(error instanceof PaymentsRefused)) throw error;
    dependencies.onPaymentRefused(intentId, error.code);
    return { result: 'refused', code: error.code };
  }
}

type PayingDependencies = SubscriptionDependencies & { readonly payments: Payments };

/** @throws PaymentsAway, PaymentsRefused */
async function openNew(dependencies: PayingDependencies, intent: CheckoutIntent): Promise<OpenOutcome> {
  const { sql, payments } = dependencies;
  const customerId = await customerOf(sql, payments, intent);
  const { purchase, workspaceId } = intent;
  const subscriptions = await payments.listSubscriptions(customerId);
  const live = purchase.kind === 'plan' ? livePlans(subscriptions) : [];
  const known = live.length > 0 ? await readSubscriptionId(sql, workspaceId) : null;
  const main = mainPlan(live, known);
  if (main && (main.subscription.subscriptionId !== known || isAsWished(main, intent))) {
    await lookNow(dependencies, workspaceId);
    return { result: 'barred', why: isUnpaid(main.subscription) ? 'payment_missing' : 'paid_already' };
  }
  const why = barredBy(purchase, subscriptions);
  if (why) return { result: 'barred', why };
  const page =
    main && purchase.kind === 'plan'
      ? await openChange(payments, { intent, purchase, customerId, live: main })
      : await openPage(payments, intent, customerId);
  await saveOpened(sql, intent.id, page);
  return { result: 'opened' };
}

/** What is paid is what somebody wants to buy. */
const isAsWished = ({ plan, interval, item }: PlanItem, { purchase, quantity }: CheckoutIntent): boolean =>
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
  const { quantity, successUrl } = intent;
  const { plan, interval } = purchase;
  const opened = await payments.openPlanChange({
    ...{ customerId, subscriptionId, itemId: live.item.itemId, plan, interval, quantity, returnUrl: successUrl },
  });
  return { ...opened, sessionId: null, subscriptionId };
}

/** Looked at again after this time, even if no webhook comes. */
const LOOK_EVERY_MS = 5 * 60_000;
/** The same while money is on its way for days. */
const LOOK_AT_SLOW_EVERY_MS = 60 * 60_000;
/** So long after a page's end the money of a slow way to pay is waited for. If it comes later, a webhook says so. */
const SLOWEST_MS = 21 * 24 * 60 * 60_000;

async function settleCheckout(dependencies: SubscriptionDependencies, intentId: string): Promise<CheckoutStanding> {
  const { sql, payments, now } = dependencies;
  const intent = await readIntent(sql, intentId);
  if (!intent) return { stage: 'over', workspaceId: null, end: 'unknown checkout' };
  const { workspaceId, status } = intent;
  if (status !== 'pending' && intent.isPageEnded) return lateMoney(dependencies, intent);
  const isLate = intent.expiresAt.getTime() <= now();
  if (intent.isUnwanted || isLate || status !== 'pending') return endCheckout(dependencies, intent);
  if (payments) {
    const page = await stateOf(payments, sql, intent);
    if (page === 'paid') return complete(dependencies, intent);
    if (page === 'dead') return over(dependencies, intent);
    if (page === 'paying') await markPaying(sql, intentId);
  }
  return { stage: 'pending', workspaceId, waitMs: Math.min(intent.expiresAt.getTime() - now(), LOOK_EVERY_MS) };
}

/** It is over for us. A slow way to pay may bring its money all the same: a webhook wakes this flow then. */
async function lateMoney(dependencies: SubscriptionDependencies, intent: CheckoutIntent): Promise<CheckoutStanding> {
  const { sql, payments } = dependencies;
  const { workspaceId, status } = intent;
  const isAsked = status !== 'completed' && intent.isPaying && payments !== null;
  if (isAsked && (await stateOf(payments, sql, intent)) === 'paid') return complete(dependencies, intent);
  return { stage: 'over', workspaceId, end: status === 'pending' ? 'canceled' : status };
}

/** Ends the page first. If the provider says that it was paid, it is paid. */
async function endCheckout(dependencies: SubscriptionDependencies, intent: CheckoutIntent): Promise<CheckoutStanding> {
  const { sql, payments, now } = dependencies;
  const { workspaceId, sessionId, expiresAt } = intent;
  if (!payments) return over(dependencies, intent);
  const state =
    sessionId === null ? await stateOf(payments, sql, intent) : stateOfPage(await expired(payments, sessionId));
  if (state === 'paid') return complete(dependencies, intent);
  if (state !== 'paying' || now() > expiresAt.getTime() + SLOWEST_MS) return over(dependencies, intent);
  await markPaying(sql, intent.id);
  return { stage: 'pending', workspaceId, waitMs: LOOK_AT_SLOW_EVERY_MS };
}

/** Nobody has paid, and nobody can any more. */
async function over({ sql }: SubscriptionDependencies, intent: CheckoutIntent): Promise<CheckoutStanding> {
  const { workspaceId, status } = intent;
  const end = intent.isUnwanted ? 'canceled' : 'expired';
  await inTransaction(sql, async (tx) => {
    await markPageEnded(tx, intent);
    if (status === 'pending') await endIntent(tx, intent, end);
  });
  return { stage: 'over', workspaceId, end: status === 'pending' ? end : status };
}

/** null: the provider knows no such page, as after a change of the account: nobody can pay it. */
const expired = (payments: Payments, sessionId: string): Promise<RemoteCheckout | null> =>
  payments.expireCheckout(sessionId).catch((error: unknown) => {
    if (error instanceof PaymentsRefused) return null;
    throw error;
  });

/** dead: nobody can pay there any more. paying: the money is on its way, which can take days. */
type PageState = 'open' | 'paying' | 'paid' | 'dead';

function stateOfPage(page: RemoteCheckout | null): PageState {
  if (!page || page.status === 'expired' || page.hasFailed) return 'dead';
  if (page.status === 'open') return 'open';
  return page.isPaid ? 'paid' : 'paying';
}

/** Of its page, or of the subscription that it changes: paid if that is as it wants it. */
async function stateOf(payments: Payments, sql: Sql, intent: CheckoutIntent): Promise<PageState> {
  if (intent.sessionId !== null) return stateOfPage(await payments.readCheckout(intent.sessionId));
  const buyer = await readBuyer(sql, intent.workspaceId);
  if (intent.url === null || !buyer?.customerId) return 'open';
  const live = mainPlan(livePlans(await payments.listSubscriptions(buyer.customerId)), intent.subscriptionId);
  const isThere = live?.subscription.subscriptionId === intent.subscriptionId && isAsWished(live, intent);
  return isThere ? 'paid' : 'open';
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
