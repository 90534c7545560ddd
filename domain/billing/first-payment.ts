import { isUnpaid } from './checkout.ts';
import type { RemoteInvoice, RemoteSubscription } from './remote-billing.ts';

/** The first invoice is as old as its subscription. */
const FIRST_WITHIN_MS = 24 * 60 * 60_000;

/** What tells whether the first money of a subscription has come. */
export interface FirstProof {
  readonly invoices: readonly RemoteInvoice[];
  /** The subscription that counts already. null: none. */
  readonly known: string | null;
}

/**
 * Whether a subscription counts: its first invoice is paid. The payment provider calls one active while a bank debit takes days, and a
 * payment of it missing if that fails. What operators began at the provider themselves counts at once.
 */
export function hasBegun(
  { subscriptionId, intentId, createdMs }: RemoteSubscription,
  { invoices, known }: FirstProof,
): boolean {
  if (intentId === null || subscriptionId === known) return true;
  const own = invoices.filter((one) => one.subscriptionId === subscriptionId);
  // Its first one is older than those that were read.
  if (!own.some((one) => one.createdMs - createdMs < FIRST_WITHIN_MS)) return true;
  return own.some(({ status }) => status === 'paid');
}

/** Subscriptions that live, and whose first money will not come any more. */
export const neverPaid = (subscriptions: readonly RemoteSubscription[], proof: FirstProof): RemoteSubscription[] =>
  subscriptions.filter((one) => isUnpaid(one) && !hasBegun(one, proof));
