import { packOffers, planOffers } from '../../../domain/billing/offers.ts';
import { capsOf, type Subscription, subscriptionAt, trialLeftMs } from '../../../domain/billing/plan.ts';
import { PLANS } from '../../../domain/billing/plans.ts';
import { DAY_MS } from '../../../domain/time/civil.ts';
import type { Output } from '../../../schemas/operation.ts';
import type { billing } from '../../../schemas/operations/billing/billing.ts';
import { listLots } from '../../../store/billing/credits.ts';
import { readSubscriptionFacts, type SubscriptionFacts } from '../../../store/billing/subscriptions.ts';
import { readSubscription } from '../../../store/workspaces/workspace-view.ts';
import type { Handler } from '../../core/handler.ts';
import { plansUrl } from './plans-url.ts';
import { readUsage } from './usage.ts';

type Answer = Output<typeof billing.getBilling>;

function trialOf(subscription: Subscription, now: number): Answer['trial'] {
  const leftMs = trialLeftMs(subscription, now);
  if (leftMs === null || leftMs === 0) return null;
  return { endsAt: new Date(now + leftMs).toISOString(), daysLeft: Math.ceil(leftMs / DAY_MS) };
}

function messageOf({ plan, status, isDisputed }: Subscription, trial: Answer['trial']): string {
  const { name } = PLANS[plan];
  if (trial) {
    const days = trial.daysLeft === 1 ? 'It ends within a day' : `${trial.daysLeft} days are left`;
    return `A trial of ${name}. ${days}; then the plan is Free. Nothing is deleted, and nothing is paid.`;
  }
  if (status === 'inactive') return `${name} is unpaid: nobody can book until it is paid.`;
  if (status === 'past_due') return `${name}; the last payment failed. All works until the grace period ends.`;
  if (isDisputed)
    return `${name}. A payment of it is disputed at the bank: until the bank decides, no credits come, and no more mails leave than on Free.`;
  return `${name}.`;
}

const toSubscriptionAnswer = (facts: SubscriptionFacts): Answer['subscription'] => ({
  interval: facts.interval,
  periodEnd: facts.periodEnd.toISOString(),
  cancelAtPeriodEnd: facts.cancelAtPeriodEnd,
  pastDueSince: facts.pastDueSince?.toISOString() ?? null,
});

export const getBilling: Handler<typeof billing.getBilling> = async ({ sql, actor, urls, now }) => {
  const [stored, uses, facts, lots] = await Promise.all([
    readSubscription(sql, actor.workspaceId),
    readUsage(sql, actor.workspaceId),
    readSubscriptionFacts(sql, actor.workspaceId),
    listLots(sql, actor.workspaceId),
  ]);
  const subscription = subscriptionAt(stored, now);
  const caps = capsOf(subscription, now);
  const trial = trialOf(subscription, now);
  const usage = uses.map(({ feature, used }) => {
    const cap = caps[feature];
    return { feature, used, cap, left: cap === null ? null : Math.max(cap - used, 0) };
  });
  return {
    plan: subscription.plan,
    planName: PLANS[subscription.plan].name,
    status: subscription.status,
    trial,
    paidMembers: subscription.seats,
    subscription: facts ? toSubscriptionAnswer(facts) : null,
    credits: {
      left: lots.reduce((sum, { remaining }) => sum + remaining, 0),
      nextEndsAt: lots[0]?.expiresAt.toISOString() ?? null,
    },
    usage,
    plans: planOffers(),
    packs: packOffers(),
    plansUrl: plansUrl(urls),
    message: messageOf(subscription, trial),
  };
};
