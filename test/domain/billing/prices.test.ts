import { expect, it } from 'vitest';
import { PACKS } from '../../../domain/billing/packs.ts';
import { PRICES, priceOf, purchaseOf } from '../../../domain/billing/prices.ts';

it('has a price for each paid plan and interval, and for each pack, of whole cents and a key of its own', () => {
  expect(PRICES).toHaveLength(3 * 2 + Object.keys(PACKS).length);
  expect(new Set(PRICES.map(({ key }) => key)).size).toBe(PRICES.length);
  for (const { usdCents } of PRICES) expect(Number.isInteger(usdCents) && usdCents > 0).toBe(true);
});

it('finds a purchase by its key, and the key by its purchase', () => {
  for (const { key, purchase } of PRICES) {
    expect(purchaseOf(key)).toEqual(purchase);
    expect(priceOf(purchase).key).toBe(key);
  }
  for (const key of [null, undefined, '', 'holdfast_free_monthly', 'other']) expect(purchaseOf(key)).toBeNull();
});

it('takes ten months for a year, and each plan has one product', () => {
  const of = (interval: 'monthly' | 'annual') => priceOf({ kind: 'plan', plan: 'plus', interval });
  expect([of('monthly').usdCents, of('annual').usdCents]).toEqual([2_000, 20_000]);
  expect([of('monthly').every, of('annual').every]).toEqual(['month', 'year']);
  expect(of('monthly').product).toEqual(of('annual').product);
});

it('makes larger packs cheaper for each credit', () => {
  const perCredit = (paid: 'once' | 'monthly') =>
    Object.values(PACKS)
      .filter((pack) => pack.paid === paid)
      .map(({ usd, credits }) => usd / credits);
  for (const prices of [perCredit('once'), perCredit('monthly')])
    expect(prices).toEqual(prices.toSorted((one, other) => other - one));
});
