import type { BillingInterval, PaidPlan } from './prices.ts';

/** What people pay for, as far as a page of the payment provider can change it. */
export interface PaidFor {
  readonly plan: PaidPlan;
  readonly interval: BillingInterval;
  readonly members: number;
  /** It ends with its period. */
  readonly endsWithPeriod: boolean;
  /** Until when it is paid. */
  readonly periodEndMs: number;
}

/** The first thing that is paid for. */
export interface FirstPaidFor extends PaidFor {
  /** Of each period, before tax, in the currency's smallest unit. null: the provider names no price for a member. */
  readonly total: number | null;
  readonly currency: string;
}

/** A change that those who pay are told of. */
export interface PaidForChange {
  readonly id: string;
  readonly before: PaidFor;
  /** null: there is no subscription any more. */
  readonly after: PaidFor | null;
}

/** The same of a first purchase. */
export interface FirstPurchase {
  readonly id: string;
  readonly before: null;
  readonly after: FirstPaidFor;
}

export const isOtherPlan = (before: PaidFor, after: PaidFor): boolean =>
  before.plan !== after.plan || before.interval !== after.interval || before.members !== after.members;

/** Whether a page of the provider changed it. A new period is none. */
export const isChanged = (before: PaidFor, after: PaidFor): boolean =>
  isOtherPlan(before, after) || before.endsWithPeriod !== after.endsWithPeriod;
