import { PACKS } from './packs.ts';
import { PLANS } from './plans.ts';
import { type Purchase, priceOf } from './prices.ts';

export interface ListedPrice {
  readonly currency: 'usd';
  /** In cents, before tax: of each month or year, or once. */
  readonly total: number;
}

/** What a purchase costs new buyers. Who has paid before keeps the older price, and a change is charged for the rest of the period. */
export const listedPrice = (purchase: Purchase, quantity: number): ListedPrice => ({
  ...{ currency: 'usd', total: priceOf(purchase).usdCents * quantity },
});

const usd = (cents: number): string => `${(cents / 100).toFixed(2)} USD`;

/** Such as "Plus for 3 members, 60.00 USD a month before tax". */
export function inWords(purchase: Purchase, quantity: number): string {
  const { every } = priceOf(purchase);
  const price = `${usd(listedPrice(purchase, quantity).total)} ${every === null ? 'once' : `a ${every}`} before tax`;
  if (purchase.kind === 'pack') return `${PACKS[purchase.packId].name}, ${price}`;
  return `${PLANS[purchase.plan].name} for ${quantity} ${quantity === 1 ? 'member' : 'members'}, ${price}`;
}
