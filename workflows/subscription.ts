import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { SubscriptionActivities } from '../activities/billing/subscription.ts';
import { flows, paymentsQueue } from './catalogue.ts';
import { showDetails, showState } from './details.ts';
import { followRow, type Look } from './follow-row.ts';
import { mailActivities, mailedOr } from './mail-activities.ts';

/** A payment provider that is away is asked until it answers; the plan stays as it is meanwhile. */
const looking = () =>
  proxyActivities<SubscriptionActivities>({
    taskQueue: paymentsQueue(workflowInfo().taskQueue),
    startToCloseTimeout: '30 seconds',
    retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
  });

/** A mail provider that is away for longer: the look of the next day asks again. */
const { mailSubscription } = mailActivities<SubscriptionActivities>('6 hours', { startToCloseTimeout: '20 seconds' });

/**
 * A workspace's subscription, for as long as there is one. Each look asks the payment provider and makes the plan what is paid: once a
 * day, and when a webhook says that something changed.
 */
export async function subscription({ workspaceId }: { readonly workspaceId: string }): Promise<'ended'> {
  const look = async (): Promise<Look<'ended'>> => {
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof subscription>({ workspaceId });
    const { stage, waitMs, isMailDue, isLookDue } = await looking().lookAtSubscription.executeWithOptions(
      { summary: 'what is paid?' },
      [workspaceId],
    );
    showState(WORDS, stage);
    const words = { summary: 'mail those who pay' };
    if (isMailDue) await mailedOr(undefined, () => mailSubscription.executeWithOptions(words, [workspaceId]));
    return stage === 'none' && !isLookDue
      ? { end: 'ended' }
      : { waitMs, waitsFor: 'waiting for news of the subscription' };
  };
  showDetails('The payment provider is asked what is paid.');
  return followRow(flows.subscription.signals, look, { isReopened: true });
}

const WORDS = {
  active: 'The subscription is paid.',
  past_due: 'A payment is missing. The workspace works until the grace period is over.',
  inactive: 'A payment is missing, and the grace period is over: nobody can book.',
  unknown_price: 'A price is paid that is none of ours: operators must look. The plan stays as it is.',
  account_changed:
    'The payment provider does not know the subscription that we know: another mode or account? The plan stays as it is.',
  not_configured: 'This worker has no key of the payment provider. The plan stays as it is.',
  packs: 'Credits are paid each month. There is no subscription to a plan.',
  refused: 'The payment provider refuses our request: operators must look. The plan stays as it is.',
  none: 'Over: there is no subscription any more.',
} as const;
