import type { RemoteInvoice, RemotePayment, RemoteSubscription } from '../../domain/billing/remote-billing.ts';
import { type Payments, PaymentsRefused } from './payments.ts';

interface Seen {
  readonly subscriptions: readonly RemoteSubscription[];
  readonly invoices: readonly RemoteInvoice[];
  readonly payments: readonly RemotePayment[];
}

const OVER: ReadonlySet<RemoteSubscription['status']> = new Set(['canceled', 'incomplete_expired']);

/** Subscriptions that live, although the bank took back money that was paid for them (decision 0137). */
export function chargedBack({ subscriptions, invoices, payments }: Seen): string[] {
  const lost = new Set(payments.flatMap(({ isDisputeLost, paymentId }) => (isDisputeLost && paymentId) || []));
  const of = new Set(
    invoices.flatMap(({ paymentId, subscriptionId }) =>
      paymentId !== null && lost.has(paymentId) ? [subscriptionId] : [],
    ),
  );
  return subscriptions
    .filter(({ subscriptionId, status }) => !OVER.has(status) && of.has(subscriptionId))
    .map(({ subscriptionId }) => subscriptionId);
}

/**
 * Ends them now. One that the provider refuses to end stays, and operators hear of it.
 * @returns whether any has ended
 * @throws PaymentsAway
 */
export async function endChargedBack(
  payments: Payments,
  seen: Seen,
  onRefused: (code: string) => void,
): Promise<boolean> {
  let hasEnded = false;
  for (const subscriptionId of chargedBack(seen)) {
    try {
      await payments.cancelNow(subscriptionId);
      hasEnded = true;
    } catch (error) {
      if (!(error instanceof PaymentsRefused)) throw error;
      onRefused(`dispute ${error.code}`);
    }
  }
  return hasEnded;
}
