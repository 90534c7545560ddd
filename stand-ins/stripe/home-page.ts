import { DAY_MS } from '../../domain/time/civil.ts';
import { html } from '../html.ts';
import { type Answer, type Asked, formOf, type Routes, seeOther } from '../http.ts';
import type { World } from './call.ts';
import { moveOn } from './clock.ts';
import { closeDispute, dispute, refund } from './money.ts';
import { money, shown } from './pay-page.ts';
import { cardForm, describe, invoices, setCard } from './portal-page.ts';
import { isSlow, settleSlow } from './slow-payments.ts';
import { endNow } from './subscriptions.ts';

const LONGEST_MOVE_DAYS = 800;
const MOST_EVENTS = 50;

/** What the owner of the account sees: customers, the clock, and what was sent. */
export const homeRoutes = (world: World): Routes => [
  ['GET', '/', () => home(world)],
  ['POST', '/clock', (asked) => moveClock(world, asked)],
  ['POST', '/events/:id', ({ params }) => resend(world, params.id ?? '')],
  ['POST', '/sessions/:id', (asked) => settle(world, asked)],
  ['GET', '/customers/:id', (asked) => customer(world, asked)],
  ['POST', '/customers/:id', (asked) => act(world, asked)],
  ['GET', '/invoices/:id', (asked) => invoice(world, asked)],
];

function home(world: World): Answer {
  const { state, events } = world;
  const customers = state
    .all('customer')
    .map(({ id, name, email }) => html`<li><a href="/customers/${id}">${name ?? id}</a> (${email})</li>`);
  const open = state
    .all('checkout.session')
    .filter(({ status }) => status === 'open')
    .map(({ id, url }) => html`<li><a href="${url}">${id}</a></li>`);
  const slow = state
    .all('checkout.session')
    .filter(isSlow)
    .map(
      ({ id }) =>
        html`<li>${id} <form class="line" method="post" action="/sessions/${id}"><button name="do" value="came">The money came</button> <button name="do" value="failed">It failed</button></form></li>`,
    );
  const sent = state
    .all('event')
    .slice(0, MOST_EVENTS)
    .map(
      ({ id, type }) => html`<li>${type}: ${events.answers.get(id) ?? 'not sent'}
<form class="line" method="post" action="/events/${id}"><button>Send again</button></form></li>`,
    );
  return shown(
    'Payments',
    html`<p>It is ${new Date(state.now()).toISOString().slice(0, 16).replace('T', ' ')} UTC here.</p>
<form method="post" action="/clock"><label>Days <input name="days" type="number" min="0" step="any" max="${LONGEST_MOVE_DAYS}" value="31"></label>
<button>Move the clock on</button></form>
<p>A payment that fails is tried again after 3, 8, 15 and 22 days; with the last try the subscription ends.</p>
<h2>Customers</h2><ul>${customers}</ul>
<h2>Open checkouts</h2><ul>${open}</ul>
<h2>Money on its way</h2><ul>${slow}</ul>
<h2>Webhooks</h2><ul>${sent}</ul>`,
  );
}

function moveClock(world: World, asked: Asked): Answer {
  const days = Number(formOf(asked).get('days') ?? Number.NaN);
  if (!(days >= 0 && days <= LONGEST_MOVE_DAYS))
    return shown('Not done', html`<p>Give 0 to ${LONGEST_MOVE_DAYS} days.</p>`, 400);
  moveOn(world, days * DAY_MS);
  return seeOther('/');
}

function resend({ state, events }: World, id: string): Answer {
  const event = state.get('event', id);
  if (event) events.resend(event);
  return seeOther('/');
}

function settle(world: World, asked: Asked): Answer {
  const found = world.state.get('checkout.session', asked.params.id ?? '');
  if (found && isSlow(found)) settleSlow(world, found, formOf(asked).get('do') === 'came');
  return seeOther('/');
}

function customer(world: World, { params }: Asked): Answer {
  const { state } = world;
  const found = state.get('customer', params.id ?? '');
  if (!found) return shown('Not found', html`<p>There is no such customer.</p>`, 404);
  const subscriptions = state
    .all('subscription')
    .filter((one) => one.customer === found.id)
    .map(
      (one) =>
        html`<li>${describe(world, one)}${
          one.status !== 'canceled' &&
          html` <form class="line" method="post"><input type="hidden" name="subscription" value="${one.id}"><button name="do" value="end">Cancel now</button></form>`
        }</li>`,
    );
  const payments = state
    .all('charge')
    .filter((one) => one.customer === found.id)
    .map(
      (
        one,
      ) => html`<li>${money(one.amount, one.currency)}: ${one.refunded ? 'refunded' : one.paid ? 'paid' : 'failed'}${one.disputed && ', disputed'}
<form class="line" method="post"><input type="hidden" name="payment" value="${one.payment_intent}"><button name="do" value="refund">Refund</button> <button name="do" value="dispute">Dispute</button> <button name="do" value="won">Dispute is won</button> <button name="do" value="lost">Dispute is lost</button></form></li>`,
    );
  return shown(
    found.name ?? found.id,
    html`<ul>${subscriptions}</ul>${cardForm(world, found.id)}<h2>Payments</h2><ul>${payments}</ul>${invoices(world, found.id)}`,
  );
}

function act(world: World, asked: Asked): Answer {
  const form = formOf(asked);
  const [id, action, payment] = [asked.params.id ?? '', form.get('do'), form.get('payment') ?? ''];
  const subscription = world.state.get('subscription', form.get('subscription') ?? '');
  const charge = world.state.all('charge').find((one) => one.payment_intent === payment);
  if (action === 'end' && subscription && subscription.status !== 'canceled') endNow(world, subscription);
  else if (action === 'refund' && charge?.paid && !charge.refunded) refund(world, { payment_intent: payment });
  else if (action === 'dispute' && charge?.paid && !charge.disputed) dispute(world, payment);
  else if ((action === 'won' || action === 'lost') && hasOpenDispute(world, charge?.id))
    closeDispute(world, payment, action);
  else setCard(world, id, action);
  return seeOther(`/customers/${id}`);
}

const hasOpenDispute = ({ state }: World, charge: string | undefined): boolean =>
  state.all('dispute').some((one) => one.charge === charge && one.status === 'needs_response');

function invoice({ state }: World, { params }: Asked): Answer {
  const found = state.get('invoice', params.id ?? '');
  if (!found) return shown('Not found', html`<p>There is no such invoice.</p>`, 404);
  return shown(found.number, html`<p>${money(found.total, found.currency)}, ${found.status}</p>`);
}
