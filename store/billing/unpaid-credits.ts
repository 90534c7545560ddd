import { unpaidCredits } from '../../domain/billing/credits.ts';
import type { RemotePayment } from '../../domain/billing/remote-billing.ts';
import type { Transaction } from '../database.ts';
import { enter } from './credit-entries.ts';

/**
 * Takes back credits whose payment was refunded or is disputed, as far as they are not spent; gives them back once they are paid after all.
 * Safe to repeat. The caller has locked the workspace's row. Payments that bought no lot do nothing.
 */
export async function settlePayments(
  tx: Transaction,
  workspaceId: string,
  payments: readonly RemotePayment[],
): Promise<void> {
  const byId = new Map(payments.flatMap((one) => (one.isPaid && one.paymentId ? [[one.paymentId, one] as const] : [])));
  if (byId.size === 0) return;
  const lots = await tx<{ id: string; amount: number; unpaid: number; paymentId: string }[]>`
    select id, amount, unpaid, payment_id as "paymentId" from credit_grants
    where workspace_id = ${workspaceId} and payment_id = any(${[...byId.keys()]}) order by id`;
  for (const { id, amount, unpaid, paymentId } of lots) {
    const payment = byId.get(paymentId);
    const now = payment ? unpaidCredits(amount, payment) : unpaid;
    if (now === unpaid) continue;
    // What was taken before is settled again: it can't be more than what is unpaid.
    await settleUnpaid(tx, { workspaceId, grantId: id, unpaid: now });
  }
}

interface ToSettle {
  readonly workspaceId: string;
  readonly grantId: string;
  /** Absent: as it was. */
  readonly unpaid?: number;
}

/** Takes what is unpaid from what is left of a lot, or gives back what was taken too much. */
export async function settleUnpaid(tx: Transaction, { workspaceId, grantId, unpaid }: ToSettle): Promise<void> {
  const [lot] = await tx<{ remaining: number; unpaid: number; taken: number }[]>`
    select remaining, unpaid, taken from credit_grants where id = ${grantId} for update`;
  if (!lot) return;
  const owed = unpaid ?? lot.unpaid;
  const taken = Math.min(owed, lot.remaining + lot.taken);
  const change = lot.taken - taken;
  if (change === 0 && owed === lot.unpaid) return;
  await tx`
    update credit_grants set unpaid = ${owed}, taken = ${taken}, remaining = remaining + ${change} where id = ${grantId}`;
  if (change === 0) return;
  const kind = change < 0 ? 'taken_back' : 'restored';
  await enter(tx, { workspaceId, grantId, kind, amount: change, subject: null });
}
