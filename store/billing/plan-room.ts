import { capsOf, subscriptionAt } from '../../domain/billing/plan.ts';
import type { GatedFeature, Plan } from '../../schemas/shapes/plan.ts';
import type { Transaction } from '../database.ts';
import { readSubscription } from '../workspaces/workspace-view.ts';

/** A plan has no room for one more. */
export interface OverPlanCap {
  readonly refused: 'over_plan_cap';
  readonly feature: GatedFeature;
  readonly cap: number;
  readonly used: number;
  readonly plan: Plan;
}

/**
 * Whether a plan has room for one more. The caller has locked the row of the workspace before it counted: two calls can't both take the
 * last place.
 * @returns null: there is room
 */
export async function findOverCap(
  tx: Transaction,
  workspaceId: string,
  { feature, used }: { readonly feature: GatedFeature; readonly used: number },
  now: number,
): Promise<OverPlanCap | null> {
  const subscription = await readSubscription(tx, workspaceId);
  const cap = capsOf(subscription, now)[feature];
  if (cap === null || used < cap) return null;
  return { refused: 'over_plan_cap', feature, cap, used, plan: subscriptionAt(subscription, now).plan };
}
