import type { Sql } from 'postgres';
import type { RemoteInvoice, RemotePayment, RemoteSubscription } from '../../domain/billing/remote-billing.ts';
import { type Payments, PaymentsRefused } from '../../outbound/payments/payments.ts';
import { allowRefund } from '../../store/billing/automatic-refunds.ts';

interface Seen {
  readonly customerId: string;
  readonly subscriptions: readonly RemoteSubscription[];
  readonly invoices: readonly RemoteInvoice[];
  readonly payments: readonly RemotePayment[];
}

interface Limits {
  /** Hears the provider's word: operators must look. */
  readonly onRefused: (code: string) => void;
  /** Whether what was paid may go back by itself. */
  readonly isAllowed: (id: string) => Promise<boolean>;
}

/** So many a day go back by themselves. Operators are told once of each that is withheld. */
export async function isRefundAllowed(
  sql: Sql,
  workspaceId: string,
  id: string,
  onRefused: Limits['onRefused'],
): Promise<boolean> {
  const answer = await allowRefund(sql, workspaceId, id);
  if (answer === 'withheld now') onRefused('too_many_refunds');
  return answer === 'allowed';
}

/**
 * Two subscriptions to a plan live: the later one ends, and all of its money goes back. It ends first, with a mark, so that nothing more is
 * charged; each later look gives back what is still missing of those with the mark. So it may stop at any point.
 * @param extras ids of those that are one too many now
 * @throws PaymentsAway
 */
export async function giveBackTwice(
  payments: Payments,
  seen: Seen,
  extras: readonly string[],
  { onRefused, isAllowed }: Limits,
): Promise<void> {
  const marked = seen.subscriptions.filter(({ givenUp }) => givenUp !== null).map((one) => one.subscriptionId);
  const twice = new Set([...extras, ...marked]);
  try {
    for (const subscriptionId of extras) await payments.cancelNow(subscriptionId, 'paid_twice');
    for (const invoice of seen.invoices)
      if (invoice.status === 'paid' && invoice.subscriptionId !== null && twice.has(invoice.subscriptionId))
        await giveBack(payments, seen, invoice, isAllowed);
  } catch (error) {
    if (!(error instanceof PaymentsRefused)) throw error;
    onRefused(`duplicate ${error.code}`);
  }
}

/** What the card paid goes back to the card, and what was paid by credit is credit again. */
async function giveBack(
  payments: Payments,
  { customerId, payments: paid }: Seen,
  invoice: RemoteInvoice,
  isAllowed: Limits['isAllowed'],
): Promise<void> {
  const { invoiceId, paymentId, total, amountPaid, currency } = invoice;
  const payment = paid.find((one) => one.paymentId === paymentId && one.isPaid);
  // What the bank has taken back already is no longer ours to give.
  const isBack = payment !== undefined && payment.amountRefunded + payment.amountDisputed >= payment.amount;
  const fromCredit = total - amountPaid;
  const isDue = (paymentId !== null && !isBack) || fromCredit > 0;
  if (!isDue || !(await isAllowed(paymentId ?? invoiceId))) return;
  if (paymentId !== null && !isBack) await payments.refund({ paymentId, reason: 'duplicate' });
  if (fromCredit > 0) await payments.giveCredit({ customerId, invoiceId, amount: fromCredit, currency });
}
