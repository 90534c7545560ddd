import type Stripe from 'stripe';
import type { Purchase } from '../../../domain/billing/prices.ts';
import { PRICES, priceOf, purchaseOf } from '../../../domain/billing/prices.ts';
import { PaymentsRefused } from '../payments.ts';
import { all, oneOrNull } from './client.ts';
import { keyOf } from './facts.ts';

/** Stripe takes ten lookup keys at once. */
const MOST_KEYS = 10;
/** How long an id is used before it is read again: a changed amount is another price. */
const KEPT_MS = 10 * 60_000;

/** Finds the ids of our prices by their lookup keys and keeps them for a while; and what an id stands for. */
export class PriceBook {
  readonly #stripe: Stripe;
  readonly #now: () => number;
  #ids = new Map<string, string>();
  readonly #purchases = new Map<string, Purchase | null>();
  #readMs = Number.NEGATIVE_INFINITY;

  constructor(stripe: Stripe, now: () => number) {
    this.#stripe = stripe;
    this.#now = now;
  }

  /** @throws PaymentsRefused price_missing: nobody has run `npm run billing-setup` */
  async idOf(purchase: Purchase): Promise<string> {
    const { key } = priceOf(purchase);
    const isFresh = this.#now() - this.#readMs < KEPT_MS && this.#ids.has(key);
    if (!isFresh) await this.#read();
    const id = this.#ids.get(key);
    if (id === undefined)
      throw new PaymentsRefused('price_missing', `Stripe has no price ${key}: run npm run billing-setup`);
    return id;
  }

  /** What prices stand for, old ones too: that never changes, so each is read once. null: it is none of ours. */
  async purchasesOf(priceIds: readonly string[]): Promise<ReadonlyMap<string, Purchase | null>> {
    for (const id of new Set(priceIds)) {
      if (this.#purchases.has(id)) continue;
      const price = await oneOrNull('price', () => this.#stripe.prices.retrieve(id));
      this.#purchases.set(id, price && purchaseOf(keyOf(price)));
    }
    return this.#purchases;
  }

  async #read(): Promise<void> {
    const ids = new Map<string, string>();
    for (const price of await activePrices(this.#stripe)) ids.set(price.lookup_key ?? '', price.id);
    this.#ids = ids;
    this.#readMs = this.#now();
  }
}

/** Those prices of ours that can be bought. */
export async function activePrices(stripe: Stripe): Promise<Stripe.Price[]> {
  const keys = PRICES.map(({ key }) => key);
  const parts: Stripe.Price[] = [];
  for (let from = 0; from < keys.length; from += MOST_KEYS) {
    const lookup_keys = keys.slice(from, from + MOST_KEYS);
    parts.push(...(await all((range) => stripe.prices.list({ ...range, lookup_keys, active: true }))));
  }
  return parts;
}
