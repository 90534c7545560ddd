/** Stripe's objects as the API sends them, as far as the stand-in has them. Names that begin with `_` are ours and never sent. */
export interface Wire {
  readonly id: string;
  readonly object: string;
  readonly created: number;
  /** Refunds have none. */
  readonly livemode?: false;
}

export type Metadata = Readonly<Record<string, string>>;

export interface Product extends Wire {
  readonly object: 'product';
  readonly name: string;
  readonly active: boolean;
  readonly metadata: Metadata;
}

export interface Price extends Wire {
  readonly object: 'price';
  readonly active: boolean;
  readonly currency: string;
  readonly unit_amount: number;
  readonly product: string;
  readonly lookup_key: string | null;
  readonly metadata: Metadata;
  readonly recurring: { readonly interval: 'month' | 'year'; readonly interval_count: 1 } | null;
}

export interface Customer extends Wire {
  readonly object: 'customer';
  readonly name: string | null;
  readonly email: string | null;
  /** Below zero: what the customer has to its credit. */
  readonly balance: number;
  readonly metadata: Metadata;
  readonly _cardDeclines: boolean;
  /** Absent in files of older versions. */
  readonly _isDeleted?: boolean;
}

/** What changed a customer's balance by hand. */
export interface BalanceTransaction extends Wire {
  readonly object: 'customer_balance_transaction';
  readonly customer: string;
  readonly amount: number;
}

export interface Session extends Wire {
  readonly object: 'checkout.session';
  readonly mode: 'payment' | 'subscription';
  readonly status: 'open' | 'complete' | 'expired';
  readonly payment_status: 'paid' | 'unpaid';
  readonly customer: string | null;
  readonly client_reference_id: string | null;
  readonly success_url: string;
  readonly cancel_url: string | null;
  readonly expires_at: number;
  readonly url: string | null;
  readonly subscription: string | null;
  readonly invoice: string | null;
  readonly payment_intent: string | null;
  readonly _price: string;
  readonly _quantity: number;
  /** For the subscription or the payment that it makes. */
  readonly _metadata: Metadata;
  readonly _makesInvoice: boolean;
  /** When it expires by the clock that can be moved; `expires_at` is by the real one, as the caller's clock is. */
  readonly _expiresBy: number;
}

/** Of a way to pay that takes days. Those of cards are ids alone. */
export interface PaymentIntent extends Wire {
  readonly object: 'payment_intent';
  readonly status: 'processing' | 'succeeded' | 'requires_payment_method';
  readonly amount: number;
  readonly currency: string;
  readonly customer: string | null;
}

export interface Item {
  readonly id: string;
  readonly object: 'subscription_item';
  readonly price: Price;
  readonly quantity: number;
  readonly current_period_start: number;
  readonly current_period_end: number;
}

export type SubscriptionStatus = 'active' | 'past_due' | 'canceled';

export interface Subscription extends Wire {
  readonly object: 'subscription';
  readonly customer: string;
  readonly status: SubscriptionStatus;
  readonly cancel_at_period_end: boolean;
  readonly cancel_at: number | null;
  readonly canceled_at: number | null;
  readonly ended_at: number | null;
  readonly billing_cycle_anchor: number;
  readonly latest_invoice: string | null;
  readonly cancellation_details: { readonly comment: string | null };
  readonly metadata: Metadata;
  readonly items: { readonly object: 'list'; readonly data: readonly Item[] };
}

export interface Invoice extends Wire {
  readonly object: 'invoice';
  readonly customer: string;
  readonly status: 'open' | 'paid' | 'void';
  readonly number: string;
  readonly currency: string;
  readonly total: number;
  readonly amount_due: number;
  readonly amount_paid: number;
  readonly attempt_count: number;
  readonly next_payment_attempt: number | null;
  readonly _subscription: string | null;
  readonly _payments: readonly object[];
}

export interface Charge extends Wire {
  readonly object: 'charge';
  readonly amount: number;
  readonly amount_refunded: number;
  readonly refunded: boolean;
  readonly disputed: boolean;
  readonly paid: boolean;
  readonly currency: string;
  readonly customer: string | null;
  readonly payment_intent: string;
}

export interface Refund extends Wire {
  readonly object: 'refund';
  readonly amount: number;
  readonly charge: string;
  readonly status: string;
}

export interface Dispute extends Wire {
  readonly object: 'dispute';
  readonly charge: string;
  readonly status: string;
}

export interface PortalConfiguration extends Wire {
  readonly object: 'billing_portal.configuration';
  readonly active: boolean;
  readonly metadata: Metadata;
  readonly features: {
    readonly subscription_update: { readonly enabled: boolean; readonly products: readonly AllowedProduct[] };
    readonly subscription_cancel: { readonly enabled: boolean };
  };
}

export interface AllowedProduct {
  readonly product: string;
  readonly prices: readonly string[];
  readonly adjustable_quantity: { readonly enabled: boolean; readonly minimum: number; readonly maximum: number };
}

export interface PortalSession extends Wire {
  readonly object: 'billing_portal.session';
  readonly customer: string;
  readonly configuration: string;
  readonly return_url: string | null;
  readonly flow: PortalFlow | null;
}

export interface PortalFlow {
  readonly type: 'subscription_update_confirm';
  readonly after_completion: {
    readonly type: string;
    readonly redirect: { readonly return_url: string } | null;
    readonly hosted_confirmation: null;
  };
  readonly subscription_update_confirm: {
    readonly subscription: string;
    readonly items: readonly { readonly id: string; readonly price: string; readonly quantity: number }[];
  };
}

export interface Endpoint extends Wire {
  readonly object: 'webhook_endpoint';
  readonly url: string;
  readonly enabled_events: readonly string[];
  readonly status: 'enabled' | 'disabled';
  readonly _secret: string;
}

export interface Event extends Wire {
  readonly object: 'event';
  readonly type: string;
  readonly data: { readonly object: Readonly<Record<string, unknown>> };
  readonly pending_webhooks: number;
}

export interface Wires {
  readonly product: Product;
  readonly price: Price;
  readonly customer: Customer;
  readonly customer_balance_transaction: BalanceTransaction;
  readonly 'checkout.session': Session;
  readonly payment_intent: PaymentIntent;
  readonly subscription: Subscription;
  readonly invoice: Invoice;
  readonly charge: Charge;
  readonly refund: Refund;
  readonly dispute: Dispute;
  readonly 'billing_portal.configuration': PortalConfiguration;
  readonly 'billing_portal.session': PortalSession;
  readonly webhook_endpoint: Endpoint;
  readonly event: Event;
}
