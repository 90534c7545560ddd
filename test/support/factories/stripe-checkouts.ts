import type { CheckoutToOpen } from '../../../outbound/payments/payments.ts';
import type { StripeStandIn } from '../../../stand-ins/stripe/stand-in.ts';
import { paymentsAt, press } from '../fakes/stripe.ts';

export const BACK = 'http://localhost:3000/billing';
export const PLUS = { kind: 'plan', plan: 'plus', interval: 'monthly' } as const;
export const DAY_MS = 86_400_000;

interface Buyer {
  readonly workspaceId: string;
  readonly customerId: string;
}

/** Three members of Plus for a month: 60 USD. */
export const toOpen = (of: Buyer, more: Partial<CheckoutToOpen> = {}): CheckoutToOpen => ({
  ...{ ...of, intentId: `intent-${of.workspaceId}`, purchase: PLUS, quantity: 3, metadata: { from: 'test' } },
  ...{ successUrl: `${BACK}?done={CHECKOUT_SESSION_ID}`, cancelUrl: BACK },
  expiresMs: Date.now() + DAY_MS - 60_000,
  ...more,
});

let buyers = 0;

/** A workspace of its own for each test. */
export async function newBuyer(stripe: StripeStandIn): Promise<Buyer> {
  buyers += 1;
  const workspaceId = `00000000-0000-7000-8000-${String(buyers).padStart(12, '0')}`;
  const { customerId } = await paymentsAt(stripe).customerOf({ workspaceId, name: 'Acme', email: 'ada@acme.test' });
  return { workspaceId, customerId };
}

/** A buyer who has opened a checkout and paid. */
export async function subscribed(stripe: StripeStandIn, more: Partial<CheckoutToOpen> = {}) {
  const of = await newBuyer(stripe);
  const opened = await paymentsAt(stripe).openCheckout(toOpen(of, more));
  await press(opened.url, { do: 'pay' });
  const [subscription] = await paymentsAt(stripe).listSubscriptions(of.customerId);
  if (!subscription) throw new Error('no subscription');
  return { ...of, ...opened, subscription };
}

export const moveOn = (stripe: StripeStandIn, days: number) => press(`${stripe.url}/clock`, { days: String(days) });

export const setCard = (stripe: StripeStandIn, customerId: string, is: 'card-works' | 'card-declines') =>
  press(`${stripe.url}/customers/${customerId}`, { do: is });
