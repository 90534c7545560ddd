import type { PaymentsAccount } from '../../../domain/billing/payments-account.ts';
import { type GivenUp, OVER } from '../../../domain/billing/remote-billing.ts';
import { type Payments, PaymentsRefused } from '../payments.ts';
import {
  customerOf,
  expireCheckout,
  findCustomer,
  openCheckout,
  readCheckout,
  readCustomer,
  readSale,
  receiptsEmailOf,
  setReceiptsEmail,
} from './checkouts.ts';
import { one, oneOrNull, type StripeLimits, stripeClient } from './client.ts';
import { giveCredit } from './credit.ts';
import { subscriptionFacts } from './facts.ts';
import { Portal } from './portal.ts';
import { PriceBook } from './price-book.ts';
import { listInvoices, listNews, listPayments, listSubscriptions, look, readSubscription } from './reading.ts';

/** Payments at Stripe, or at its stand-in. Makes no call. */
export function stripePayments(account: PaymentsAccount, limits: StripeLimits = {}, now = Date.now): Payments {
  const stripe = stripeClient(account, limits);
  const prices = new PriceBook(stripe, now);
  const portal = new Portal(stripe, prices);
  return {
    customerOf: (workspace) => customerOf(stripe, workspace),
    readCustomer: (customerId) => readCustomer(stripe, customerId),
    findCustomer: (workspaceId) => findCustomer(stripe, workspaceId),
    receiptsEmailOf: (customerId) => receiptsEmailOf(stripe, customerId),
    setReceiptsEmail: (customerId, email) => setReceiptsEmail(stripe, customerId, email),
    openCheckout: (checkout) => openCheckout(stripe, prices, checkout),
    readCheckout: (sessionId) => readCheckout(stripe, sessionId),
    readSale: (sessionId) => readSale(stripe, sessionId),
    expireCheckout: (sessionId) => expireCheckout(stripe, sessionId),
    openPortal: (wanted) => portal.open(wanted),
    openPlanChange: (change) => portal.openPlanChange(change),
    readSubscription: (subscriptionId) => readSubscription(stripe, subscriptionId),
    listSubscriptions: (customerId) => listSubscriptions(stripe, customerId),
    listInvoices: (customerId, limit) => listInvoices(stripe, customerId, limit),
    listPayments: (customerId) => listPayments(stripe, customerId),
    cancelNow: (subscriptionId, why) => cancelNow(stripe, subscriptionId, why),
    giveCredit: (credit) => giveCredit(stripe, credit),
    refund: (refund) => refundAll(stripe, refund),
    listNews: (sinceMs, untilMs) => listNews(stripe, sinceMs, untilMs),
    look: (hint) => look(stripe, hint),
  };
}

type Client = ReturnType<typeof stripeClient>;

async function cancelNow(stripe: Client, subscriptionId: string, why?: GivenUp): Promise<void> {
  const params = why && { cancellation_details: { comment: why } };
  try {
    await one('subscription', () => stripe.subscriptions.cancel(subscriptionId, params));
  } catch (error) {
    if (!(error instanceof PaymentsRefused)) throw error;
    // Stripe knows none to cancel: fine if that is because it has ended.
    const now = await oneOrNull('subscription', () => stripe.subscriptions.retrieve(subscriptionId));
    if (!now || !OVER.has(subscriptionFacts(now).status)) throw error;
  }
}

type Refund = Parameters<Payments['refund']>[0];

async function refundAll(stripe: Client, { paymentId, reason }: Refund): Promise<void> {
  try {
    await one('refund', () =>
      stripe.refunds.create({ payment_intent: paymentId, reason }, { idempotencyKey: `${paymentId}/refund/${reason}` }),
    );
  } catch (error) {
    if (error instanceof PaymentsRefused && error.code === 'charge_already_refunded') return;
    throw error;
  }
}
