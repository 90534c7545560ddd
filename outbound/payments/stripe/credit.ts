import type Stripe from 'stripe';
import type { CreditToGive } from '../payments.ts';
import { all, one } from './client.ts';
import { META } from './facts.ts';

/** Gives a customer credit for the next invoices. An idempotency key lives for a day, so the list is read before. */
export async function giveCredit(stripe: Stripe, { customerId, invoiceId, amount, currency }: CreditToGive) {
  const given = await all((range) => stripe.customers.listBalanceTransactions(customerId, range));
  if (given.some(({ metadata }) => metadata?.[META.invoice] === invoiceId)) return;
  // Below zero: to the customer's credit.
  const params = { amount: -amount, currency, metadata: { [META.invoice]: invoiceId } };
  await one('customer_balance_transaction', () =>
    stripe.customers.createBalanceTransaction(customerId, params, { idempotencyKey: `${invoiceId}/credit` }),
  );
}
