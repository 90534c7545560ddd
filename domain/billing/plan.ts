import type { Feature, Plan } from '../../schemas/shapes/plan.ts';
import type { SubscriptionStatus } from '../../schemas/shapes/workspaces.ts';
import { ALL_PLANS, MOST_QUANTITY, PLANS, TRIAL_MEMBERS } from './plans.ts';

export interface Subscription {
  readonly plan: Plan;
  readonly status: SubscriptionStatus;
  readonly trialEndsAtMs: number | null;
  /** Members that are paid for; null: nothing is paid (a trial, free, or a plan that was granted by hand). */
  readonly seats: number | null;
  /** A payment of the plan is disputed, and the bank has not decided. Absent: no. */
  readonly isDisputed?: boolean;
}

/** Features without a limit in some plans. */
type Unlimited = 'members' | 'eventTypes' | 'teams';

/** What a workspace may have of each feature; null: no limit. */
export type Caps = Readonly<Record<Unlimited, number | null> & Record<Exclude<Feature, Unlimited>, number>>;

/** Milliseconds left of a trial, 0 when it is over; null: none runs. The only rule for a trial's end. */
export const trialLeftMs = ({ status, trialEndsAtMs }: Subscription, now: number): number | null =>
  status === 'trialing' ? Math.max((trialEndsAtMs ?? now) - now, 0) : null;

/** The subscription now: an ended trial is free and active, even before a sweep has stored that. */
export const subscriptionAt = (subscription: Subscription, now: number): Subscription => {
  const isOver = trialLeftMs(subscription, now) === 0;
  return isOver ? { ...subscription, plan: 'free', status: 'active' } : subscription;
};

/** The caps of a plan for so many paid members; null: nothing is paid. */
export const capsOfPlan = (plan: Plan, members: number | null): Caps =>
  Object.fromEntries(
    Object.entries(PLANS[plan].caps).map(([feature, cap]) => [feature, cap === 'quantity' ? members : cap]),
  ) as unknown as Caps;

/** What a workspace may have now. All that a gate reads. */
export function capsOf(subscription: Subscription, now: number): Caps {
  const { plan, status, seats } = subscriptionAt(subscription, now);
  return capsOfPlan(plan, status === 'trialing' ? TRIAL_MEMBERS : seats);
}

/**
 * The smallest plan from the present one on that has room for `needed`; the present one itself if it has room for as many as are paid. null:
 * none has, or more than can be paid online.
 */
export function fitsFrom(feature: Feature, needed: number, present: Plan): Plan | null {
  if (feature === 'members' && needed > MOST_QUANTITY) return null;
  const plans = ALL_PLANS.slice(ALL_PLANS.indexOf(present));
  return plans.find((plan) => (capsOfPlan(plan, null)[feature] ?? Infinity) >= needed) ?? null;
}
