import { html, page } from '../html.ts';
import { type Answer, type Asked, formOf, type Routes, seeOther } from '../http.ts';
import type { World } from './call.ts';
import { decline, pay } from './paying.ts';
import { lineItem } from './render.ts';
import { paySlowly } from './slow-payments.ts';
import type { Session } from './wire.ts';

const SERVICE = 'Stripe';

export const money = (amount: number, currency: string): string =>
  `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;

export const shown = (title: string, body: ReturnType<typeof html>, status = 200): Answer => ({
  status,
  body: page(SERVICE, title, body, 'No money moves.'),
});

/** The page on which a person pays a checkout. */
export const payRoutes = (world: World): Routes => [
  ['GET', '/pay/:id', (asked) => show(world, asked)],
  ['POST', '/pay/:id', (asked) => act(world, asked)],
];

const sessionOf = ({ state }: World, { params }: Asked): Session | undefined =>
  state.get('checkout.session', params.id ?? '');

const closed = (status: string): Answer =>
  shown('This page is closed', html`<p>The checkout is ${status}. Nothing can be paid here any more.</p>`, 410);

function show(world: World, asked: Asked): Answer {
  const session = sessionOf(world, asked);
  if (!session) return shown('Not found', html`<p>There is no such checkout.</p>`, 404);
  if (session.status !== 'open') return closed(session.status);
  const { description, quantity, amount_total, currency } = lineItem(world.state, session) as {
    readonly description: string | null;
    readonly quantity: number;
    readonly amount_total: number;
    readonly currency: string;
  };
  const price = world.state.get('price', session._price);
  const each = price?.recurring ? `every ${price.recurring.interval}` : 'once';
  const declined = asked.url.searchParams.has('declined') && html`<p role="alert">Your card was declined.</p>`;
  const body = html`${declined}
<p>${description}: ${quantity} × ${money(price?.unit_amount ?? 0, currency)}, ${each}</p>
<p><strong>${money(amount_total, currency)}</strong></p>
<form method="post">
<button name="do" value="pay">Pay</button>
<button name="do" value="pay-slowly">Pay by a way that takes days</button>
<button name="do" value="decline">Card declined</button>
<button name="do" value="close">Close</button>
</form>`;
  return shown('Pay', body);
}

function act(world: World, asked: Asked): Answer {
  const session = sessionOf(world, asked);
  if (!session) return shown('Not found', html`<p>There is no such checkout.</p>`, 404);
  const action = formOf(asked).get('do');
  if (action === 'close') return seeOther(session.cancel_url ?? '/');
  if (session.status !== 'open') return closed(session.status);
  if (action === 'decline') {
    decline(world, session);
    return seeOther(`/pay/${session.id}?declined`);
  }
  const paying = action === 'pay' ? pay : action === 'pay-slowly' ? paySlowly : undefined;
  if (!paying) return shown('Not done', html`<p>Press one of the buttons.</p>`, 400);
  return seeOther(paying(world, session).success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id));
}
