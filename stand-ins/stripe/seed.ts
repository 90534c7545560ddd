import { MOST_QUANTITY } from '../../domain/billing/plans.ts';
import { PRICES } from '../../domain/billing/prices.ts';
import type { World } from './call.ts';
import { createPrice, newProduct } from './catalog.ts';
import { newEndpoint } from './endpoints.ts';
import { configurationOf } from './portal-configurations.ts';
import type { State } from './state.ts';

/** What `npm run billing-setup` makes at the real Stripe. A start of the stand-in begins with it; kept objects stay. */
export function seedCatalog(state: State): void {
  for (const { key, usdCents, every, product } of PRICES) {
    if (!state.get('product', product.key)) newProduct(state, { id: product.key, name: product.name });
    const kept = state.all('price').find((price) => price.lookup_key === key);
    if (kept?.unit_amount === usdCents) continue;
    createPrice(state, {
      ...{ product: product.key, currency: 'usd', unit_amount: usdCents, lookup_key: key, transfer_lookup_key: true },
      ...{ ...(every && { recurring: { interval: every } }), metadata: { holdfastKey: key } },
    });
  }
}

/** Our two configurations of the portal: see outbound/payments/stripe/portal-setup.ts. */
export function seedPortal(world: World): void {
  const { state } = world;
  const plans = PRICES.filter(({ purchase }) => purchase.kind === 'plan');
  const idOf = (key: string): string => state.all('price').find((price) => price.lookup_key === key)?.id ?? '';
  const products = [...new Set(plans.map(({ product }) => product.key))].map((product) => ({
    product,
    prices: plans.filter((price) => price.product.key === product).map(({ key }) => idOf(key)),
    adjustable_quantity: { enabled: true, minimum: 1, maximum: MOST_QUANTITY },
  }));
  for (const use of ['account', 'plan_change']) {
    const kept = state.all('billing_portal.configuration').find(({ metadata }) => metadata.holdfastPortal === use);
    const made = configurationOf(
      world,
      {
        ...{ invoice_history: { enabled: true }, payment_method_update: { enabled: true } },
        subscription_cancel: { enabled: use === 'account', mode: 'at_period_end' },
        ...(use === 'plan_change' && {
          subscription_update: { enabled: true, default_allowed_updates: ['price', 'quantity'], products },
        }),
      },
      { holdfastPortal: use },
    );
    state.put({ ...made, id: kept?.id ?? made.id });
  }
}

/** The endpoint of the app on this machine, with a secret that is none. */
export function seedEndpoint(state: State, url: string, secret: string): void {
  const kept = state.all('webhook_endpoint').find((one) => one._secret === secret);
  if (kept) state.put({ ...kept, url });
  else newEndpoint(state, url, ['*'], secret);
}
