import {
  OVER,
  type RemoteInvoice,
  type RemotePayment,
  type RemoteSubscription,
} from '../../domain/billing/remote-billing.ts';
import { type Payments, PaymentsRefused } from '../../outbound/payments/payments.ts';

interface Seen {
  readonly subscriptions: readonly RemoteSubscription[];
  readonly invoices: readonly RemoteInvoice[];
  readonly payments: readonly RemotePayment[];
}

type Which = (payment: RemotePayment) => boolean;
const isLost: Which = ({ isDisputeLost }) => isDisputeLost;
const isOpen: Which = ({ isDisputeOpen }) => isDisputeOpen;

const idsOf = (payments: Seen['payments'], which: Which): Set<string> =>
  new Set(payments.flatMap((payment) => (which(payment) && payment.paymentId) || []));

/** Subscriptions that live, and for which money was paid that fits. */
function paidWith({ subscriptions, invoices, payments }: Seen, which: Which): string[] {
  const ids = idsOf(payments, which);
  const of = new Set(
    invoices.flatMap(({ paymentId, subscriptionId }) =>
      paymentId !== null && ids.has(paymentId) ? [subscriptionId] : [],
    ),
  );
  return subscriptions
    .filter(({ subscriptionId, status }) => !OVER.has(status) && of.has(subscriptionId))
    .map(({ subscriptionId }) => subscriptionId);
}

/** Subscriptions that live, although the bank took back money that was paid for them (docs/decisions/billing.md#refunds-and-disputes). */
export const chargedBack = (seen: Seen): string[] => paidWith(seen, isLost);

/** Subscriptions that live, with a payment that the bank has not decided about (docs/decisions/billing.md#refunds-and-disputes). */
export const underDispute = (seen: Seen): ReadonlySet<string> => new Set(paidWith(seen, isOpen));

/** Whether an invoice of a disputed payment may be older than those that were listed: many changes of a plan hide no dispute. */
export function hidesDispute({ invoices, payments }: Omit<Seen, 'subscriptions'>): boolean {
  const known = new Set(invoices.map(({ paymentId }) => paymentId));
  return [...idsOf(payments, (one) => isLost(one) || isOpen(one))].some((id) => !known.has(id));
}

/**
 * Ends those that are charged back now. One that the provider refuses to end stays, and operators hear of it.
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
