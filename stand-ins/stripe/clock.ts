import type { World } from './call.ts';
import { collect } from './invoices.ts';
import { periodInvoice } from './paying.ts';
import { expireNow } from './sessions.ts';
import { endNow, itemOf, later, withItem } from './subscriptions.ts';
import type { Invoice, Subscription } from './wire.ts';

interface Due {
  readonly atSeconds: number;
  readonly happen: () => void;
}

/** What happens by itself, the earliest first. */
function due(world: World): Due | undefined {
  const { state } = world;
  const sessions = state.all('checkout.session').filter(({ status }) => status === 'open');
  const running = state.all('subscription').filter(({ status }) => status !== 'canceled');
  const open = state
    .all('invoice')
    .filter(({ status, next_payment_attempt: next }) => status === 'open' && next !== null);
  const all: Due[] = [
    ...sessions.map((one) => ({ atSeconds: one._expiresBy, happen: () => void expireNow(world, one) })),
    ...running.map((one) => ({ atSeconds: itemOf(one).current_period_end, happen: () => renew(world, one) })),
    ...open.map((one) => ({ atSeconds: one.next_payment_attempt ?? 0, happen: () => tryAgain(world, one) })),
  ];
  return all.sort((one, other) => one.atSeconds - other.atSeconds)[0];
}

/** Lets all happen that is due by now, each at its time. */
export function catchUp(world: World): void {
  const untilMs = world.state.now();
  for (let next = due(world); next && next.atSeconds * 1_000 <= untilMs; next = due(world)) {
    world.state.hold(next.atSeconds * 1_000);
    next.happen();
  }
  world.state.release();
}

/** Moves the clock on. */
export function moveOn(world: World, ms: number): void {
  world.state.skip(ms);
  catchUp(world);
}

/** A period ends: so does the subscription, or the next one is paid, or not. */
function renew(world: World, subscription: Subscription): void {
  const { state, events } = world;
  if (subscription.cancel_at !== null) {
    endNow(world, subscription);
    return;
  }
  const { current_period_end: start, price } = itemOf(subscription);
  const end = later(start, price.recurring?.interval ?? 'month', subscription.billing_cycle_anchor);
  const next = withItem(subscription, { current_period_start: start, current_period_end: end });
  const invoice = collect(
    world,
    periodInvoice(world, next, 'subscription_cycle'),
    declines(world, subscription.customer),
  );
  const status = invoice.status === 'paid' ? subscription.status : ('past_due' as const);
  events.emit('customer.subscription.updated', state.put({ ...next, status, latest_invoice: invoice.id }));
}

/** The money of a failed invoice is tried again; after the last try the subscription ends. */
function tryAgain(world: World, invoice: Invoice): void {
  const { state, events } = world;
  const after = collect(world, invoice, declines(world, invoice.customer));
  const subscription = state.get('subscription', invoice._subscription ?? '');
  if (subscription?.status !== 'past_due') return;
  if (after.status === 'paid')
    events.emit('customer.subscription.updated', state.put({ ...subscription, status: 'active' as const }));
  else if (after.next_payment_attempt === null) endNow(world, subscription);
}

const declines = ({ state }: World, customer: string): boolean =>
  state.get('customer', customer)?._cardDeclines ?? false;
