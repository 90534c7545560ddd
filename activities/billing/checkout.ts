import type { Sql } from 'postgres';
import type { CheckoutStanding, OpenOutcome } from '../../domain/billing/checkout.ts';
import { type CreditGrant, packEndsMs } from '../../domain/billing/credits.ts';
import { PACKS } from '../../domain/billing/packs.ts';
import type { RemoteCheckout } from '../../domain/billing/remote-billing.ts';
import { type Payments, PaymentsAway, PaymentsRefused } from '../../outbound/payments/payments.ts';
import {
  type CheckoutIntent,
  endIntent,
  markPageEnded,
  markPaying,
  readIntent,
} from '../../store/billing/checkout-intents.ts';
import { grantCredits } from '../../store/billing/credits.ts';
import { readBuyer, wantLookAt } from '../../store/billing/customers.ts';
import { wantFailureMail } from '../../store/billing/failed-payments.ts';
import { inTransaction } from '../../store/database.ts';
import { isAsWished, mainOf, openPaymentPage } from './open-checkout.ts';
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
    return await openPaymentPage({ ...dependencies, payments }, intent);
  } catch (error) {
    if (error instanceof PaymentsAway) return { result: 'away' };
    if (!(error instanceof PaymentsRefused)) throw error;
    dependencies.onPaymentRefused(intentId, error.code);
    return { result: 'refused', code: error.code };
  }
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
    const page = await pageOf(payments, sql, intent);
    if (page.state === 'paid') return complete(dependencies, intent, page);
    if (page.state === 'dead') return over(dependencies, intent, page);
    if (page.state === 'paying') await markPaying(sql, intentId);
  }
  return { stage: 'pending', workspaceId, waitMs: Math.min(intent.expiresAt.getTime() - now(), LOOK_EVERY_MS) };
}

/** It is over for us. A slow way to pay may bring its money all the same: a webhook wakes this flow then. */
async function lateMoney(dependencies: SubscriptionDependencies, intent: CheckoutIntent): Promise<CheckoutStanding> {
  const { sql, payments } = dependencies;
  const { workspaceId, status } = intent;
  if (status !== 'completed' && intent.isPaying && payments !== null) {
    const page = await pageOf(payments, sql, intent);
    if (page.state === 'paid') return complete(dependencies, intent, page);
  }
  return { stage: 'over', workspaceId, end: status === 'pending' ? 'canceled' : status };
}

/** Ends the page first. If the provider says that it was paid, it is paid. */
async function endCheckout(dependencies: SubscriptionDependencies, intent: CheckoutIntent): Promise<CheckoutStanding> {
  const { sql, payments, now } = dependencies;
  const { workspaceId, sessionId, expiresAt } = intent;
  if (!payments) return over(dependencies, intent, { ...NO_PAGE, state: 'open' });
  const page = sessionId === null ? await pageOf(payments, sql, intent) : factsOf(await expired(payments, sessionId));
  if (page.state === 'paid') return complete(dependencies, intent, page);
  if (page.state !== 'paying' || now() > expiresAt.getTime() + SLOWEST_MS) return over(dependencies, intent, page);
  await markPaying(sql, intent.id);
  return { stage: 'pending', workspaceId, waitMs: LOOK_AT_SLOW_EVERY_MS };
}

/** Nobody has paid, and nobody can any more. Whoever has chosen a slow way to pay thinks that it is paid, so those who pay are told. */
async function over(
  dependencies: SubscriptionDependencies,
  intent: CheckoutIntent,
  page: Page,
): Promise<CheckoutStanding> {
  const { sql } = dependencies;
  const { workspaceId, status } = intent;
  const end = intent.isUnwanted ? 'canceled' : 'expired';
  const hasFailed = page.state === 'dead' && (intent.isPaying || page.hasFailed);
  if (hasFailed) await wantLookAt(sql, workspaceId);
  await inTransaction(sql, async (tx) => {
    await markPageEnded(tx, intent);
    if (status === 'pending') await endIntent(tx, intent, end);
    if (hasFailed) await wantFailureMail(tx, intent.id);
  });
  // Its flow mails.
  if (hasFailed) await followSubscription(dependencies, workspaceId);
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

interface Page {
  readonly state: PageState;
  /** What a refund takes. null: nothing was paid there, or it is an invoice's. */
  readonly paymentId: string | null;
  /** A slow way to pay was chosen there, and its money did not come. */
  readonly hasFailed: boolean;
}

const NO_PAGE = { paymentId: null, hasFailed: false } as const;

const factsOf = (page: RemoteCheckout | null): Page => ({
  ...{ state: stateOfPage(page), paymentId: page?.paymentId ?? null, hasFailed: page?.hasFailed ?? false },
});

function stateOfPage(page: RemoteCheckout | null): PageState {
  if (!page || page.status === 'expired' || page.hasFailed) return 'dead';
  if (page.status === 'open') return 'open';
  return page.isPaid ? 'paid' : 'paying';
}

/** Of its page, or of the subscription that it changes: paid if that is as it wants it. */
async function pageOf(payments: Payments, sql: Sql, intent: CheckoutIntent): Promise<Page> {
  if (intent.sessionId !== null) return factsOf(await payments.readCheckout(intent.sessionId));
  const buyer = await readBuyer(sql, intent.workspaceId);
  if (intent.url === null || !buyer?.customerId) return { ...NO_PAGE, state: 'open' };
  const live = await mainOf(sql, payments, intent.workspaceId, buyer.customerId);
  const isThere = live?.subscription.subscriptionId === intent.subscriptionId && isAsWished(live, intent);
  return { ...NO_PAGE, state: isThere ? 'paid' : 'open' };
}

/** Of a pack that is paid once. One that is paid each month is granted by the look at its subscription. */
function packGrant({ id, purchase, quantity }: CheckoutIntent, { paymentId }: Page, now: number): CreditGrant | null {
  if (purchase.kind !== 'pack' || PACKS[purchase.packId].paid !== 'once') return null;
  const amount = PACKS[purchase.packId].credits * quantity;
  return { source: 'pack', key: `checkout/${id}`, amount, expiresMs: packEndsMs(now), paymentId };
}

/** The plan changes with it: a person who comes back from the page sees it at once. */
async function complete(
  dependencies: SubscriptionDependencies,
  intent: CheckoutIntent,
  page: Page,
): Promise<CheckoutStanding> {
  const { sql, now } = dependencies;
  const { workspaceId } = intent;
  // First asked for, then done: if this stops here, the sweep looks.
  await wantLookAt(sql, workspaceId);
  // Before the look, which takes back what was refunded already.
  const grant = packGrant(intent, page, now());
  if (grant) await inTransaction(sql, (tx) => grantCredits(tx, workspaceId, grant));
  await lookAtSubscription(dependencies, workspaceId);
  await followSubscription(dependencies, workspaceId);
  await inTransaction(sql, async (tx) => {
    await markPageEnded(tx, intent);
    await endIntent(tx, intent, 'completed');
  });
  return { stage: 'over', workspaceId, end: 'completed' };
}
