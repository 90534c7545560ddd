import type { WebhookCheck } from './remote-billing.ts';

export interface PortalBuyer {
  readonly workspaceId: string;
  readonly name: string;
  readonly email: string;
  /** null: not known at the payment provider yet. */
  readonly customerId: string | null;
  /** It has a subscription, as far as we know: a customer that is gone is not replaced. */
  readonly isPaying: boolean;
}

export type PortalOutcome =
  | { readonly url: string; readonly customerId: string }
  | { readonly failed: 'away' }
  | { readonly failed: 'refused'; readonly code: string };

/** What the API itself asks of the payment provider; flows do the rest. */
export interface PaymentPages {
  /** The page with card, invoices, VAT number and the end of subscriptions. A workspace that bought nothing yet becomes a customer. */
  openPortal(buyer: PortalBuyer, returnUrl: string): Promise<PortalOutcome>;
  /** Checks a webhook's signature, age, mode and account. */
  checkWebhook(rawBody: Buffer, signatureHeader: string | undefined, now: number): Promise<WebhookCheck>;
}
