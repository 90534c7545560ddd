import type { World } from './call.ts';
import { requirePrice } from './catalog.ts';
import { collect, newInvoice } from './invoices.ts';
import { requireCustomer } from './known-customers.ts';
import { takeMoney } from './money.ts';
import { itemOf, later, newSubscription, withItem } from './subscriptions.ts';
import type { Customer, Invoice, Price, Session, Subscription } from './wire.ts';

/** A person pays an open session. */
export function pay(world: World, session: Session): Session {
  const { state, events } = world;
  const customer = requireCustomer(state, session.customer ?? '', 'customer');
  const price = requirePrice(state, session._price);
  const made =
    session.mode === 'subscription' ? subscribe(world, session, customer, price) : buy(world, session, customer, price);
  const paid = state.put({
    ...{ ...session, ...made, status: 'complete' as const, payment_status: 'paid' as const, url: null },
  });
  events.emit('checkout.session.completed', paid);
  return paid;
}

/** The card says no: the session stays open. */
export function decline(world: World, session: Session): void {
  const { unit_amount, currency } = requirePrice(world.state, session._price);
  const amount = unit_amount * session._quantity;
  takeMoney(world, { customer: session.customer, amount, currency, metadata: {}, declines: true });
}

function subscribe(world: World, session: Session, customer: Customer, price: Price) {
  const subscription = newSubscription(world, {
    ...{ customer: customer.id, price, quantity: session._quantity, metadata: session._metadata },
  });
  const invoice = collect(world, periodInvoice(world, subscription, 'subscription_create'), false);
  world.state.put({
    ...customer,
    balance: world.state.get('customer', customer.id)?.balance ?? 0,
    _cardDeclines: false,
  });
  const active = world.state.put({ ...subscription, latest_invoice: invoice.id });
  world.events.emit('customer.subscription.created', active);
  return { subscription: subscription.id, invoice: invoice.id };
}

export function buy(world: World, session: Session, customer: Customer, price: Price, payment?: string) {
  const amount = price.unit_amount * session._quantity;
  if (!session._makesInvoice) {
    const taken = {
      customer: customer.id,
      amount,
      currency: price.currency,
      metadata: session._metadata,
      declines: false,
      payment,
    };
    return { payment_intent: takeMoney(world, taken).payment_intent };
  }
  const now = world.state.seconds();
  const invoice = newInvoice(world, {
    ...{ customer, subscription: null, reason: 'manual', currency: price.currency, metadata: session._metadata },
    ...{
      period: { start: now, end: now },
      lines: [{ price, text: nameOf(world, price), amount, quantity: session._quantity }],
    },
  });
  const paid = collect(world, invoice, false, payment);
  return { invoice: paid.id, payment_intent: paymentOf(world, paid) };
}

const paymentOf = ({ state }: World, { customer }: Invoice): string | null =>
  state.all('charge').find((charge) => charge.customer === customer && charge.paid)?.payment_intent ?? null;

const nameOf = ({ state }: World, { product }: Price): string => state.get('product', product)?.name ?? product;

/** The invoice of a whole period. */
export function periodInvoice(
  world: World,
  subscription: Subscription,
  reason: 'subscription_create' | 'subscription_cycle',
): Invoice {
  const { price, quantity, current_period_start: start, current_period_end: end } = itemOf(subscription);
  return newInvoice(world, {
    ...{ customer: requireCustomer(world.state, subscription.customer), subscription: subscription.id, reason },
    ...{ currency: price.currency, period: { start, end }, metadata: subscription.metadata },
    lines: [{ price, text: nameOf(world, price), amount: price.unit_amount * quantity, quantity }],
  });
}

/**
 * Another price or quantity, at once: what is left of the old one is taken off. Another interval begins a new period.
 * @returns undefined: the card says no, and nothing changes
 */
export function changePlan(
  world: World,
  subscription: Subscription,
  price: Price,
  quantity: number,
): Subscription | undefined {
  const { state, events } = world;
  const old = itemOf(subscription);
  const customer = requireCustomer(state, subscription.customer);
  if (customer._cardDeclines) return undefined;
  const now = state.seconds();
  const isSameInterval = price.recurring?.interval === old.price.recurring?.interval;
  const left = Math.max(0, (old.current_period_end - now) / (old.current_period_end - old.current_period_start));
  const period = isSameInterval
    ? { start: old.current_period_start, end: old.current_period_end }
    : { start: now, end: later(now, price.recurring?.interval ?? 'month', now) };
  const charged = Math.round(price.unit_amount * quantity * (isSameInterval ? left : 1));
  const unused = Math.round(old.price.unit_amount * old.quantity * left);
  const invoice = newInvoice(world, {
    ...{ customer, subscription: subscription.id, reason: 'subscription_update', currency: price.currency, period },
    metadata: subscription.metadata,
    lines: [
      {
        ...{ price: old.price, text: `Unused time on ${nameOf(world, old.price)}`, amount: -unused },
        ...{ quantity: old.quantity, isRest: true },
      },
      { price, text: nameOf(world, price), amount: charged, quantity, isRest: isSameInterval },
    ],
  });
  const paid = collect(world, invoice, false);
  const changed = withItem(
    {
      ...{ ...subscription, latest_invoice: paid.id },
      billing_cycle_anchor: isSameInterval ? subscription.billing_cycle_anchor : now,
    },
    { price, quantity, current_period_start: period.start, current_period_end: period.end },
  );
  events.emit('customer.subscription.updated', state.put(changed));
  return changed;
}
