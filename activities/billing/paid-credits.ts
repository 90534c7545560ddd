import type { PlanItem } from '../../domain/billing/checkout.ts';
import { type CreditGrant, monthOf } from '../../domain/billing/credits.ts';
import { PACKS } from '../../domain/billing/packs.ts';
import { capsOfPlan } from '../../domain/billing/plan.ts';
import type { RemoteInvoice, RemoteSubscription } from '../../domain/billing/remote-billing.ts';

interface Paid {
  /** The subscription that counts. */
  readonly main: PlanItem | null;
  readonly subscriptions: readonly RemoteSubscription[];
  readonly invoices: readonly RemoteInvoice[];
  /** Ids of subscriptions with a payment that the bank has not decided about. */
  readonly disputed: ReadonlySet<string>;
}

const isPaid = ({ status, subscriptionId }: RemoteSubscription, { disputed }: Paid): boolean =>
  status === 'active' && !disputed.has(subscriptionId);

/** The credits of the month that runs: of the plan, and of packs that are paid each month. A missing payment brings none, nor does a disputed one. */
export function paidCredits(workspaceId: string, paid: Paid, now: number): CreditGrant[] {
  const { main } = paid;
  const packs = monthlyPacks(paid);
  if (!main || !isPaid(main.subscription, paid)) return packs;
  const amount = capsOfPlan(main.plan, null).creditsPerMonth;
  if (amount === 0) return packs;
  const { startMs, endMs } = monthOf(main.item, now);
  return [...packs, { source: 'plan', key: `plan/${workspaceId}/${startMs}`, amount, expiresMs: endMs }];
}

function monthlyPacks(paid: Paid): CreditGrant[] {
  const { subscriptions, invoices } = paid;
  return subscriptions
    .filter((one) => isPaid(one, paid))
    .flatMap(({ subscriptionId, items }) =>
      items.flatMap(({ purchase, quantity, periodStartMs, periodEndMs }): CreditGrant[] => {
        if (purchase?.kind !== 'pack') return [];
        const invoice = invoices.find(
          (one) => one.subscriptionId === subscriptionId && one.periodStartMs === periodStartMs,
        );
        return [
          {
            ...{ source: 'pack_subscription', key: `${subscriptionId}/${periodStartMs}` },
            ...{ amount: PACKS[purchase.packId].credits * quantity, expiresMs: periodEndMs },
            paymentId: invoice?.paymentId ?? null,
          },
        ];
      }),
    );
}
