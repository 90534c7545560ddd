import type { Purchase } from './prices.ts';

/** What the payment provider says, in our words. Times are instants in milliseconds, amounts are in the currency's smallest unit. */
export type RemoteSubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'canceled'
  | 'unpaid'
  | 'paused';

/** `paid_twice`: another one was paid already. `never_paid`: its first payment failed. */
export type GivenUp = 'paid_twice' | 'never_paid';

/** States of a subscription that is over. */
export const OVER: ReadonlySet<RemoteSubscriptionStatus> = new Set(['canceled', 'incomplete_expired']);

export interface RemoteSubscriptionItem {
  readonly itemId: string;
  readonly priceId: string;
  /** null: a price that is none of ours. */
  readonly priceKey: string | null;
  readonly purchase: Purchase | null;
  readonly quantity: number;
  /** Of one member, or of one pack. null: the price depends on how many. */
  readonly unitAmount: number | null;
  readonly currency: string;
  readonly periodStartMs: number;
  readonly periodEndMs: number;
}

export interface RemoteSubscription {
  readonly subscriptionId: string;
  readonly customerId: string;
  readonly status: RemoteSubscriptionStatus;
  readonly createdMs: number;
  readonly cancelAtPeriodEnd: boolean;
  readonly endedMs: number | null;
  /** Why we ended it: all of its money goes back. null: we did not. */
  readonly givenUp: GivenUp | null;
  readonly latestInvoiceId: string | null;
  /** The checkout that began it. */
  readonly intentId: string | null;
  readonly items: readonly RemoteSubscriptionItem[];
}

export interface RemoteCustomer {
  readonly customerId: string;
  /** Whose it was made for. null: it was not made by us. */
  readonly workspaceId: string | null;
  readonly email: string | null;
}

/** What an invoice charges. What it takes off, such as the rest of a plan that was left, is no line of these. */
export interface InvoiceLine {
  /** null: a price that is none of ours, or none. */
  readonly purchase: Purchase | null;
  /** Members of a plan; packs. */
  readonly quantity: number;
  /** For what is left of a period, after a change. */
  readonly isRest: boolean;
  /** In the provider's own words. */
  readonly text: string | null;
}

export interface RemoteInvoice {
  readonly invoiceId: string;
  readonly number: string | null;
  readonly status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  readonly createdMs: number;
  readonly paidMs: number | null;
  readonly currency: string;
  readonly total: number;
  readonly amountPaid: number;
  readonly amountDue: number;
  /** Of the subscription that it belongs to. null: paid once. */
  readonly subscriptionId: string | null;
  /** When the period begins that it is for. null: it has no lines. */
  readonly periodStartMs: number | null;
  /** What a refund takes. null: nothing was charged. */
  readonly paymentId: string | null;
  readonly hostedUrl: string | null;
  readonly pdfUrl: string | null;
  readonly lines: readonly InvoiceLine[];
}

/** Money that was taken from a card, or given back. */
export interface RemotePayment {
  readonly chargeId: string;
  readonly paymentId: string | null;
  readonly createdMs: number;
  readonly currency: string;
  readonly isPaid: boolean;
  readonly amount: number;
  readonly amountRefunded: number;
  /** Of disputes that are open or lost: the bank has this money. */
  readonly amountDisputed: number;
  /** The bank has not decided yet. */
  readonly isDisputeOpen: boolean;
  /** The bank decided for the card's owner. */
  readonly isDisputeLost: boolean;
}

/** The payment page that was opened for a checkout intent. */
export interface RemoteCheckout {
  readonly sessionId: string;
  readonly intentId: string | null;
  readonly customerId: string | null;
  readonly status: 'open' | 'complete' | 'expired';
  /** A complete one may still wait for its money: some ways to pay take days. */
  readonly isPaid: boolean;
  /** It is complete, and its money will not come: the slow way to pay has failed. */
  readonly hasFailed: boolean;
  /** null: it can't be paid any more. */
  readonly url: string | null;
  readonly expiresMs: number;
  readonly subscriptionId: string | null;
  readonly invoiceId: string | null;
  readonly paymentId: string | null;
}

/** What was bought at a payment page. */
export interface RemoteSale extends RemoteCheckout {
  readonly items: readonly { readonly purchase: Purchase | null; readonly quantity: number }[];
}

/** "Look at this object": all that is kept of a webhook. */
export interface PaymentNews {
  readonly eventId: string;
  /** Such as `invoice.paid`. */
  readonly type: string;
  readonly createdMs: number;
  readonly objectId: string;
  /** Such as `invoice`. */
  readonly objectType: string;
  readonly customerId: string | null;
  /** What a dispute is about: it names no customer. null: the object names none. */
  readonly paymentId: string | null;
  readonly livemode: boolean;
}

/** Disputes and refunds name no customer: the provider knows whose their charge is. */
export const isNameless = ({ customerId, objectType }: Pick<PaymentNews, 'customerId' | 'objectType'>): boolean =>
  customerId === null && (objectType === 'dispute' || objectType === 'refund');

/** `reason`: for the log. */
export type WebhookCheck =
  | { readonly news: PaymentNews }
  | { readonly refused: 'no_signature' | 'bad_signature' | 'too_old' | 'other_mode' | 'other_account' | 'bad_body' };
