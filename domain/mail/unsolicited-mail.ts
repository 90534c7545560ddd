import { type Subscription, subscriptionAt } from '../billing/plan.ts';

/**
 * Mails of bookings to people who proved by no code that they want them. A host's words reach any address that way: these
 * caps keep a workspace from being a free relay (decision 0061).
 */

/** To one address, of all workspaces together. */
export const UNSOLICITED_PER_ADDRESS_AND_DAY = 10;

const UNPAID_PER_DAY = 100;
const PAID_PER_DAY = 1_000;

/** Of one workspace. Those that its own side causes and those that strangers cause count apart, each up to this. */
export function unsolicitedPerDay(subscription: Subscription, now: number): number {
  const { plan, status } = subscriptionAt(subscription, now);
  return plan !== 'free' && (status === 'active' || status === 'past_due') ? PAID_PER_DAY : UNPAID_PER_DAY;
}
