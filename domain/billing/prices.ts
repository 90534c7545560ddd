import type { Plan } from '../../schemas/shapes/plan.ts';
import { PACKS, type PackId } from './packs.ts';
import { MONTHS_PAID_OF_A_YEAR, PLANS } from './plans.ts';

export type PaidPlan = Exclude<Plan, 'free'>;
export type BillingInterval = 'monthly' | 'annual';

/** What somebody buys. */
export type Purchase =
  | { readonly kind: 'plan'; readonly plan: PaidPlan; readonly interval: BillingInterval }
  | { readonly kind: 'pack'; readonly packId: PackId };

/** One price at the payment provider. */
export interface Price {
  /** Its lookup key there: `holdfast_plus_annual`, `holdfast_enrichment_pack_50`. It stays when the amount changes. */
  readonly key: string;
  readonly purchase: Purchase;
  /** For one member, or for one pack. */
  readonly usdCents: number;
  /** null: paid once. */
  readonly every: 'month' | 'year' | null;
  /** The prices of a plan share one product. */
  readonly product: { readonly key: string; readonly name: string };
}

const PAID_PLANS = (Object.keys(PLANS) as Plan[]).filter((plan): plan is PaidPlan => plan !== 'free');

const planPrices = (plan: PaidPlan): Price[] => {
  const { name, usdPerMemberMonthly } = PLANS[plan];
  const product = { key: `holdfast_${plan}`, name: `Holdfast ${name}` };
  return (['monthly', 'annual'] as const).map((interval) => ({
    key: `holdfast_${plan}_${interval}`,
    purchase: { kind: 'plan', plan, interval },
    usdCents: usdPerMemberMonthly * 100 * (interval === 'annual' ? MONTHS_PAID_OF_A_YEAR : 1),
    every: interval === 'annual' ? 'year' : 'month',
    product,
  }));
};

const packPrice = (packId: PackId): Price => {
  const { name, usd, paid } = PACKS[packId];
  const key = `holdfast_${packId}`;
  return {
    ...{ key, purchase: { kind: 'pack', packId }, usdCents: usd * 100, every: paid === 'monthly' ? 'month' : null },
    product: { key, name },
  };
};

/** All prices that can be bought, made from the tables of plans and packs. */
export const PRICES: readonly Price[] = [
  ...PAID_PLANS.flatMap(planPrices),
  ...(Object.keys(PACKS) as PackId[]).map(packPrice),
];

const keyOf = (purchase: Purchase): string =>
  purchase.kind === 'plan' ? `holdfast_${purchase.plan}_${purchase.interval}` : `holdfast_${purchase.packId}`;

/** @throws Error a purchase that has no price: a fault of ours */
export function priceOf(purchase: Purchase): Price {
  const found = PRICES.find(({ key }) => key === keyOf(purchase));
  if (!found) throw new Error(`no price ${keyOf(purchase)}`);
  return found;
}

/** What a lookup key stands for. null: it is none of ours. */
export const purchaseOf = (key: string | null | undefined): Purchase | null =>
  PRICES.find((price) => price.key === key)?.purchase ?? null;
