import { CHECKOUT_WORDS, planOfWord } from '../../../domain/billing/checkout.ts';
import { listedPrice } from '../../../domain/billing/listed-price.ts';
import { capsOf, capsOfPlan, type Subscription } from '../../../domain/billing/plan.ts';
import { MOST_QUANTITY, PLANS } from '../../../domain/billing/plans.ts';
import type { Purchase } from '../../../domain/billing/prices.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { Input } from '../../../schemas/operation.ts';
import type { checkout } from '../../../schemas/operations/billing/checkout.ts';
import { readSubscriptionFacts, type SubscriptionFacts } from '../../../store/billing/subscriptions.ts';
import { readSubscription } from '../../../store/workspaces/workspace-view.ts';
import type { ActingContext, Handler } from '../../core/handler.ts';
import { nextAfterStart } from './checkout-words.ts';
import { openIntent } from './open-intent.ts';
import { nothingToChange, paymentMissing, subscriptionEnds } from './refusals.ts';
import { returnUrlsOf } from './return-urls.ts';
import { readUsage } from './usage.ts';

type PlanWish = { readonly purchase: Purchase & { readonly kind: 'plan' }; readonly quantity: number };
type StartCheckout = typeof checkout.startCheckout;

const orderOf = ({ plan, interval, quantity }: Input<StartCheckout>): PlanWish => ({
  purchase: { kind: 'plan', plan: planOfWord(plan), interval },
  quantity,
});

/** @throws AppError request.unprocessable (redirect_not_allowed) */
const placesOf = async (context: ActingContext<StartCheckout>, input: Input<StartCheckout>) => ({
  customerEmail: input.customerEmail ?? null,
  ...(await returnUrlsOf(context, input)),
  metadata: input.metadata ?? {},
});

/**
 * A smaller plan than the one that is used would refuse all further additions at once: who chooses it is told what must go first. All
 * members are paid for, even those whom an ended trial left.
 * @throws AppError resource.conflict (over_cap)
 */
async function requireFits(
  { sql, actor, now }: ActingContext<StartCheckout>,
  { purchase: { plan }, quantity }: PlanWish,
  subscription: Subscription,
): Promise<void> {
  const [present, next] = [capsOf(subscription, now), capsOfPlan(plan, quantity)];
  const over = (await readUsage(sql, actor.workspaceId)).flatMap(({ feature, used }) => {
    const cap = next[feature];
    const isSmaller = cap !== null && (feature === 'members' || cap < (present[feature] ?? Number.POSITIVE_INFINITY));
    return isSmaller && used > cap ? [{ feature, used, cap }] : [];
  });
  if (over.length === 0) return;
  const list = over
    .map(({ feature, used, cap }) => `${feature}: ${used} are there, ${cap} would be allowed`)
    .join('; ');
  const needed = over.find(({ feature }) => feature === 'members')?.used;
  throw new AppError(
    'resource.conflict',
    `${PLANS[plan].name} for ${quantity} is smaller than what is used (${list}). ${waysToFit(needed)}`,
    { reason: 'over_cap', over, ...(needed !== undefined && { needed }) },
  );
}

/** @param needed members to pay for; undefined: their number fits, another cap does not */
function waysToFit(needed: number | undefined): string {
  if (needed === undefined) return 'Remove what is too much, or choose a larger plan.';
  if (needed > MOST_QUANTITY)
    return `At most ${MOST_QUANTITY} members are paid online: remove some, or ask the operators for a larger plan.`;
  return `Pay for all members (quantity: ${needed}), or remove what is too much.`;
}

/** @throws AppError resource.conflict (payment_missing, subscription_ends, nothing_to_change) */
function requireChange(
  { purchase, quantity }: PlanWish,
  { plan, seats }: Subscription,
  facts: SubscriptionFacts,
): void {
  if (facts.pastDueSince !== null) throw paymentMissing();
  if (facts.cancelAtPeriodEnd) throw subscriptionEnds();
  if (purchase.plan === plan && purchase.interval === facts.interval && quantity === seats) throw nothingToChange();
}

export const startCheckout: Handler<StartCheckout> = async (context, input) => {
  const places = await placesOf(context, input);
  const { sql, actor } = context;
  const [subscription, facts] = await Promise.all([
    readSubscription(sql, actor.workspaceId),
    readSubscriptionFacts(sql, actor.workspaceId),
  ]);
  const wish = { ...places, ...orderOf(input) };
  if (facts) requireChange(wish, subscription, facts);
  await requireFits(context, wish, subscription);
  const opened = await openIntent(context, wish);
  return {
    intentId: opened.id,
    status: 'pending',
    url: opened.url,
    expiresAt: opened.expiresAt.toISOString(),
    plan: CHECKOUT_WORDS[wish.purchase.plan],
    interval: wish.purchase.interval,
    quantity: opened.quantity,
    ...listedPrice(opened.purchase, opened.quantity),
    message: nextAfterStart(opened),
    receiptsTo: opened.receiptsTo,
  };
};
