import { specialPrices } from '../../domain/billing/checkout.ts';
import { OVER, type RemoteSubscription } from '../../domain/billing/remote-billing.ts';
import type { Payments } from '../../outbound/payments/payments.ts';
import type { Kept } from '../../store/billing/subscriptions.ts';

interface NoPlan {
  /** The subscription that we know. null: none. */
  readonly known: string | null;
  readonly subscriptions: readonly RemoteSubscription[];
}

/**
 * Why a plan stays although the provider lists no subscription to one. A list that is empty proves nothing: the key may be of another mode or
 * account, or the customer may be gone. Only the very subscription that we know ends a plan, if the provider says that it is over.
 * @returns null: the plan ends
 * @throws PaymentsAway, PaymentsRefused
 */
export async function whyKept(payments: Payments, { known, subscriptions }: NoPlan): Promise<Kept | null> {
  if (specialPrices(subscriptions).length > 0) return 'unknown_price';
  if (known === null || subscriptions.some(({ subscriptionId }) => subscriptionId === known)) return null;
  const found = await payments.readSubscription(known);
  return found && OVER.has(found.status) ? null : 'account_changed';
}
