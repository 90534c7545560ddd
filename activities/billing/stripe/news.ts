import type { PaymentNews } from '../../../domain/billing/remote-billing.ts';

/** The events that we ask for; Stripe lists at most twenty types at once. */
export const NEWS_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const;

/** null: no event of Stripe's, or about an object without an id. Of the object, its id, kind, customer and payment alone are read. */
export function newsOf(event: unknown): PaymentNews | null {
  const { id, type, created, livemode, data } = (event ?? {}) as Readonly<Record<string, unknown>>;
  const { object } = (data ?? {}) as { readonly object?: Readonly<Record<string, unknown>> };
  if (typeof id !== 'string' || typeof type !== 'string' || typeof created !== 'number') return null;
  if (typeof object?.id !== 'string' || typeof object.object !== 'string' || typeof livemode !== 'boolean') return null;
  return {
    ...{ eventId: id, type, createdMs: created * 1_000, livemode },
    ...{ objectId: object.id, objectType: object.object },
    customerId: typeof object.customer === 'string' ? object.customer : null,
    paymentId: typeof object.payment_intent === 'string' ? object.payment_intent : null,
  };
}
