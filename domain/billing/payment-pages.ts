import type { WebhookCheck } from './remote-billing.ts';

export type PortalOutcome =
  | { readonly url: string }
  | { readonly failed: 'away' }
  | { readonly failed: 'refused'; readonly code: string };

/** What the API itself asks of the payment provider; flows do the rest. */
export interface PaymentPages {
  /** The page with card, invoices and the end of subscriptions. */
  openPortal(portal: { readonly customerId: string; readonly returnUrl: string }): Promise<PortalOutcome>;
  /** Checks a webhook's signature, age, mode and account. */
  checkWebhook(rawBody: Buffer, signatureHeader: string | undefined, now: number): Promise<WebhookCheck>;
}
