import type { PackOffer, PlanOffer } from '../../schemas/shapes/billing.ts';
import { PACKS, type PackId } from './packs.ts';
import { capsOfPlan } from './plan.ts';
import { ALL_PLANS, MONTHS_PAID_OF_A_YEAR, MOST_QUANTITY, PLANS } from './plans.ts';

/** All plans, smallest first, as operation and page show them. */
export const planOffers = (): PlanOffer[] =>
  ALL_PLANS.map((plan) => {
    const { name, usdPerMemberMonthly } = PLANS[plan];
    const usdPerMemberYearly = usdPerMemberMonthly * MONTHS_PAID_OF_A_YEAR;
    const caps = capsOfPlan(plan, null);
    const mostMembers = caps.members ?? MOST_QUANTITY;
    return { plan, name, usdPerMemberMonthly, usdPerMemberYearly, mostMembers, caps };
  });

/** All packs of credits, as operation and page show them. */
export const packOffers = (): PackOffer[] =>
  (Object.keys(PACKS) as PackId[]).map((catalogId) => {
    const { name, credits, usd, paid } = PACKS[catalogId];
    return { catalogId, name, credits, usd, paid };
  });
