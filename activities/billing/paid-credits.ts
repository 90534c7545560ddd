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
}

/** One that renews is active at once, and its invoice waits for its money for an hour. An invoice that is not listed any more is old. */
const isPaid = ({ status, latestInvoiceId }: RemoteSubscription, invoices: readonly RemoteInvoice[]): boolean => {
  const latest = invoices.find(({ invoiceId }) => invoiceId === latestInvoiceId);
  return status === 'active' && (latest === undefined || latest.status === 'paid');
};

/** The credits of the month that runs: of the plan, and of packs that are paid each month. A missing payment brings none. */
export function paidCredits(workspaceId: string, paid: Paid, now: number): CreditGrant[] {
  const { main } = paid;
  const packs = monthlyPacks(paid);
  if (!main || !isPaid(main.subscription, paid.invoices)) return packs;
  const amount = capsOfPlan(main.plan, null).creditsPerMonth;
  if (amount === 0) return packs;
  const { startMs, endMs } = monthOf(main.item, now);
  const key = `plan/${workspaceId}/${startMs}`;
  return [...packs, { source: 'plan', key, amount, expiresMs: endMs, toppedUpFromMs: Math.max(now, startMs) }];
}

function monthlyPacks({ subscriptions, invoices }: Paid): CreditGrant[] {
  const running = subscriptions.filter((one) => isPaid(one, invoices));
  return running.flatMap(({ subscriptionId, items }) =>
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
