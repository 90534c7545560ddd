import type Stripe from 'stripe';
import { PRICES, type Price } from '../../../domain/billing/prices.ts';
import { all, one, oneOrNull, STRIPE_API_VERSION } from './client.ts';
import { META } from './facts.ts';
import { NEWS_TYPES } from './news.ts';
import { setUpPortal } from './portal-setup.ts';
import { activePrices } from './price-book.ts';

export interface SetUp {
  /** An https origin takes webhooks; another one can't. */
  readonly appUrl: string;
  readonly say: (line: string) => void;
}

const CURRENCY = 'usd';
export const WEBHOOK_PATH = '/api/v1/billing/webhooks/stripe';

/** Makes or finds all that we need at Stripe. It can be run again at any time: what fits already stays. */
export async function setUpBilling(stripe: Stripe, { appUrl, say }: SetUp): Promise<void> {
  await setUpProducts(stripe, say);
  const prices = await setUpPrices(stripe, say);
  await setUpPortal(stripe, prices, say);
  await setUpWebhook(stripe, appUrl, say);
}

async function setUpProducts(stripe: Stripe, say: SetUp['say']): Promise<void> {
  const products = new Map(PRICES.map(({ product }) => [product.key, product.name]));
  for (const [id, name] of products) {
    const found = await oneOrNull('product', () => stripe.products.retrieve(id));
    if (!found) await one('product', () => stripe.products.create({ id, name }));
    else if (found.name !== name || !found.active)
      await one('product', () => stripe.products.update(id, { name, active: true }));
    say(`product ${id}: ${found ? 'there' : 'made'}`);
  }
}

const fits = (found: Stripe.Price, { usdCents, every, product }: Price): boolean =>
  found.currency === CURRENCY &&
  found.unit_amount === usdCents &&
  (found.recurring?.interval ?? null) === every &&
  found.product === product.key;

/** A price can't change its amount: a new one takes the lookup key over, and subscriptions keep the old one. */
async function setUpPrices(stripe: Stripe, say: SetUp['say']): Promise<Map<string, string>> {
  const present = await activePrices(stripe);
  const ids = new Map<string, string>();
  for (const price of PRICES) {
    const old = present.find(({ lookup_key }) => lookup_key === price.key);
    const isKept = old !== undefined && fits(old, price);
    const { id } = isKept ? old : await one('price', () => stripe.prices.create(priceParams(price)));
    if (old && !isKept) await one('price', () => stripe.prices.update(old.id, { active: false }));
    ids.set(price.key, id);
    say(`price ${price.key}: ${isKept ? 'there' : old ? `changed, ${id} replaces ${old.id}` : `made, ${id}`}`);
  }
  return ids;
}

const priceParams = ({ key, usdCents, every, product }: Price): Stripe.PriceCreateParams => ({
  ...{ product: product.key, currency: CURRENCY, unit_amount: usdCents },
  ...(every && { recurring: { interval: every } }),
  ...{ lookup_key: key, transfer_lookup_key: true, metadata: { [META.priceKey]: key } },
});

/** The secret is shown once, by Stripe as by us: it signs all webhooks. */
async function setUpWebhook(stripe: Stripe, appUrl: string, say: SetUp['say']): Promise<void> {
  const url = `${appUrl}${WEBHOOK_PATH}`;
  if (!appUrl.startsWith('https:')) return say(`webhook: none, because ${appUrl} is not https`);
  const events = [...NEWS_TYPES];
  const endpoints = await all((range) => stripe.webhookEndpoints.list(range));
  const found = endpoints.find((endpoint) => endpoint.url === url);
  if (!found) {
    const made = await one('webhook_endpoint', () =>
      stripe.webhookEndpoints.create({ url, enabled_events: events, api_version: STRIPE_API_VERSION }),
    );
    return say(`webhook ${url}: made. Set STRIPE_WEBHOOK_SECRET=${made.secret ?? ''}`);
  }
  await one('webhook_endpoint', () =>
    stripe.webhookEndpoints.update(found.id, { enabled_events: events, disabled: false }),
  );
  say(`webhook ${url}: there. Its secret is shown in Stripe's dashboard`);
}
