import type { Sql } from 'postgres';
import type { Subscription } from '../../../domain/billing/plan.ts';
import { Plan } from '../../../schemas/shapes/plan.ts';

export const HELD_AT = Date.now();
const IN_A_WEEK = HELD_AT + 7 * 86_400_000;

/** Every plan as it is held: paid for seven members, granted by hand, on trial, and a trial that is over. */
export const HELD: Readonly<Record<string, Subscription>> = {
  ...Object.fromEntries(
    Plan.options.map((plan) => [
      plan,
      { plan, status: 'active', trialEndsAtMs: null, seats: plan === 'free' ? null : 7 } satisfies Subscription,
    ]),
  ),
  'growth, granted by hand': { plan: 'growth', status: 'active', trialEndsAtMs: null, seats: null },
  'growth, past due': { plan: 'growth', status: 'past_due', trialEndsAtMs: null, seats: 7 },
  trial: { plan: 'growth', status: 'trialing', trialEndsAtMs: IN_A_WEEK, seats: null },
  'trial, over': { plan: 'growth', status: 'trialing', trialEndsAtMs: HELD_AT - 1_000, seats: null },
};

/** Gives a workspace a plan, as a row. */
export const holdPlan = (
  sql: Sql,
  workspaceId: string,
  { plan, status, trialEndsAtMs, seats }: Subscription,
): PromiseLike<unknown> => sql`
  update workspaces set plan = ${plan}, subscription_status = ${status}, seats = ${seats},
    trial_ends_at = ${trialEndsAtMs === null ? null : new Date(trialEndsAtMs)} where id = ${workspaceId}`;
