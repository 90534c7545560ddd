import { type Subscription, subscriptionAt } from '../billing/plan.ts';

/**
 * Booking mails to people who proved no address by a code. They carry a host's words to any address: these
 * caps keep a workspace from being a free relay (decision 0061).
 */

/** To one address, from all workspaces. */
export const UNSOLICITED_PER_ADDRESS_AND_DAY = 10;

const UNPAID_PER_DAY = 100;
const PAID_PER_DAY = 1_000;

/** For one workspace. Mails caused by its own side and by strangers count apart, each up to this. */
export function unsolicitedPerDay(subscription: Subscription, now: number): number {
  const { plan, status } = subscriptionAt(subscription, now);
  return plan !== 'free' && (status === 'active' || status === 'past_due') ? PAID_PER_DAY : UNPAID_PER_DAY;
}
