import type Stripe from 'stripe';
import type {
  PaymentNews,
  RemoteInvoice,
  RemotePayment,
  RemoteSubscription,
} from '../../../domain/billing/remote-billing.ts';
import type { Looked } from '../payments.ts';
import { all, oneOrNull } from './client.ts';
import { checkoutFacts, idOf, invoiceFacts, paymentFacts, seconds, subscriptionFacts } from './facts.ts';
import { NEWS_TYPES, newsOf } from './news.ts';

export const listSubscriptions = async (stripe: Stripe, customer: string): Promise<RemoteSubscription[]> =>
  (await all((range) => stripe.subscriptions.list({ ...range, customer, status: 'all' }))).map(subscriptionFacts);

export async function listInvoices(stripe: Stripe, customer: string, limit?: number): Promise<RemoteInvoice[]> {
  const page = (range: { limit: number; starting_after?: string }) =>
    stripe.invoices.list({ ...range, customer, expand: ['data.payments'] });
  const found = await all(page as (range: { limit: number }) => Promise<InvoicePage>, limit);
  return found.map(invoiceFacts);
}

/** A draft that only previews has no id; lists have none of those. */
type InvoicePage = Stripe.ApiList<Stripe.Invoice & { id: string }>;

export const listPayments = async (stripe: Stripe, customer: string): Promise<RemotePayment[]> =>
  (await all((range) => stripe.charges.list({ ...range, customer }))).map(paymentFacts);

/** Stripe lists the newest first. */
export async function listNews(stripe: Stripe, sinceMs: number): Promise<PaymentNews[]> {
  const events = await all((range) =>
    stripe.events.list({ ...range, created: { gte: seconds(sinceMs) }, types: [...NEWS_TYPES] }),
  );
  return events.toReversed().flatMap((event) => newsOf(event) ?? []);
}

const READS: Readonly<Record<string, (stripe: Stripe, id: string) => Promise<Looked | null>>> = {
  'checkout.session': async (stripe, id) => {
    const session = await oneOrNull('checkout.session', () => stripe.checkout.sessions.retrieve(id));
    return session && { customerId: idOf(session.customer), checkout: checkoutFacts(session) };
  },
  subscription: async (stripe, id) =>
    ofCustomer(await oneOrNull('subscription', () => stripe.subscriptions.retrieve(id))),
  invoice: async (stripe, id) =>
    ofCustomer(
      await oneOrNull('invoice', async () => (await stripe.invoices.retrieve(id)) as Stripe.Invoice & { id: string }),
    ),
  charge: async (stripe, id) => ofCustomer(await oneOrNull('charge', () => stripe.charges.retrieve(id))),
  // A dispute names its charge alone.
  dispute: async (stripe, id) => {
    const dispute = await oneOrNull('dispute', () => stripe.disputes.retrieve(id, { expand: ['charge'] }));
    if (!dispute) return null;
    const { charge } = dispute;
    return { customerId: typeof charge === 'string' ? null : idOf(charge.customer), checkout: null };
  },
};

const ofCustomer = (found: { readonly customer: string | { readonly id: string } | null } | null): Looked | null =>
  found && { customerId: idOf(found.customer), checkout: null };

/** null: not there, or of a kind that we do not follow. */
export const look = async (
  stripe: Stripe,
  { objectType, objectId }: Pick<PaymentNews, 'objectType' | 'objectId'>,
): Promise<Looked | null> => (await READS[objectType]?.(stripe, objectId)) ?? null;
