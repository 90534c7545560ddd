import type Stripe from 'stripe';
import type {
  PaymentNews,
  RemoteInvoice,
  RemotePayment,
  RemoteSubscription,
} from '../../../domain/billing/remote-billing.ts';
import type { Looked, Payments } from '../payments.ts';
import { readCheckout } from './checkouts.ts';
import { all, oneOrNull } from './client.ts';
import { idOf, invoiceFacts, paymentFacts, pricesOf, seconds, subscriptionFacts } from './facts.ts';
import { NEWS_TYPES, newsOf } from './news.ts';
import type { PriceBook } from './price-book.ts';

export const listSubscriptions = async (stripe: Stripe, customer: string): Promise<RemoteSubscription[]> =>
  (await all((range) => stripe.subscriptions.list({ ...range, customer, status: 'all' }))).map(subscriptionFacts);

export async function readSubscription(stripe: Stripe, id: string): Promise<RemoteSubscription | null> {
  const found = await oneOrNull('subscription', () => stripe.subscriptions.retrieve(id));
  return found && subscriptionFacts(found);
}

export async function listInvoices(
  stripe: Stripe,
  prices: PriceBook,
  customer: string,
  limit?: number,
): Promise<RemoteInvoice[]> {
  const page = (range: { limit: number; starting_after?: string }) =>
    stripe.invoices.list({ ...range, customer, expand: ['data.payments'] });
  const found = await all(page as (range: { limit: number }) => Promise<InvoicePage>, limit);
  const purchases = await prices.purchasesOf(found.flatMap(pricesOf));
  return found.map((invoice) => invoiceFacts(invoice, purchases));
}

/** A draft that only previews has no id; lists have none of those. */
type InvoicePage = Stripe.ApiList<Stripe.Invoice & { id: string }>;

export async function listPayments(stripe: Stripe, customer: string): Promise<RemotePayment[]> {
  const charges = await all((range) => stripe.charges.list({ ...range, customer }));
  const found: RemotePayment[] = [];
  for (const charge of charges) {
    // A charge says only that there was a dispute, not how it ended.
    const disputes = charge.disputed ? await all((range) => stripe.disputes.list({ ...range, charge: charge.id })) : [];
    found.push(paymentFacts(charge, disputes));
  }
  return found;
}

const MOST_NEWS = 10_000;

/** Stripe lists the newest first. */
export async function listNews(stripe: Stripe, sinceMs: number, untilMs: number): ReturnType<Payments['listNews']> {
  const created = { gte: seconds(sinceMs), lte: seconds(untilMs) };
  const events = await all((range) => stripe.events.list({ ...range, created, types: [...NEWS_TYPES] }), MOST_NEWS);
  return { news: events.toReversed().flatMap((event) => newsOf(event) ?? []), isAll: events.length < MOST_NEWS };
}

const READS: Readonly<Record<string, (stripe: Stripe, id: string) => Promise<Looked | null>>> = {
  'checkout.session': async (stripe, id) => {
    const checkout = await readCheckout(stripe, id);
    return checkout && { customerId: checkout.customerId, checkout };
  },
  subscription: async (stripe, id) =>
    ofCustomer(await oneOrNull('subscription', () => stripe.subscriptions.retrieve(id))),
  invoice: async (stripe, id) =>
    ofCustomer(
      await oneOrNull('invoice', async () => (await stripe.invoices.retrieve(id)) as Stripe.Invoice & { id: string }),
    ),
  charge: async (stripe, id) => ofCustomer(await oneOrNull('charge', () => stripe.charges.retrieve(id))),
  // Disputes and refunds name their charge alone.
  dispute: async (stripe, id) =>
    ofCharge(await oneOrNull('dispute', () => stripe.disputes.retrieve(id, { expand: ['charge'] }))),
  refund: async (stripe, id) =>
    ofCharge(await oneOrNull('refund', () => stripe.refunds.retrieve(id, { expand: ['charge'] }))),
};

const ofCharge = (found: { readonly charge: string | Stripe.Charge | null } | null): Looked | null =>
  found && {
    customerId: typeof found.charge === 'string' ? null : idOf(found.charge?.customer),
    checkout: null,
  };

const ofCustomer = (found: { readonly customer: string | { readonly id: string } | null } | null): Looked | null =>
  found && { customerId: idOf(found.customer), checkout: null };

/** null: not there, or of a kind that we do not follow. */
export const look = async (
  stripe: Stripe,
  { objectType, objectId }: Pick<PaymentNews, 'objectType' | 'objectId'>,
): Promise<Looked | null> => (await READS[objectType]?.(stripe, objectId)) ?? null;
