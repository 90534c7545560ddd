import type { Feature, Plan } from '../../schemas/shapes/plan.ts';

/** A cap: a number, no limit (null), or as many as members are paid for. */
type PlanCap = number | null | 'quantity';

export interface PlanTerms {
  readonly name: string;
  /** USD for each member and month; a year costs ten months. */
  readonly usdPerMemberMonthly: number;
  readonly caps: Readonly<Record<Feature, PlanCap>>;
}

/** The one table of caps and prices (contract.md, Billing). All gates, prices and pages read it. */
export const PLANS: Readonly<Record<Plan, PlanTerms>> = {
  free: {
    name: 'Free',
    usdPerMemberMonthly: 0,
    caps: {
      members: 1,
      eventTypes: 3,
      teams: 0,
      agentSeats: 1,
      remindersPerEventType: 1,
      webhooks: 1,
      creditsPerMonth: 0,
    },
  },
  starter: {
    name: 'Starter',
    usdPerMemberMonthly: 12,
    caps: {
      members: 'quantity',
      eventTypes: null,
      teams: 1,
      agentSeats: 3,
      remindersPerEventType: 3,
      webhooks: 3,
      creditsPerMonth: 20,
    },
  },
  plus: {
    name: 'Plus',
    usdPerMemberMonthly: 20,
    caps: {
      members: 'quantity',
      eventTypes: null,
      teams: 5,
      agentSeats: 5,
      remindersPerEventType: 5,
      webhooks: 10,
      creditsPerMonth: 50,
    },
  },
  growth: {
    name: 'Growth',
    usdPerMemberMonthly: 30,
    caps: {
      members: 'quantity',
      eventTypes: null,
      teams: null,
      agentSeats: 10,
      remindersPerEventType: 10,
      webhooks: 50,
      creditsPerMonth: 150,
    },
  },
};

/** Smallest first. */
export const ALL_PLANS = Object.keys(PLANS) as readonly Plan[];

/** A year is paid as ten months. */
export const MONTHS_PAID_OF_A_YEAR = 10;

/** Members of a trial: nothing is paid, so no quantity says it. */
export const TRIAL_MEMBERS = 10;

/** Most members that can be paid for online, in one checkout (spec, start checkout). */
export const MOST_QUANTITY = 20;
