import type { World } from './call.ts';
import { requirePrice } from './catalog.ts';
import { collect } from './invoices.ts';
import { requireCustomer } from './known-customers.ts';
import { buy, periodInvoice } from './paying.ts';
import { newSubscription } from './subscriptions.ts';
import type { PaymentIntent, Session } from './wire.ts';

/** A person pays an open session by a way that takes days, such as a bank debit: it is complete, and not paid. */
export function paySlowly(world: World, session: Session): Session {
  const made =
    session.mode === 'payment' ? { payment_intent: processing(world, session).id } : subscribe(world, session);
  const complete = world.state.put({ ...session, ...made, status: 'complete' as const, url: null });
  world.events.emit('checkout.session.completed', complete);
  return complete;
}

export const isSlow = ({ status, payment_status }: Session): boolean =>
  status === 'complete' && payment_status === 'unpaid';

function processing({ state }: World, { customer, _price, _quantity }: Session): PaymentIntent {
  const { unit_amount, currency } = requirePrice(state, _price);
  const made: PaymentIntent & Readonly<Record<string, unknown>> = {
    ...({ id: state.newId('pi'), object: 'payment_intent', livemode: false, created: state.seconds() } as const),
    ...{ amount: unit_amount * _quantity, currency, customer, status: 'processing', metadata: {} },
    ...{ amount_capturable: 0, amount_received: 0, capture_method: 'automatic', confirmation_method: 'automatic' },
    ...{ client_secret: null, payment_method_types: ['sepa_debit'], latest_charge: null, payment_method: null },
  };
  return state.put(made);
}

/** Stripe's subscription works while its first money is on its way. */
function subscribe(world: World, session: Session) {
  const { state, events } = world;
  const customer = requireCustomer(state, session.customer ?? '', 'customer');
  const price = requirePrice(state, session._price);
  const made = newSubscription(world, {
    ...{ customer: customer.id, price, quantity: session._quantity, metadata: session._metadata },
  });
  const invoice = periodInvoice(world, made, 'subscription_create');
  events.emit('customer.subscription.created', state.put({ ...made, latest_invoice: invoice.id }));
  return { subscription: made.id, invoice: invoice.id };
}

/** The money of a slow way to pay comes, or will never come: then the session stays complete and unpaid. */
export function settleSlow(world: World, session: Session, hasCome: boolean): Session {
  const { state, events } = world;
  const more =
    session.mode === 'payment' ? settlePayment(world, session, hasCome) : settleFirst(world, session, hasCome);
  if (!hasCome) {
    events.emit('checkout.session.async_payment_failed', session);
    return session;
  }
  const paid = state.put({ ...session, ...more, payment_status: 'paid' as const });
  events.emit('checkout.session.async_payment_succeeded', paid);
  return paid;
}

function settlePayment(world: World, session: Session, hasCome: boolean): object {
  const { state } = world;
  const payment = state.get('payment_intent', session.payment_intent ?? '');
  if (!payment) return {};
  state.put({ ...payment, status: hasCome ? ('succeeded' as const) : ('requires_payment_method' as const) });
  if (!hasCome) return {};
  const customer = requireCustomer(state, session.customer ?? '', 'customer');
  return buy(world, session, customer, requirePrice(state, session._price), payment.id);
}

function settleFirst(world: World, session: Session, hasCome: boolean): object {
  const { state, events } = world;
  const invoice = state.get('invoice', session.invoice ?? '');
  const subscription = state.get('subscription', session.subscription ?? '');
  if (!invoice || !subscription) return {};
  collect(world, invoice, !hasCome);
  if (!hasCome)
    events.emit('customer.subscription.updated', state.put({ ...subscription, status: 'past_due' as const }));
  return {};
}
