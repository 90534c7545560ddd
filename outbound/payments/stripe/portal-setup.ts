import type Stripe from 'stripe';
import { MOST_QUANTITY } from '../../../domain/billing/plans.ts';
import { PRICES } from '../../../domain/billing/prices.ts';
import { one } from './client.ts';
import { PORTAL_META, type PortalUse, portalConfigurations } from './portal.ts';

type Features = Stripe.BillingPortal.ConfigurationCreateParams.Features;

/** Makes or renews our two configurations of the portal. @param prices their ids by lookup key */
export async function setUpPortal(
  stripe: Stripe,
  prices: ReadonlyMap<string, string>,
  say: (line: string) => void,
): Promise<void> {
  const present = await portalConfigurations(stripe);
  for (const use of ['account', 'plan_change'] as const) {
    const features = featuresOf(use, prices);
    const found = present.find(({ metadata }) => metadata?.[PORTAL_META] === use);
    await one('billing_portal.configuration', () =>
      found
        ? stripe.billingPortal.configurations.update(found.id, { features })
        : stripe.billingPortal.configurations.create({ features, metadata: { [PORTAL_META]: use } }),
    );
    say(`portal ${use}: ${found ? 'renewed' : 'made'}`);
  }
}

const featuresOf = (use: PortalUse, prices: ReadonlyMap<string, string>): Features => ({
  customer_update: { enabled: true, allowed_updates: ['name', 'email', 'address', 'tax_id'] },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: use === 'account', mode: 'at_period_end' },
  ...(use === 'plan_change' && {
    subscription_update: {
      enabled: true,
      default_allowed_updates: ['price', 'quantity'],
      // Paid at once: the new plan's caps hold at once too.
      proration_behavior: 'always_invoice',
      products: planProducts(prices),
    },
  }),
});

function planProducts(prices: ReadonlyMap<string, string>) {
  const plans = PRICES.filter(({ purchase }) => purchase.kind === 'plan');
  return [...new Set(plans.map(({ product }) => product.key))].map((product) => ({
    product,
    prices: plans.filter((price) => price.product.key === product).map(({ key }) => prices.get(key) ?? ''),
    adjustable_quantity: { enabled: true, minimum: 1, maximum: MOST_QUANTITY },
  }));
}
