import type { PlanItem } from '../../domain/billing/checkout.ts';
import type { Transaction } from '../database.ts';
import { endIntent, markPageEnded } from './checkout-intents.ts';

/** The provider's page of a change works for at most an hour after it was opened last, whatever we say meanwhile. */
const PAGE_LIVES = '1 hour';

/**
 * A subscription is as a checkout wants it: that one is completed. One that ended lately too, if the subscription has just changed: its
 * page was confirmed all the same. The caller has locked the workspace's row.
 * @param hasChanged the look that runs saw another plan, interval or number of members than the one before
 */
export async function completeConfirmed(
  tx: Transaction,
  workspaceId: string,
  { subscription, item, plan, interval }: PlanItem,
  hasChanged: boolean,
): Promise<void> {
  const [intent] = await tx<{ id: string; workspaceId: string; sessionId: null }[]>`
    select id, workspace_id as "workspaceId", session_id as "sessionId" from checkout_intents
    where workspace_id = ${workspaceId} and kind = 'plan' and subscription_id = ${subscription.subscriptionId}
      and plan = ${plan} and billing_interval = ${interval} and quantity = ${item.quantity}
      and (status = 'pending' or (${hasChanged} and status in ('canceled', 'expired') and ended_at > clock_timestamp() - ${PAGE_LIVES}::interval))
    order by status = 'pending' desc, created_at desc, id desc limit 1 for update`;
  if (!intent) return;
  await markPageEnded(tx, intent);
  await endIntent(tx, intent, 'completed');
}
