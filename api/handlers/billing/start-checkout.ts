import { v7 as uuidv7 } from 'uuid';
import {
  CHECKOUT_LIFETIME_MS,
  CHECKOUT_WORDS,
  type OpenOutcome,
  planOfWord,
} from '../../../domain/billing/checkout.ts';
import { capsOf, capsOfPlan, type Subscription } from '../../../domain/billing/plan.ts';
import { PLANS } from '../../../domain/billing/plans.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { Input } from '../../../schemas/operation.ts';
import type { checkout } from '../../../schemas/operations/billing/checkout.ts';
import { type CheckoutWish, readIntent, storeIntent } from '../../../store/billing/checkout-intents.ts';
import { readSubscription } from '../../../store/workspaces/workspace-view.ts';
import type { ActingContext, Handler } from '../../core/handler.ts';
import { paymentsAway, paymentsMissing, paymentsRefuse } from './refusals.ts';
import { requireReturnUrl } from './return-urls.ts';
import { readUsage } from './usage.ts';

type StartCheckout = typeof checkout.startCheckout;

const wishOf = (context: ActingContext<StartCheckout>, input: Input<StartCheckout>): CheckoutWish => ({
  plan: planOfWord(input.plan),
  interval: input.interval,
  quantity: input.quantity,
  customerEmail: input.customerEmail ?? null,
  successUrl: requireReturnUrl(context, 'successUrl', input.successUrl, '/#plan'),
  cancelUrl: requireReturnUrl(context, 'cancelUrl', input.cancelUrl, '/plans'),
  metadata: input.metadata ?? {},
});

/**
 * A smaller plan than the one that is used would refuse all further additions at once: who chooses it is told what must go first.
 * @throws AppError resource.conflict (over_cap)
 */
async function requireFits(
  { sql, actor, now }: ActingContext<StartCheckout>,
  { plan, quantity }: CheckoutWish,
  subscription: Subscription,
): Promise<void> {
  const [present, next] = [capsOf(subscription, now), capsOfPlan(plan, quantity)];
  const over = (await readUsage(sql, actor.workspaceId)).flatMap(({ feature, used }) => {
    const cap = next[feature];
    const isSmaller = cap !== null && cap < (present[feature] ?? Number.POSITIVE_INFINITY);
    return isSmaller && used > cap ? [{ feature, used, cap }] : [];
  });
  if (over.length === 0) return;
  const list = over
    .map(({ feature, used, cap }) => `${feature}: ${used} are there, ${cap} would be allowed`)
    .join('; ');
  throw new AppError(
    'resource.conflict',
    `${PLANS[plan].name} for ${quantity} is smaller than what is used (${list}). Remove what is too much, pay for more members (quantity), or choose a larger plan.`,
    { reason: 'over_cap', over },
  );
}

/** @throws AppError service.unavailable */
function requireOpened(outcome: OpenOutcome): void {
  if (outcome.result === 'away') throw paymentsAway();
  if (outcome.result === 'refused') throw paymentsRefuse(outcome.code);
}

export const startCheckout: Handler<StartCheckout> = async (context, input) => {
  const { sql, actor, caller, now, flowClient, paymentPages } = context;
  if (paymentPages === null) throw paymentsMissing();
  const { workspaceId } = actor;
  const wish = wishOf(context, input);
  await requireFits(context, wish, await readSubscription(sql, workspaceId));
  const request = { id: uuidv7(), workspaceId, expiresMs: now + CHECKOUT_LIFETIME_MS, wish };
  const { intent, replaced } = await storeIntent(sql, request, { actor, source: caller.source });
  for (const id of replaced) flowClient.signal('checkout', { id, workspaceId }, 'changed');
  requireOpened(await flowClient.update<OpenOutcome>('checkout', { id: intent.id, workspaceId }, 'open'));
  const opened = await readIntent(sql, intent.id);
  if (!opened?.url) throw paymentsAway();
  return {
    intentId: opened.id,
    status: 'pending',
    url: opened.url,
    expiresAt: opened.expiresAt.toISOString(),
    plan: CHECKOUT_WORDS[opened.plan],
    interval: opened.interval,
    quantity: opened.quantity,
  };
};
