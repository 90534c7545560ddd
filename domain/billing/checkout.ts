import type { Plan } from '../../schemas/shapes/plan.ts';
import type { BillingInterval, PaidPlan, Purchase } from './prices.ts';
import type { RemoteSubscription, RemoteSubscriptionItem } from './remote-billing.ts';

export type CheckoutEnd = 'completed' | 'expired' | 'canceled';

/** Where a checkout stands. Ids and times only: it is history in Temporal. */
export type CheckoutStanding =
  | { readonly stage: 'pending'; readonly workspaceId: string | null; readonly waitMs: number }
  | { readonly stage: 'over'; readonly workspaceId: string | null; readonly end: CheckoutEnd | 'unknown checkout' };

/** `away`: the payment provider does not answer; `refused`: it never will, and operators must look (`code`); `barred`: what is there bars it. */
export type OpenOutcome =
  | { readonly result: 'opened' | 'over' | 'away' }
  | { readonly result: 'refused'; readonly code: string }
  | { readonly result: 'barred'; readonly why: Barred };

/**
 * `payment_missing`: a change would be credited for time that nobody paid. `pack_runs`: it would be charged twice each month.
 * `special_plan`: a price that is none of ours is paid, and a plan would be paid beside it. `paid_already`: it is paid, and we have just
 * learned of it. `payment_under_way`: its first money is on its way, which can take days.
 */
export type Barred = 'payment_missing' | 'pack_runs' | 'special_plan' | 'paid_already' | 'payment_under_way';

/** A checkout page is open for this long. */
export const CHECKOUT_LIFETIME_MS = 24 * 60 * 60_000;

/** A missing payment locks a workspace after this time. */
export const GRACE_MS = 14 * 24 * 60 * 60_000;

/** What a subscription pays for: a plan, for so many members. */
export interface PlanItem {
  readonly subscription: RemoteSubscription;
  readonly item: RemoteSubscriptionItem;
  readonly plan: PaidPlan;
  readonly interval: BillingInterval;
}

/** States in which a subscription is still to be paid or is paid. */
const LIVE = new Set(['active', 'trialing', 'past_due', 'unpaid']);

/** Whether a pack of credits is paid each month, or is to be paid. */
export const hasLivePacks = (subscriptions: readonly RemoteSubscription[]): boolean =>
  subscriptions.some(
    ({ status, items }) => LIVE.has(status) && items.some(({ purchase }) => purchase?.kind === 'pack'),
  );

/**
 * Subscriptions to a plan that live, the oldest first.
 * @param subscriptions the newest first: their times are whole seconds, so the order tells two of one second apart
 */
export const livePlans = (subscriptions: readonly RemoteSubscription[]): PlanItem[] =>
  subscriptions
    .toReversed()
    .filter(({ status }) => LIVE.has(status))
    .toSorted((left, right) => left.createdMs - right.createdMs)
    .flatMap((subscription) =>
      subscription.items.flatMap((item) =>
        item.purchase?.kind === 'plan'
          ? [{ subscription, item, plan: item.purchase.plan, interval: item.purchase.interval }]
          : [],
      ),
    );

/** The subscription that counts: the one that we know, else the first that was begun. null: none lives. */
export const mainPlan = (live: readonly PlanItem[], known: string | null): PlanItem | null =>
  live.find(({ subscription }) => subscription.subscriptionId === known) ?? live[0] ?? null;

/** Prices of subscriptions that live, have no plan of ours, and pay for something that we do not sell: agreed by hand at the provider. */
export const specialPrices = (subscriptions: readonly RemoteSubscription[]): string[] =>
  subscriptions
    .filter(({ status, items }) => LIVE.has(status) && !items.some(({ purchase }) => purchase?.kind === 'plan'))
    .flatMap(({ items }) => items.flatMap(({ purchase, priceId }) => (purchase === null ? [priceId] : [])));

/** Whether the last payment of a subscription is missing. */
export const isUnpaid = ({ status }: Pick<RemoteSubscription, 'status'>): boolean =>
  status === 'past_due' || status === 'unpaid';

/** What bars a purchase beside what a customer has. null: nothing. */
export function barredBy(purchase: Purchase, subscriptions: readonly RemoteSubscription[]): Barred | null {
  const living = subscriptions.filter(({ status }) => LIVE.has(status));
  if (purchase.kind === 'plan') return barredPlan(living);
  const runs = ({ items }: RemoteSubscription) =>
    items.some(({ purchase: of }) => of?.kind === 'pack' && of.packId === purchase.packId);
  return living.some(runs) ? 'pack_runs' : null;
}

function barredPlan(living: readonly RemoteSubscription[]): Barred | null {
  const plans = livePlans(living);
  if (plans.some(({ subscription }) => isUnpaid(subscription))) return 'payment_missing';
  return plans.length === 0 && specialPrices(living).length > 0 ? 'special_plan' : null;
}

/** What a workspace has while a payment is missing, or is not. */
export function statusOfSubscription(
  status: RemoteSubscription['status'],
  pastDueSinceMs: number | null,
  now: number,
): 'active' | 'past_due' | 'inactive' {
  if (!isUnpaid({ status })) return 'active';
  return now - (pastDueSinceMs ?? now) >= GRACE_MS ? 'inactive' : 'past_due';
}

/** The words of the spec for plans of a checkout: starter is solo, growth is pro (contract.md). */
export const CHECKOUT_WORDS = { starter: 'solo', plus: 'plus', growth: 'pro' } as const satisfies Readonly<
  Record<PaidPlan, string>
>;

/** Both kinds of words are understood. */
export const planOfWord = (word: Exclude<Plan, 'free'> | 'solo' | 'pro'): PaidPlan => {
  if (word === 'solo') return 'starter';
  return word === 'pro' ? 'growth' : word;
};
