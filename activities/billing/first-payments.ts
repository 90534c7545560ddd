import { type FirstProof, neverPaid } from '../../domain/billing/first-payment.ts';
import type { RemoteSubscription } from '../../domain/billing/remote-billing.ts';
import { type Payments, PaymentsRefused } from './payments.ts';

interface Seen extends FirstProof {
  readonly subscriptions: readonly RemoteSubscription[];
}

/**
 * Ends subscriptions whose first payment has failed: nothing was bought, and somebody may buy again. Money that comes all the same goes back
 * (`giveBackTwice`).
 * @param onRefused hears the provider's word: operators must look
 * @throws PaymentsAway
 */
export async function endNeverPaid(payments: Payments, seen: Seen, onRefused: (code: string) => void): Promise<void> {
  try {
    for (const { subscriptionId } of neverPaid(seen.subscriptions, seen))
      await payments.cancelNow(subscriptionId, 'never_paid');
  } catch (error) {
    if (!(error instanceof PaymentsRefused)) throw error;
    onRefused(`never paid ${error.code}`);
  }
}
