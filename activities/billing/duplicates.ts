import type { Sql } from 'postgres';
import type { RemoteInvoice } from '../../domain/billing/remote-billing.ts';
import { allowRefund } from '../../store/billing/automatic-refunds.ts';
import { type Payments, PaymentsRefused } from './payments.ts';

interface Duplicate {
  readonly workspaceId: string;
  /** The later of two subscriptions. */
  readonly subscriptionId: string;
  readonly invoices: readonly RemoteInvoice[];
}

interface DuplicateDependencies {
  readonly sql: Sql;
  readonly payments: Payments;
  readonly onPaymentRefused: (workspaceId: string, code: string) => void;
}

/**
 * Paid twice: the money of the later subscription goes back, then it ends; in this order, because what has ended is not looked at again.
 * One that is not paid yet waits for the next look. Beyond the cap of a day nothing goes back by itself: operators look.
 * @throws PaymentsAway
 */
export async function giveBack(
  { sql, payments, onPaymentRefused }: DuplicateDependencies,
  { workspaceId, subscriptionId, invoices }: Duplicate,
): Promise<void> {
  const paid = invoices.flatMap((invoice) =>
    invoice.subscriptionId === subscriptionId && invoice.status === 'paid' ? (invoice.paymentId ?? []) : [],
  );
  if (paid.length === 0) return;
  try {
    for (const paymentId of paid) {
      const answer = await allowRefund(sql, workspaceId, paymentId);
      if (answer !== 'allowed') {
        if (answer === 'withheld now') onPaymentRefused(workspaceId, 'too_many_refunds');
        return;
      }
      await payments.refund({ paymentId, reason: 'duplicate' });
    }
    await payments.cancelNow(subscriptionId);
  } catch (error) {
    if (!(error instanceof PaymentsRefused)) throw error;
    onPaymentRefused(workspaceId, `duplicate ${error.code}`);
  }
}
