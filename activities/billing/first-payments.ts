import { type FirstProof, neverPaid } from '../../domain/billing/first-payment.ts';
import type { RemoteSubscription } from '../../domain/billing/remote-billing.ts';
import { type Payments, PaymentsRefused } from '../../outbound/payments/payments.ts';

interface Seen extends FirstProof {
  readonly subscriptions: readonly RemoteSubscription[];
}

/**
 * Ends subscriptions whose first payment has failed, and then their open invoices: nothing was bought, nobody can pay it by mistake, and
 * somebody may buy again. Each look ends what is still open, so it may stop at any point. Money that comes in between goes back
 * (`giveBackTwice`).
 * @param onRefused hears the provider's word: operators must look
 * @throws PaymentsAway
 */
export async function endNeverPaid(payments: Payments, seen: Seen, onRefused: (code: string) => void): Promise<void> {
  const failed = neverPaid(seen.subscriptions, seen);
  const before = seen.subscriptions.filter(({ givenUp }) => givenUp === 'never_paid');
  const ended = new Set([...failed, ...before].map(({ subscriptionId }) => subscriptionId));
  try {
    for (const { subscriptionId } of failed) await payments.cancelNow(subscriptionId, 'never_paid');
    for (const { status, subscriptionId, invoiceId } of seen.invoices)
      if (status === 'open' && subscriptionId !== null && ended.has(subscriptionId))
        await payments.voidInvoice(invoiceId);
  } catch (error) {
    if (!(error instanceof PaymentsRefused)) throw error;
    onRefused(`never paid ${error.code}`);
  }
}
