import type { Plan } from '../../schemas/shapes/plan.ts';

/** Active agent seats that a plan allows (spec, Authentication 6). */
const SEAT_CAPS: Readonly<Record<Plan, number>> = { free: 1, starter: 3, plus: 5, growth: 10 };

export type SubscriptionStatus = 'trialing' | 'active' | 'past_due' | 'inactive';

export interface Subscription {
  readonly plan: Plan;
  readonly status: SubscriptionStatus;
  readonly trialEndsAtMs: number | null;
}

/** Milliseconds left of a trial, 0 when it is over; null: none runs. The only rule for a trial's end. */
export const trialLeftMs = ({ status, trialEndsAtMs }: Subscription, now: number): number | null =>
  status === 'trialing' ? Math.max((trialEndsAtMs ?? now) - now, 0) : null;

/** The subscription now: an ended trial is free and active, even before a sweep has stored that. */
export const subscriptionAt = (subscription: Subscription, now: number): Subscription => {
  const isOver = trialLeftMs(subscription, now) === 0;
  return isOver ? { ...subscription, plan: 'free', status: 'active' } : subscription;
};

export const seatCap = (subscription: Subscription, now: number): number =>
  SEAT_CAPS[subscriptionAt(subscription, now).plan];
