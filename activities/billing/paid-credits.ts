import type { PlanItem } from '../../domain/billing/checkout.ts';
import { type CreditGrant, creditMonthOf, type PlanCredits } from '../../domain/billing/credits.ts';
import { PACKS } from '../../domain/billing/packs.ts';
import { capsOfPlan } from '../../domain/billing/plan.ts';
import type { RemoteInvoice, RemoteSubscription } from '../../domain/billing/remote-billing.ts';

interface Proof {
  readonly invoices: readonly RemoteInvoice[];
  /** Ids of subscriptions with a payment that the bank has not decided about. */
  readonly disputed: ReadonlySet<string>;
}

interface Paid extends Proof {
  readonly subscriptions: readonly RemoteSubscription[];
}

/** One that renews is active at once, and its invoice waits for its money for an hour. An invoice that is not listed any more is old. */
const isPaid = (
  { status, subscriptionId, latestInvoiceId }: RemoteSubscription,
  { invoices, disputed }: Proof,
): boolean => {
  const latest = invoices.find(({ invoiceId }) => invoiceId === latestInvoiceId);
  return status === 'active' && !disputed.has(subscriptionId) && (latest === undefined || latest.status === 'paid');
};

/** The plan's credits of the month that runs. null: none; a missing payment brings none, nor does a disputed one. */
export function planCredits(main: PlanItem | null, proof: Proof, now: number): PlanCredits | null {
  if (!main || !isPaid(main.subscription, proof)) return null;
  const { periodStartMs, periodEndMs } = main.item;
  // What is paid for decides: the provider's clock may differ from ours.
  const atMs = Math.min(Math.max(now, periodStartMs), periodEndMs - 1);
  const { creditsPerMonth: amount } = capsOfPlan(main.plan, null);
  return { plan: main.plan, amount, atMs, ...creditMonthOf(main.subscription.createdMs, atMs) };
}

/** The credits of packs that are paid each month. A missing payment brings none, nor does a disputed one. */
export function packCredits({ subscriptions, invoices, disputed }: Paid): CreditGrant[] {
  const running = subscriptions.filter((one) => isPaid(one, { invoices, disputed }));
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
