import { z } from 'zod';
import type { Routes } from '../http.ts';
import { route, type World } from './call.ts';
import { EXPAND, RANGE, text } from './encoded.ts';
import { invalid, missing } from './failure.ts';
import { requireListed } from './known-customers.ts';
import { takeMoney } from './money.ts';
import { page, rendered } from './render.ts';
import type { State } from './state.ts';
import type { Customer, Invoice, Price } from './wire.ts';

const List = z.strictObject({
  ...{ ...RANGE, customer: text.optional(), subscription: text.optional() },
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
});

export const invoiceRoutes = (world: World): Routes => [
  route(world, ['GET', '/invoices'], List, ({ customer, subscription, status, ...range }) => {
    requireListed(world.state, customer);
    const found = world.state
      .all('invoice')
      .filter((one) => customer === undefined || one.customer === customer)
      .filter((one) => subscription === undefined || one._subscription === subscription)
      .filter((one) => status === undefined || one.status === status);
    return page(world.state, '/v1/invoices', found, range);
  }),
  route(world, ['GET', '/invoices/:id'], z.strictObject(EXPAND), ({ expand }, { id }) => {
    const found = world.state.get('invoice', id);
    if (!found) throw missing('invoice', id);
    return rendered(world.state, found, expand);
  }),
  route(world, ['POST', '/invoices/:id/void'], z.strictObject(EXPAND), ({ expand }, { id }) => {
    const found = world.state.get('invoice', id);
    if (!found) throw missing('invoice', id);
    if (found.status !== 'open') throw invalid('You can only void open invoices.', undefined, 'invoice_not_editable');
    const ended = world.state.put({ ...found, status: 'void' as const, next_payment_attempt: null });
    world.events.emit('invoice.voided', ended);
    return rendered(world.state, ended, expand);
  }),
];

export interface Line {
  readonly price: Price;
  /** For what is left of a period. */
  readonly isRest?: boolean;
  readonly text: string;
  readonly amount: number;
  readonly quantity: number;
}

export interface Billed {
  readonly customer: Customer;
  readonly subscription: string | null;
  readonly reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'manual';
  readonly currency: string;
  readonly period: { readonly start: number; readonly end: number };
  readonly lines: readonly Line[];
  readonly metadata: object;
}

/** An invoice that waits for its money. What the customer has to its credit is used first. */
export function newInvoice(world: World, billed: Billed): Invoice {
  const { state } = world;
  const { customer, subscription, currency, period } = billed;
  const id = state.newId('in');
  const total = billed.lines.reduce((sum, { amount }) => sum + amount, 0);
  const due = total + customer.balance;
  const ending = Math.min(0, due);
  state.put({ ...(state.get('customer', customer.id) ?? customer), balance: ending });
  const invoice: Invoice & Readonly<Record<string, unknown>> = {
    ...({ id, object: 'invoice', livemode: false, created: state.seconds(), status: 'open' } as const),
    ...{ customer: customer.id, customer_email: customer.email, customer_name: customer.name, currency },
    ...{ number: state.nextNumber(), billing_reason: billed.reason, total, subtotal: total },
    ...{ amount_due: Math.max(0, due), amount_paid: 0, amount_remaining: Math.max(0, due) },
    ...{ starting_balance: customer.balance, ending_balance: ending, attempt_count: 0, attempted: false },
    ...{ next_payment_attempt: null, period_start: period.start, period_end: period.end, metadata: {} },
    ...{ hosted_invoice_url: `${world.url()}/invoices/${id}`, invoice_pdf: `${world.url()}/invoices/${id}` },
    ...{ _subscription: subscription, _payments: [], lines: linesOf(state, id, billed) },
    parent: subscription && {
      ...{ type: 'subscription_details', quote_details: null },
      subscription_details: { subscription, metadata: billed.metadata },
    },
    ...FIXED,
  };
  return state.put(invoice);
}

const FIXED = {
  ...{ amount_overpaid: 0, amount_paid_off_stripe: 0, amount_shipping: 0, auto_advance: false },
  ...{ collection_method: 'charge_automatically', default_tax_rates: [], discounts: [], issuer: { type: 'self' } },
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  ...{ post_payment_credit_notes_amount: 0, pre_payment_credit_notes_amount: 0 },
  status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
};

const linesOf = (state: State, invoice: string, { lines, currency, period, subscription }: Billed): object => ({
  ...{ object: 'list', has_more: false, url: `/v1/invoices/${invoice}/lines` },
  data: lines.map(({ price, isRest = false, text, amount, quantity }, index) => ({
    ...{ id: `il_${invoice.slice(3)}${index}`, object: 'line_item', livemode: false, invoice, description: text },
    ...{ amount, subtotal: amount, currency, quantity, period, subscription, metadata: {} },
    pricing: {
      ...{ type: 'price_details', unit_amount_decimal: String(price.unit_amount) },
      price_details: { price: price.id, product: price.product },
    },
    parent: subscription && {
      ...{ type: 'subscription_item_details', invoice_item_details: null },
      subscription_item_details: {
        ...{ subscription, invoice_item: null },
        subscription_item: state.get('subscription', subscription)?.items.data[0]?.id,
        ...{ proration: isRest, proration_details: { credited_items: null } },
      },
    },
    ...{ discount_amounts: [], discountable: true, discounts: [], taxes: [], pretax_credit_amounts: [] },
  })),
});

/** Days from one try to the next: some come after the two weeks of grace, so that people see what a workspace is like then. */
const RETRY_DAYS = [3, 5, 7, 7];
const DAY_SECONDS = 86_400;

/** Takes an invoice's money now. One that failed for the last time has no next attempt. @param paymentId absent: a new payment */
export function collect(world: World, invoice: Invoice, declines: boolean, paymentId?: string): Invoice {
  const { state, events } = world;
  const { amount_due: amount, currency, customer, attempt_count: tries } = invoice;
  const charge =
    amount > 0 ? takeMoney(world, { customer, amount, currency, metadata: {}, declines, payment: paymentId }) : null;
  if (charge && !charge.paid) {
    const days = RETRY_DAYS[tries];
    const next = days === undefined ? null : state.seconds() + days * DAY_SECONDS;
    const failed = state.put({ ...invoice, attempted: true, attempt_count: tries + 1, next_payment_attempt: next });
    events.emit('invoice.payment_failed', failed);
    return failed;
  }
  const payment = charge && {
    ...{ id: state.newId('inpay'), object: 'invoice_payment', created: state.seconds(), livemode: false },
    ...{
      invoice: invoice.id,
      amount_paid: amount,
      amount_requested: amount,
      currency,
      is_default: true,
      status: 'paid',
    },
    payment: { type: 'payment_intent', payment_intent: charge.payment_intent },
    status_transitions: { canceled_at: null, paid_at: state.seconds() },
  };
  const paid = state.put({
    ...invoice,
    ...{ status: 'paid' as const, attempted: true, attempt_count: tries + 1, next_payment_attempt: null },
    ...{ amount_paid: amount, amount_remaining: 0, _payments: payment ? [payment] : [] },
    status_transitions: { ...FIXED.status_transitions, finalized_at: invoice.created, paid_at: state.seconds() },
  });
  events.emit('invoice.paid', paid);
  return paid;
}
