import type { Plan } from '../schemas/workspace.ts';

/** Active agent seats that a plan allows (spec, Authentication 6). */
const SEAT_CAPS: Readonly<Record<Plan, number>> = { free: 1, starter: 3, plus: 5, growth: 10 };

export type SubscriptionStatus = 'trialing' | 'active' | 'past_due' | 'inactive';

export interface Subscription {
  readonly plan: Plan;
  readonly status: SubscriptionStatus;
  readonly trialEndsAtMs: number | null;
}

/** What a workspace has at this instant: a trial that is over is free and active, whether or not a sweep noted it yet. */
export const subscriptionAt = (subscription: Subscription, now: number): Subscription => {
  const { status, trialEndsAtMs } = subscription;
  const isOver = status === 'trialing' && trialEndsAtMs !== null && trialEndsAtMs <= now;
  return isOver ? { plan: 'free', status: 'active', trialEndsAtMs } : subscription;
};

export const seatCap = (subscription: Subscription, now: number): number =>
  SEAT_CAPS[subscriptionAt(subscription, now).plan];
