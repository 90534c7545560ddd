import type { PaymentPages, PortalBuyer } from '../../domain/billing/payment-pages.ts';
import type { PaymentsAccount } from '../../domain/billing/payments-account.ts';
import { isMissing, type Payments, PaymentsAway, PaymentsRefused } from './payments.ts';

/** A person waits for the page; the call ends after 2.6 s and would then blame the database. */
const LIMITS = { timeoutMs: 2_000, retries: 0 } as const;

/** The provider's library is loaded by the first call: an API that sells nothing never loads it. */
export const createPaymentPages = (account: PaymentsAccount): PaymentPages => ({
  openPortal: async (buyer, returnUrl) => {
    const { stripePayments } = await import('./stripe/payments.ts');
    try {
      return await portalOf(stripePayments(account, LIMITS), buyer, returnUrl);
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

/** @throws PaymentsAway, PaymentsRefused */
async function portalOf(payments: Payments, buyer: PortalBuyer, returnUrl: string) {
  const open = async (customerId: string) => ({
    ...(await payments.openPortal({ customerId, returnUrl })),
    customerId,
  });
  const { customerId, isPaying } = buyer;
  if (customerId === null) return open((await payments.customerOf(buyer)).customerId);
  return open(customerId).catch(async (error: unknown) => {
    const isGone = isMissing(error) && !isPaying && (await payments.readCustomer(customerId)) === null;
    if (!isGone) throw error;
    return open((await payments.customerOf({ ...buyer, instead: customerId })).customerId);
  });
}
