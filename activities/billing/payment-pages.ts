import type { PaymentPages } from '../../domain/billing/payment-pages.ts';
import type { PaymentsAccount } from '../../domain/billing/payments-account.ts';
import { PaymentsAway, PaymentsRefused } from './payments.ts';

/** A person waits for the page. */
const LIMITS = { timeoutMs: 2_500, retries: 0 } as const;

/** The provider's library is loaded by the first call: an API that sells nothing never loads it. */
export const createPaymentPages = (account: PaymentsAccount): PaymentPages => ({
  openPortal: async (buyer, returnUrl) => {
    const { stripePayments } = await import('./stripe/payments.ts');
    try {
      const payments = stripePayments(account, LIMITS);
      const customerId = buyer.customerId ?? (await payments.customerOf(buyer)).customerId;
      return { ...(await payments.openPortal({ customerId, returnUrl })), customerId };
    } catch (error) {
      if (error instanceof PaymentsAway) return { failed: 'away' };
      if (error instanceof PaymentsRefused) return { failed: 'refused', code: error.code };
      throw error;
    }
  },
  checkWebhook: async (rawBody, signatureHeader, now) => {
    const { webhookCheck } = await import('./stripe/webhook.ts');
    return webhookCheck(account)(rawBody, signatureHeader, now);
  },
});
