import type Stripe from 'stripe';
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
    listInvoices: (customerId, limit) => listInvoices(stripe, prices, customerId, limit),
    listPayments: (customerId) => listPayments(stripe, customerId),
    cancelNow: (subscriptionId, why) => cancelNow(stripe, subscriptionId, why),
    voidInvoice: (invoiceId) => voidInvoice(stripe, invoiceId),
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

/** Stripe voids no invoice that is paid or void: then the next look sees which. */
async function voidInvoice(stripe: Client, invoiceId: string): Promise<void> {
  try {
    await one('invoice', async () => (await stripe.invoices.voidInvoice(invoiceId)) as Voided);
  } catch (error) {
    if (!(error instanceof PaymentsRefused)) throw error;
    const now = await oneOrNull('invoice', async () => (await stripe.invoices.retrieve(invoiceId)) as Voided);
    if (now?.status !== 'paid' && now?.status !== 'void') throw error;
  }
}

/** Invoices that can be voided have an id; previews alone have none. */
type Voided = Stripe.Invoice & { id: string };

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
