import type { BillingInterval, PaidPlan, Purchase } from '../../domain/billing/prices.ts';
import type {
  GivenUp,
  PaymentNews,
  RemoteCheckout,
  RemoteCustomer,
  RemoteInvoice,
  RemotePayment,
  RemoteSale,
  RemoteSubscription,
} from '../../domain/billing/remote-billing.ts';

export interface CheckoutToOpen {
  /** Names the checkout everywhere: a second call with the same one answers with the first session. */
  readonly intentId: string;
  readonly workspaceId: string;
  readonly customerId: string;
  readonly purchase: Purchase;
  /** Members of a plan; 1 for packs. */
  readonly quantity: number;
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** 30 minutes to 24 hours from now. The same in each try: it is part of what is compared. */
  readonly expiresMs: number;
  /** The buyer's own, within Stripe's limits. */
  readonly metadata: Readonly<Record<string, string>>;
}

export interface CustomerToMake {
  readonly workspaceId: string;
  readonly name: string;
  readonly email: string;
  /** The customer that it had, and that is gone: this is another one. */
  readonly instead?: string;
}

export interface OpenedCheckout {
  readonly sessionId: string;
  readonly url: string;
  readonly expiresMs: number;
  readonly priceId: string;
}

export interface PlanChange {
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly itemId: string;
  readonly plan: PaidPlan;
  readonly interval: BillingInterval;
  readonly quantity: number;
  /** Where the page leads once the change is confirmed. */
  readonly doneUrl: string;
  /** Where it leads back to without a change. */
  readonly backUrl: string;
}

/** What an object of a webhook says when it is read. `null` of a customer: it belongs to none. */
export interface Looked {
  readonly customerId: string | null;
  /** Of a payment page alone. */
  readonly checkout: RemoteCheckout | null;
}

export interface CreditToGive {
  readonly customerId: string;
  readonly invoiceId: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
}

/**
 * The payment provider, in our words. Every call throws `PaymentsAway` (try again) or `PaymentsRefused` (never by itself), and nothing
 * else.
 */
export interface Payments {
  /** Creates the customer of a workspace, or finds the one that an earlier try created, and gives it this name and address. */
  customerOf(workspace: CustomerToMake): Promise<{ readonly customerId: string }>;
  /** null: it was deleted, or never was in this account. */
  readCustomer(customerId: string): Promise<RemoteCustomer | null>;
  /** The customer that was made for a workspace. null: there is none. */
  findCustomer(workspaceId: string): Promise<RemoteCustomer | null>;
  /** Where receipts go now. null: the customer is gone, or has no address. */
  receiptsEmailOf(customerId: string): Promise<string | null>;
  /** Receipts go there from now on. */
  setReceiptsEmail(customerId: string, email: string): Promise<void>;
  /** Opens the page on which a person pays. */
  openCheckout(checkout: CheckoutToOpen): Promise<OpenedCheckout>;
  /** null: there is none. */
  readCheckout(sessionId: string): Promise<RemoteCheckout | null>;
  /** The same, with what was bought. */
  readSale(sessionId: string): Promise<RemoteSale | null>;
  /** Ends an open page, so that nobody can pay it. One that is paid or expired stays as it is: read the answer. */
  expireCheckout(sessionId: string): Promise<RemoteCheckout>;
  /** The page with invoices, card, VAT number, address and the end of subscriptions. It can't change a plan: `openPlanChange` can. */
  openPortal(portal: { readonly customerId: string; readonly returnUrl: string }): Promise<{ readonly url: string }>;
  /** The page on which a person confirms another plan or quantity. */
  openPlanChange(change: PlanChange): Promise<{ readonly url: string; readonly priceId: string }>;
  /** null: there is none in this account. */
  readSubscription(subscriptionId: string): Promise<RemoteSubscription | null>;
  /** In every state, the newest first. */
  listSubscriptions(customerId: string): Promise<RemoteSubscription[]>;
  /** The newest first. @param limit at most so many */
  listInvoices(customerId: string, limit?: number): Promise<RemoteInvoice[]>;
  /** The newest first: shows refunds and disputes. */
  listPayments(customerId: string): Promise<RemotePayment[]>;
  /** Ends it now, without money back. One that has ended is fine. @param why a mark for later looks: `givenUp` */
  cancelNow(subscriptionId: string, why?: GivenUp): Promise<void>;
  /** Ends an open invoice, so that nobody can pay it. One that was paid or ended meanwhile is fine. */
  voidInvoice(invoiceId: string): Promise<void>;
  /** Gives credit for the next invoices, once for each invoice that it comes from. */
  giveCredit(credit: CreditToGive): Promise<void>;
  /** Gives all of it back. Done already is fine. */
  refund(refund: { readonly paymentId: string; readonly reason: 'duplicate' | 'requested_by_customer' }): Promise<void>;
  /** What happened from an instant (at most 30 days ago) until another one, the oldest first. `isAll` false: more than can be listed at once. */
  listNews(sinceMs: number, untilMs: number): Promise<{ readonly news: PaymentNews[]; readonly isAll: boolean }>;
  /** Reads the object of a webhook. null: it is not there, or of a kind that we do not follow. */
  look(hint: Pick<PaymentNews, 'objectType' | 'objectId'>): Promise<Looked | null>;
}

/** Away, slow, 5xx or 429. */
export class PaymentsAway extends Error {
  override readonly name = 'PaymentsAway';
  /** How long the provider wants no calls. */
  readonly retryAfterMs: number | null;

  /** @param detail its HTTP status and stable word, for the log */
  constructor(detail: string, retryAfterMs: number | null = null) {
    super(`the payment provider is away (${detail})`);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Any other refusal. The message is ours: no text of the provider, no key, no address. */
export class PaymentsRefused extends Error {
  override readonly name = 'PaymentsRefused';
  /** The provider's stable word: `resource_missing`, `idempotency_error`, `price_missing` … */
  readonly code: string;

  constructor(code: string, words: string) {
    super(`${words} (${code})`);
    this.code = code;
  }
}

/** The provider knows no such object: it is gone, or of another account. */
export const isMissing = (error: unknown): boolean =>
  error instanceof PaymentsRefused && error.code === 'resource_missing';
