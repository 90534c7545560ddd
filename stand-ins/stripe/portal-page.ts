import { type Html, html } from '../html.ts';
import { type Answer, type Asked, formOf, type Routes, seeOther } from '../http.ts';
import type { World } from './call.ts';
import { requirePrice } from './catalog.ts';
import { money, shown } from './pay-page.ts';
import { changePlan } from './paying.ts';
import { cancelAtPeriodEnd, endNow, itemOf } from './subscriptions.ts';
import type { PortalConfiguration, PortalFlow, PortalSession, Subscription } from './wire.ts';

/** The pages on which customers look after their subscriptions, or confirm a change. */
export const portalPageRoutes = (world: World): Routes => [
  ['GET', '/portal/:id', (asked) => withSession(world, asked, (session) => show(world, asked, session))],
  ['POST', '/portal/:id', (asked) => withSession(world, asked, (session) => act(world, asked, session))],
];

function withSession({ state }: World, { params }: Asked, work: (session: PortalSession) => Answer): Answer {
  const session = state.get('billing_portal.session', params.id ?? '');
  return session ? work(session) : shown('Not found', html`<p>There is no such page.</p>`, 404);
}

const day = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 10);

const nameOf = ({ state }: World, priceId: string): string => {
  const price = requirePrice(state, priceId);
  const every = price.recurring ? ` every ${price.recurring.interval}` : '';
  return `${state.get('product', price.product)?.name ?? price.product}, ${money(price.unit_amount, price.currency)}${every}`;
};

export const describe = (world: World, subscription: Subscription): string => {
  const { price, quantity, current_period_end: end } = itemOf(subscription);
  const until = subscription.cancel_at !== null ? `ends on ${day(end)}` : `paid until ${day(end)}`;
  return `${quantity} × ${nameOf(world, price.id)}: ${subscription.status}, ${until}`;
};

function show(world: World, { url }: Asked, session: PortalSession): Answer {
  const { state } = world;
  const declined = url.searchParams.has('declined') && html`<p role="alert">Your card was declined.</p>`;
  const back = session.return_url !== null && html`<p><a href="${session.return_url}">Back</a></p>`;
  if (session.flow) return shown('Confirm the change', html`${declined}${confirmForm(world, session.flow)}${back}`);
  const configuration = state.get('billing_portal.configuration', session.configuration);
  const rows = state
    .all('subscription')
    .filter(({ customer }) => customer === session.customer)
    .map((one) => html`<li>${describe(world, one)}${configuration ? forms(world, one, configuration) : null}</li>`);
  return shown(
    'Your subscriptions',
    html`${declined}<ul>${rows}</ul>${cardForm(world, session.customer)}${invoices(world, session.customer)}${back}`,
  );
}

function confirmForm(world: World, { subscription_update_confirm: change }: PortalFlow): Html {
  const [wanted = { price: '', quantity: 0 }] = change.items;
  const subscription = world.state.get('subscription', change.subscription);
  return html`<p>Now: ${subscription ? describe(world, subscription) : 'nothing'}</p>
<p>Then: ${wanted.quantity} × ${nameOf(world, wanted.price)}</p>
<form method="post"><button name="do" value="confirm">Confirm</button></form>`;
}

function forms(world: World, one: Subscription, { features }: PortalConfiguration): Html | null {
  if (one.status === 'canceled') return null;
  const hidden = html`<input type="hidden" name="subscription" value="${one.id}">`;
  const end =
    one.cancel_at !== null
      ? html`<button name="do" value="resume">Do not cancel</button>`
      : html`<button name="do" value="cancel">Cancel at the end of the period</button>`;
  const prices = features.subscription_update.products.flatMap(({ prices: ids }) => ids);
  return html`${
    features.subscription_cancel.enabled &&
    html`<form method="post">${hidden}${end} <button name="do" value="end">Cancel now</button></form>`
  }${
    features.subscription_update.enabled &&
    html`<form method="post">${hidden}<label>Plan <select name="price">${prices.map((id) => html`<option value="${id}">${nameOf(world, id)}</option>`)}</select></label>
<label>Members <input name="quantity" type="number" min="1" value="${itemOf(one).quantity}"></label><button name="do" value="change">Change</button></form>`
  }`;
}

export function cardForm({ state }: World, customer: string): Html {
  const declines = state.get('customer', customer)?._cardDeclines ?? false;
  return html`<h2>Card</h2><form method="post"><p>${declines ? 'The card is declined.' : 'The card works.'}</p>
<button name="do" value="${declines ? 'card-works' : 'card-declines'}">${declines ? 'Give a card that works' : 'Let the card be declined from now on'}</button></form>`;
}

export function invoices({ state }: World, customer: string): Html {
  const rows = state
    .all('invoice')
    .filter((one) => one.customer === customer)
    .map(
      ({ number, created, total, currency, status }) =>
        html`<li>${number}: ${day(created)}, ${money(total, currency)}, ${status}</li>`,
    );
  return html`<h2>Invoices</h2><ul>${rows}</ul>`;
}

/** The card of a customer works or does not, from now on. */
export function setCard({ state }: World, customer: string, action: string | null): boolean {
  const found = state.get('customer', customer);
  if (!found || (action !== 'card-works' && action !== 'card-declines')) return false;
  state.put({ ...found, _cardDeclines: action === 'card-declines' });
  return true;
}

function act(world: World, asked: Asked, session: PortalSession): Answer {
  const form = formOf(asked);
  const action = form.get('do');
  const here = `/portal/${session.id}`;
  if (setCard(world, session.customer, action)) return seeOther(here);
  if (session.flow) return action === 'confirm' ? confirm(world, session, session.flow) : seeOther(here);
  const configuration = world.state.get('billing_portal.configuration', session.configuration);
  const subscription = world.state.get('subscription', form.get('subscription') ?? '');
  if (!configuration || subscription?.customer !== session.customer || subscription.status === 'canceled')
    return seeOther(here);
  if (action === 'change' && configuration.features.subscription_update.enabled)
    return change(world, subscription, form.get('price') ?? '', Number(form.get('quantity')), here);
  if (configuration.features.subscription_cancel.enabled) cancel(world, subscription, action);
  return seeOther(here);
}

function cancel(world: World, subscription: Subscription, action: string | null): void {
  if (action === 'end') endNow(world, subscription);
  else if (action === 'cancel' || action === 'resume') cancelAtPeriodEnd(world, subscription, action === 'cancel');
}

function confirm(
  world: World,
  session: PortalSession,
  { subscription_update_confirm: wanted, after_completion }: PortalFlow,
): Answer {
  const subscription = world.state.get('subscription', wanted.subscription);
  const [item] = wanted.items;
  if (!subscription || !item || subscription.status === 'canceled')
    return shown('Not done', html`<p>The subscription has ended.</p>`, 410);
  const target = after_completion.redirect?.return_url ?? session.return_url ?? '/';
  return change(world, subscription, item.price, item.quantity, target, `/portal/${session.id}`);
}

/** @param failed where to go if the card says no */
function change(
  world: World,
  subscription: Subscription,
  priceId: string,
  quantity: number,
  done: string,
  failed = done,
): Answer {
  if (!Number.isInteger(quantity) || quantity < 1)
    return shown('Not done', html`<p>Give a number of members.</p>`, 400);
  const changed = changePlan(world, subscription, requirePrice(world.state, priceId), quantity);
  return seeOther(changed ? done : `${failed}?declined`);
}
