import type Stripe from 'stripe';
import { type Purchase, purchaseOf } from '../../../domain/billing/prices.ts';
import type {
  GivenUp,
  InvoiceLine,
  RemoteCheckout,
  RemoteInvoice,
  RemotePayment,
  RemoteSubscription,
  RemoteSubscriptionItem,
} from '../../../domain/billing/remote-billing.ts';

/** Metadata of ours on Stripe's objects. */
export const META = {
  workspace: 'workspaceId',
  intent: 'intentId',
  priceKey: 'holdfastKey',
  invoice: 'invoiceId',
} as const;

/** Comments on subscriptions that we ended. */
const GIVEN_UP: readonly string[] = ['paid_twice', 'never_paid'] satisfies GivenUp[];

const givenUpOf = (comment: string | null | undefined): GivenUp | null =>
  comment != null && GIVEN_UP.includes(comment) ? (comment as GivenUp) : null;

export const seconds = (ms: number): number => Math.floor(ms / 1_000);
const ms = (stamp: number): number => stamp * 1_000;
const msOrNull = (stamp: number | null | undefined): number | null => (stamp == null ? null : ms(stamp));

/** The id of what may be expanded. */
export const idOf = (value: string | { readonly id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

/** Stripe may add words: one that we do not know counts as the one that gives nothing. */
const known = <const T extends string>(words: readonly T[], text: string | null, otherwise: NoInfer<T>): T =>
  words.find((word) => word === text) ?? otherwise;

const SESSION = ['open', 'complete', 'expired'] as const;
const INVOICE = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;
const SUBSCRIPTION = [
  ...(['incomplete', 'incomplete_expired', 'trialing', 'active'] as const),
  ...(['past_due', 'canceled', 'unpaid', 'paused'] as const),
] as const;

/** @param hasFailed of a complete one that is not paid: its money will not come */
export const checkoutFacts = (session: Stripe.Checkout.Session, hasFailed = false): RemoteCheckout => ({
  sessionId: session.id,
  intentId: session.client_reference_id,
  customerId: idOf(session.customer),
  status: known(SESSION, session.status, 'open'),
  isPaid: session.payment_status === 'paid' || session.payment_status === 'no_payment_required',
  hasFailed,
  url: session.url,
  expiresMs: ms(session.expires_at),
  subscriptionId: idOf(session.subscription),
  invoiceId: idOf(session.invoice),
  paymentId: idOf(session.payment_intent),
});

/** A price whose amount changed lost its lookup key to the new one, so its metadata is read first. */
export const keyOf = (price: Stripe.Price): string | null => price.metadata?.[META.priceKey] ?? price.lookup_key;

const itemFacts = (item: Stripe.SubscriptionItem): RemoteSubscriptionItem => ({
  itemId: item.id,
  priceId: item.price.id,
  priceKey: keyOf(item.price),
  purchase: purchaseOf(keyOf(item.price)),
  quantity: item.quantity ?? 1,
  unitAmount: item.price.unit_amount,
  currency: item.price.currency,
  periodStartMs: ms(item.current_period_start),
  periodEndMs: ms(item.current_period_end),
});

export const subscriptionFacts = (subscription: Stripe.Subscription): RemoteSubscription => ({
  subscriptionId: subscription.id,
  customerId: idOf(subscription.customer) ?? '',
  status: known(SUBSCRIPTION, subscription.status, 'incomplete'),
  createdMs: ms(subscription.created),
  // Subscriptions of flexible billing say it by `cancel_at` alone.
  cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
  endedMs: msOrNull(subscription.ended_at),
  givenUp: givenUpOf(subscription.cancellation_details?.comment),
  latestInvoiceId: idOf(subscription.latest_invoice),
  intentId: subscription.metadata?.[META.intent] ?? null,
  items: subscription.items.data.map(itemFacts),
});

/** Ids of the prices that an invoice charges. */
export const pricesOf = ({ lines }: Stripe.Invoice): string[] =>
  lines.data.flatMap(({ pricing }) => idOf(pricing?.price_details?.price) ?? []);

/** @param purchases what the ids of its prices stand for */
export const invoiceFacts = (
  invoice: Stripe.Invoice,
  purchases: ReadonlyMap<string, Purchase | null>,
): RemoteInvoice => ({
  invoiceId: invoice.id ?? '',
  number: invoice.number,
  status: known(INVOICE, invoice.status, 'draft'),
  createdMs: ms(invoice.created),
  paidMs: msOrNull(invoice.status_transitions.paid_at),
  currency: invoice.currency,
  total: invoice.total,
  amountPaid: invoice.amount_paid,
  amountDue: invoice.amount_due,
  subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
  periodStartMs: periodOf(invoice),
  paymentId: paymentIdOf(invoice),
  hostedUrl: invoice.hosted_invoice_url ?? null,
  pdfUrl: invoice.invoice_pdf ?? null,
  lines: invoice.lines.data.filter(({ amount }) => amount >= 0).map((line) => lineFacts(line, purchases)),
});

const lineFacts = (
  { pricing, parent, quantity, description }: Stripe.InvoiceLineItem,
  purchases: ReadonlyMap<string, Purchase | null>,
): InvoiceLine => ({
  purchase: purchases.get(idOf(pricing?.price_details?.price) ?? '') ?? null,
  quantity: quantity ?? 1,
  isRest: (parent?.subscription_item_details ?? parent?.invoice_item_details)?.proration ?? false,
  text: description,
});

/** Its own period is the one before. Lines of a change begin in the middle of a period, so the latest line counts. */
const periodOf = ({ lines }: Stripe.Invoice): number | null =>
  lines.data.length === 0 ? null : ms(Math.max(...lines.data.map(({ period }) => period.start)));

/** The payment that succeeded, of those that were tried. */
const paymentIdOf = (invoice: Stripe.Invoice): string | null =>
  idOf(invoice.payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent);

/** Inquiries (`warning_…`) and disputes that were prevented take no money. */
const OPEN: ReadonlySet<string> = new Set(['needs_response', 'under_review']);
const HELD: ReadonlySet<string> = new Set([...OPEN, 'lost']);

/** @param disputes of this charge */
export const paymentFacts = (charge: Stripe.Charge, disputes: readonly Stripe.Dispute[]): RemotePayment => ({
  chargeId: charge.id,
  paymentId: idOf(charge.payment_intent),
  createdMs: ms(charge.created),
  currency: charge.currency,
  isPaid: charge.paid,
  amount: charge.amount,
  amountRefunded: charge.amount_refunded,
  amountDisputed: disputes.reduce((sum, { status, amount }) => (HELD.has(status) ? sum + amount : sum), 0),
  isDisputeOpen: disputes.some(({ status }) => OPEN.has(status)),
  isDisputeLost: disputes.some(({ status }) => status === 'lost'),
});
