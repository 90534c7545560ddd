import { z } from 'zod';
import type { Routes } from '../http.ts';
import { route, type World } from './call.ts';
import { bool, EXPAND, RANGE, text } from './encoded.ts';
import { missing } from './failure.ts';
import { requireListed } from './known-customers.ts';
import { page, rendered } from './render.ts';
import type { Item, Metadata, Price, Subscription } from './wire.ts';

const List = z.strictObject({
  ...{ ...RANGE, customer: text.optional(), price: text.optional() },
  status: z
    .enum(['active', 'past_due', 'canceled', 'all', 'ended', 'trialing', 'unpaid', 'incomplete', 'paused'])
    .optional(),
});
const Cancel = z.strictObject({
  ...{ invoice_now: bool.optional(), prorate: bool.optional(), ...EXPAND },
  cancellation_details: z.strictObject({ comment: text.optional() }).optional(),
});

export const subscriptionRoutes = (world: World): Routes => [
  route(world, ['GET', '/subscriptions'], List, ({ customer, status, price: _, ...range }) => {
    requireListed(world.state, customer);
    const found = world.state
      .all('subscription')
      .filter((one) => customer === undefined || one.customer === customer)
      .filter((one) => status === 'all' || (status === undefined ? one.status !== 'canceled' : one.status === status));
    return page(world.state, '/v1/subscriptions', found, range);
  }),
  route(world, ['GET', '/subscriptions/:id'], z.strictObject(EXPAND), ({ expand }, { id }) =>
    rendered(world.state, requireSubscription(world, id), expand),
  ),
  route(world, ['DELETE', '/subscriptions/:id'], Cancel, ({ cancellation_details: details }, { id }) => {
    const found = requireSubscription(world, id);
    // Stripe no longer finds one that has ended.
    if (found.status === 'canceled') throw missing('subscription', id);
    return rendered(world.state, endNow(world, found, details?.comment));
  }),
];

/** @throws StripeFailure */
export function requireSubscription({ state }: World, id: string, param = 'id'): Subscription {
  const found = state.get('subscription', id);
  if (!found) throw missing('subscription', id, param);
  return found;
}

/** Months and years of the calendar: the day stays, or is the month's last. */
export function later(seconds: number, interval: 'month' | 'year', anchor: number): number {
  const [from, first] = [new Date(seconds * 1_000), new Date(anchor * 1_000)];
  const months = from.getUTCMonth() + (interval === 'year' ? 12 : 1);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const day = Math.min(first.getUTCDate(), lastDay);
  const time = (seconds % 86_400) * 1_000;
  return (Date.UTC(from.getUTCFullYear(), months, day) + time) / 1_000;
}

export interface ToSubscribe {
  readonly customer: string;
  readonly price: Price;
  readonly quantity: number;
  readonly metadata: Metadata;
}

export function newSubscription({ state }: World, { customer, price, quantity, metadata }: ToSubscribe): Subscription {
  const start = state.seconds();
  const id = state.newId('sub');
  const item: Item & Readonly<Record<string, unknown>> = {
    ...({ id: state.newId('si'), object: 'subscription_item', created: start, metadata: {}, discounts: [] } as const),
    ...{ price, quantity, subscription: id, tax_rates: [] },
    ...{ current_period_start: start, current_period_end: later(start, price.recurring?.interval ?? 'month', start) },
  };
  return state.put({
    ...({ id, object: 'subscription', livemode: false, created: start, status: 'active', customer, metadata } as const),
    ...{ billing_cycle_anchor: start, start_date: start, currency: price.currency, latest_invoice: null },
    ...{ cancel_at_period_end: false, cancel_at: null, canceled_at: null, ended_at: null, discounts: [] },
    cancellation_details: { comment: null, feedback: null, reason: null },
    ...{ collection_method: 'charge_automatically', billing_mode: { type: 'flexible', flexible: null } },
    automatic_tax: { enabled: false, liability: null, disabled_reason: null },
    ...{ billing_schedules: [], invoice_settings: { account_tax_ids: null, issuer: { type: 'self' } }, schedule: null },
    items: { object: 'list', data: [item], has_more: false, url: `/v1/subscription_items?subscription=${id}` },
  });
}

/** The one item that our subscriptions have. */
export function itemOf({ items }: Subscription): Item {
  const [item] = items.data;
  if (!item) throw new Error('a subscription without items');
  return item;
}

export const withItem = (subscription: Subscription, changes: Partial<Item>): Subscription => ({
  ...subscription,
  items: { ...subscription.items, data: [{ ...itemOf(subscription), ...changes }] },
});

/** Its end, without money back. Invoices that are open stay open, and their money is not tried again. */
export function endNow({ state, events }: World, subscription: Subscription, comment?: string): Subscription {
  for (const invoice of state.all('invoice'))
    if (invoice._subscription === subscription.id && invoice.next_payment_attempt !== null)
      state.put({ ...invoice, next_payment_attempt: null });
  const ended = state.put({
    ...subscription,
    ...{
      status: 'canceled' as const,
      ended_at: state.seconds(),
      canceled_at: subscription.canceled_at ?? state.seconds(),
      cancellation_details: { comment: comment ?? null, feedback: null, reason: 'cancellation_requested' },
    },
  });
  events.emit('customer.subscription.deleted', ended);
  return ended;
}

export function cancelAtPeriodEnd(
  { state, events }: World,
  subscription: Subscription,
  isWanted: boolean,
): Subscription {
  const changed = state.put({
    ...subscription,
    // Flexible billing: `cancel_at_period_end` stays false.
    canceled_at: isWanted ? state.seconds() : null,
    cancel_at: isWanted ? itemOf(subscription).current_period_end : null,
  });
  events.emit('customer.subscription.updated', changed);
  return changed;
}
