import type Stripe from 'stripe';
import { priceOf, purchaseOf } from '../../../domain/billing/prices.ts';
import type { RemoteCheckout, RemoteCustomer, RemoteSale } from '../../../domain/billing/remote-billing.ts';
import {
  type CheckoutToOpen,
  type CustomerToMake,
  type OpenedCheckout,
  PaymentsAway,
  PaymentsRefused,
} from '../payments.ts';
import { all, one, oneOrNull } from './client.ts';
import { checkoutFacts, idOf, keyOf, META, seconds } from './facts.ts';
import type { PriceBook } from './price-book.ts';

/**
 * The customer of a workspace. The search finds an old one; it lags by a minute, and for that time the idempotency key does. The values
 * under the key never change, so name and address come afterwards.
 */
export async function customerOf(stripe: Stripe, { workspaceId, name, email, instead }: CustomerToMake) {
  const found = await findCustomer(stripe, workspaceId);
  // An answer that is kept under the old key would be the customer that is gone.
  const idempotencyKey = instead === undefined ? `${workspaceId}/customer` : `${workspaceId}/customer/${instead}`;
  const id =
    found && found.customerId !== instead
      ? found.customerId
      : (
          await one('customer', () =>
            stripe.customers.create({ metadata: { [META.workspace]: workspaceId } }, { idempotencyKey }),
          )
        ).id;
  await one('customer', () => stripe.customers.update(id, { name, email }));
  return { customerId: id };
}

/** The address that receipts go to. null: the customer was deleted, or has none. */
export const receiptsEmailOf = async (stripe: Stripe, customerId: string): Promise<string | null> =>
  (await readCustomer(stripe, customerId))?.email ?? null;

export async function setReceiptsEmail(stripe: Stripe, customerId: string, email: string): Promise<void> {
  await one('customer', () => stripe.customers.update(customerId, { email }));
}

/** Looks in Stripe's search, which lags by a minute. */
export async function findCustomer(stripe: Stripe, workspaceId: string): Promise<RemoteCustomer | null> {
  const query = `metadata['${META.workspace}']:'${workspaceId}'`;
  // The search has other pages than lists; one customer is one page.
  const [found] = await all(() => stripe.customers.search({ query, limit: 1 }).then(asList));
  return found ? customerFacts(found) : null;
}

export async function readCustomer(stripe: Stripe, customerId: string): Promise<RemoteCustomer | null> {
  const found = await oneOrNull('customer', () => stripe.customers.retrieve(customerId));
  return found && !found.deleted ? customerFacts(found) : null;
}

const customerFacts = ({ id, email, metadata }: Stripe.Customer): RemoteCustomer => ({
  ...{ customerId: id, email, workspaceId: metadata[META.workspace] ?? null },
});

const asList = <T>({ object, data }: { readonly object: string; readonly data: T[] }) => ({
  object: object === 'search_result' ? 'list' : object,
  data,
  has_more: false,
});

/** A session of Checkout. The idempotency key makes a second call answer with the first session. */
export async function openCheckout(
  stripe: Stripe,
  prices: PriceBook,
  checkout: CheckoutToOpen,
): Promise<OpenedCheckout> {
  const priceId = await prices.idOf(checkout.purchase);
  const params = sessionParams(checkout, priceId);
  const session = await one('checkout.session', () =>
    // With the customer: Stripe keeps refusals under a key, too, and a customer that is gone is replaced.
    stripe.checkout.sessions.create(params, {
      idempotencyKey: `${checkout.intentId}/session/${checkout.customerId}`,
    }),
  );
  if (session.url === null) throw new PaymentsRefused('checkout_closed', 'The payment page of this checkout is closed');
  return { sessionId: session.id, url: session.url, expiresMs: session.expires_at * 1_000, priceId };
}

function sessionParams(checkout: CheckoutToOpen, price: string): Stripe.Checkout.SessionCreateParams {
  const metadata = { [META.workspace]: checkout.workspaceId, [META.intent]: checkout.intentId };
  const isOnce = priceOf(checkout.purchase).every === null;
  return {
    mode: isOnce ? 'payment' : 'subscription',
    customer: checkout.customerId,
    client_reference_id: checkout.intentId,
    line_items: [{ price, quantity: checkout.quantity }],
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
    expires_at: seconds(checkout.expiresMs),
    metadata: { ...checkout.metadata },
    // A number for VAT needs the name that belongs to it.
    tax_id_collection: { enabled: true },
    customer_update: { name: 'auto', address: 'auto' },
    ...(isOnce
      ? { invoice_creation: { enabled: true }, payment_intent_data: { metadata } }
      : { subscription_data: { metadata } }),
  };
}

export async function readCheckout(stripe: Stripe, sessionId: string): Promise<RemoteCheckout | null> {
  const session = await oneOrNull('checkout.session', () => stripe.checkout.sessions.retrieve(sessionId));
  return session && checkoutFacts(session, await hasFailed(stripe, session));
}

export async function readSale(stripe: Stripe, sessionId: string): Promise<RemoteSale | null> {
  const session = await oneOrNull('checkout.session', () =>
    stripe.checkout.sessions.retrieve(sessionId, { expand: ['line_items'] }),
  );
  const items = session?.line_items?.data ?? [];
  return session && { ...checkoutFacts(session), items: items.map(saleFacts) };
}

const saleFacts = ({ price, quantity }: Stripe.LineItem): RemoteSale['items'][number] => ({
  ...{ purchase: price ? purchaseOf(keyOf(price)) : null, quantity: quantity ?? 1 },
});

/** States of a payment whose money will not come by itself. */
const FAILED_PAYMENT: ReadonlySet<string> = new Set(['canceled', 'requires_payment_method']);
/** The same of a subscription: its own flow follows what is left to pay. */
const FAILED_SUBSCRIPTION: ReadonlySet<string> = new Set(['incomplete_expired', 'canceled', 'past_due', 'unpaid']);

/** A slow way to pay that fails leaves the page complete and unpaid for ever: only what it made says so. */
async function hasFailed(stripe: Stripe, session: Stripe.Checkout.Session): Promise<boolean> {
  if (session.status !== 'complete' || session.payment_status !== 'unpaid') return false;
  const [paymentId, subscriptionId] = [idOf(session.payment_intent), idOf(session.subscription)];
  if (paymentId !== null) {
    const payment = await oneOrNull('payment_intent', () => stripe.paymentIntents.retrieve(paymentId));
    return payment !== null && FAILED_PAYMENT.has(payment.status);
  }
  if (subscriptionId === null) return false;
  const made = await oneOrNull('subscription', () => stripe.subscriptions.retrieve(subscriptionId));
  return made !== null && FAILED_SUBSCRIPTION.has(made.status);
}

/** Stripe refuses to expire what is paid or expired already: then the answer says which. */
export async function expireCheckout(stripe: Stripe, sessionId: string): Promise<RemoteCheckout> {
  try {
    return checkoutFacts(await one('checkout.session', () => stripe.checkout.sessions.expire(sessionId)));
  } catch (error) {
    if (!(error instanceof PaymentsRefused)) throw error;
    const now = await readCheckout(stripe, sessionId);
    if (now === null) throw error;
    // It could not be expired, and yet it is open: somebody is paying at this moment.
    if (now.status === 'open') throw new PaymentsAway('session_in_use');
    return now;
  }
}
