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

/** Ids and types of Stripe. Another text is nothing to store or to ask for: PostgreSQL takes no NUL. */
const isWord = (value: unknown): value is string => typeof value === 'string' && /^[\w.-]{1,255}$/.test(value);
const isWordOrNone = (value: unknown): boolean => typeof value !== 'string' || isWord(value);
/** Until the year 9999, in seconds. */
const LATEST_SECONDS = 253_402_300_799;
const isInstant = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= LATEST_SECONDS;

/** null: no event of Stripe's, or about an object without an id. Of the object, its id, kind, customer and payment alone are read. */
export function newsOf(event: unknown): PaymentNews | null {
  const { id, type, created, livemode, data } = (event ?? {}) as Readonly<Record<string, unknown>>;
  const { object } = (data ?? {}) as { readonly object?: Readonly<Record<string, unknown>> };
  if (!isWord(id) || !isWord(type) || !isInstant(created)) return null;
  if (!isWord(object?.id) || !isWord(object.object) || typeof livemode !== 'boolean') return null;
  if (!isWordOrNone(object.customer) || !isWordOrNone(object.payment_intent)) return null;
  return {
    ...{ eventId: id, type, createdMs: created * 1_000, livemode },
    ...{ objectId: object.id, objectType: object.object },
    customerId: typeof object.customer === 'string' ? object.customer : null,
    paymentId: typeof object.payment_intent === 'string' ? object.payment_intent : null,
  };
}
