import type { PlanItem } from '../../domain/billing/checkout.ts';
import { type CreditGrant, creditMonthOf, type PlanCredits } from '../../domain/billing/credits.ts';
import { PACKS } from '../../domain/billing/packs.ts';
import { capsOfPlan } from '../../domain/billing/plan.ts';
import type { RemoteInvoice, RemoteSubscription } from '../../domain/billing/remote-billing.ts';

interface Paid {
  readonly subscriptions: readonly RemoteSubscription[];
  readonly invoices: readonly RemoteInvoice[];
}

/** One that renews is active at once, and its invoice waits for its money for an hour. An invoice that is not listed any more is old. */
const isPaid = ({ status, latestInvoiceId }: RemoteSubscription, invoices: readonly RemoteInvoice[]): boolean => {
  const latest = invoices.find(({ invoiceId }) => invoiceId === latestInvoiceId);
  return status === 'active' && (latest === undefined || latest.status === 'paid');
};

/** The plan's credits of the month that runs. null: none; a missing payment brings none. */
export function planCredits(
  main: PlanItem | null,
  invoices: readonly RemoteInvoice[],
  now: number,
): PlanCredits | null {
  if (!main || !isPaid(main.subscription, invoices)) return null;
  const { periodStartMs, periodEndMs } = main.item;
  // What is paid for decides: the provider's clock may differ from ours.
  const atMs = Math.min(Math.max(now, periodStartMs), periodEndMs - 1);
  const { creditsPerMonth: amount } = capsOfPlan(main.plan, null);
  return { plan: main.plan, amount, atMs, ...creditMonthOf(main.subscription.createdMs, atMs) };
}

/** The credits of packs that are paid each month. A missing payment brings none. */
export function packCredits({ subscriptions, invoices }: Paid): CreditGrant[] {
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
