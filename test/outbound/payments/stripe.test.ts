import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { priceOf } from '../../../domain/billing/prices.ts';
import { failRefund, refund } from '../../../stand-ins/stripe/money.ts';
import { BACK, moveOn, newBuyer, PLUS, subscribed, toOpen } from '../../support/factories/stripe-checkouts.ts';
import { type CheckedStripe, paymentsAt, press, startCheckedStripe } from '../../support/fakes/stripe.ts';

let stripe: CheckedStripe;
beforeAll(async () => {
  stripe = await startCheckedStripe();
});
afterAll(() => stripe.close());
afterEach(async () => {
  stripe.faults.clear();
  expect(await stripe.problems()).toEqual([]);
});

const payments = () => paymentsAt(stripe);

const newsSince = async (sinceMs: number) => (await payments().listNews(sinceMs, Date.now() + 60_000)).news;

describe('a checkout', () => {
  it('is paid by a person: the session is complete and the subscription runs', async () => {
    const of = await newBuyer(stripe);
    const opened = await payments().openCheckout(toOpen(of));
    expect(await payments().readCheckout(opened.sessionId)).toMatchObject({
      status: 'open',
      isPaid: false,
      url: opened.url,
    });
    expect(await (await fetch(opened.url)).text()).toContain('60.00 USD');
    expect(await press(opened.url, { do: 'pay' })).toBe(`${BACK}?done=${opened.sessionId}`);
    const read = await payments().readCheckout(opened.sessionId);
    expect(read).toMatchObject({ status: 'complete', isPaid: true, url: null, intentId: `intent-${of.workspaceId}` });
    const [subscription] = await payments().listSubscriptions(of.customerId);
    expect(subscription).toMatchObject({
      ...{ subscriptionId: read?.subscriptionId, status: 'active', intentId: `intent-${of.workspaceId}` },
      items: [{ purchase: PLUS, quantity: 3, priceId: opened.priceId }],
    });
    const [invoice] = await payments().listInvoices(of.customerId);
    expect(invoice).toMatchObject({ status: 'paid', total: 6_000, amountPaid: 6_000, invoiceId: read?.invoiceId });
    expect(invoice?.lines).toEqual([{ purchase: PLUS, quantity: 3, isRest: false, text: 'Holdfast Plus' }]);
    expect(await payments().listPayments(of.customerId)).toMatchObject([
      { isPaid: true, amount: 6_000, paymentId: invoice?.paymentId },
    ]);
  });

  it('of a pack is paid once, with an invoice; a monthly pack is a subscription', async () => {
    const of = await newBuyer(stripe);
    const purchase = { kind: 'pack', packId: 'enrichment_pack_50' } as const;
    const { sessionId, url } = await payments().openCheckout(toOpen(of, { purchase, quantity: 1 }));
    await press(url, { do: 'pay' });
    const read = await payments().readCheckout(sessionId);
    expect(read).toMatchObject({ isPaid: true, subscriptionId: null, paymentId: expect.stringMatching(/^pi_/) });
    const { usdCents } = priceOf(purchase);
    expect(await payments().listInvoices(of.customerId)).toMatchObject([
      { total: usdCents, subscriptionId: null, paymentId: read?.paymentId, lines: [{ purchase, quantity: 1 }] },
    ]);
    const monthly = await subscribed(stripe, { purchase: { kind: 'pack', packId: 'enrichment_growth' }, quantity: 1 });
    expect(monthly.subscription.items[0]?.purchase).toEqual({ kind: 'pack', packId: 'enrichment_growth' });
  });

  it('stays open when the card is declined or the page closed, and ends when it is expired', async () => {
    const of = await newBuyer(stripe);
    const { sessionId, url } = await payments().openCheckout(toOpen(of));
    expect(await press(url, { do: 'decline' })).toContain('?declined');
    expect(await press(url, { do: 'close' })).toBe(BACK);
    expect(await payments().expireCheckout(sessionId)).toMatchObject({ status: 'expired', url: null });
    // Again is fine, and nothing can be paid.
    expect(await payments().expireCheckout(sessionId)).toMatchObject({ status: 'expired' });
    expect(await press(url, { do: 'pay' })).toBe('410');
    expect(await payments().listSubscriptions(of.customerId)).toEqual([]);
    expect(await payments().listPayments(of.customerId)).toMatchObject([{ isPaid: false }]);
  });

  it('that is paid is not expired: the answer says that it is paid', async () => {
    const { sessionId } = await subscribed(stripe);
    expect(await payments().expireCheckout(sessionId)).toMatchObject({ status: 'complete', isPaid: true });
  });

  it('opened again is the same; with other values it is refused', async () => {
    const wanted = toOpen(await newBuyer(stripe));
    const [first, second] = [await payments().openCheckout(wanted), await payments().openCheckout(wanted)];
    expect(second).toEqual(first);
    const other = payments().openCheckout({ ...wanted, quantity: 4 });
    await expect(other).rejects.toMatchObject({ name: 'PaymentsRefused', code: 'idempotency_error' });
  });

  it('expires by the clock', async () => {
    const { sessionId } = await payments().openCheckout(toOpen(await newBuyer(stripe)));
    await moveOn(stripe, 1);
    expect(await payments().readCheckout(sessionId)).toMatchObject({ status: 'expired' });
  });

  it('has one customer for a workspace, however often it is asked for', async () => {
    const { workspaceId, customerId } = await newBuyer(stripe);
    const again = await payments().customerOf({ workspaceId, name: 'Acme 2', email: 'grace@acme.test' });
    expect(again).toEqual({ customerId });
    expect(stripe.world.state.get('customer', customerId)).toMatchObject({ name: 'Acme 2', email: 'grace@acme.test' });
  });
});

describe('what happened', () => {
  it('is listed and can be looked at', async () => {
    const sinceMs = Date.now() - 1_000;
    const { customerId, sessionId } = await subscribed(stripe);
    const [charge] = await payments().listPayments(customerId);
    await press(`${stripe.url}/customers/${customerId}`, { do: 'dispute', payment: charge?.paymentId ?? '' });
    expect(await payments().listPayments(customerId)).toMatchObject([{ amountDisputed: 6_000, isDisputeLost: false }]);
    failRefund(stripe.world, refund(stripe.world, { payment_intent: charge?.paymentId ?? '', amount: 100 }).id);
    const news = (await newsSince(sinceMs)).filter(
      (one) => one.customerId === customerId || one.paymentId === charge?.paymentId,
    );
    expect(news.map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        'customer.subscription.created',
        'invoice.paid',
        'checkout.session.completed',
        'charge.dispute.created',
        'refund.failed',
      ]),
    );
    for (const one of news) expect(await payments().look(one)).toMatchObject({ customerId });
    expect((await payments().look({ objectType: 'checkout.session', objectId: sessionId }))?.checkout).toMatchObject({
      isPaid: true,
    });
    expect(await payments().look({ objectType: 'charge', objectId: charge?.chargeId ?? '' })).toMatchObject({
      customerId,
    });
    expect(await payments().look({ objectType: 'invoice', objectId: 'in_none' })).toBeNull();
    expect(await payments().look({ objectType: 'balance', objectId: 'ba_none' })).toBeNull();
    expect(await newsSince(Date.now() + 10_000)).toEqual([]);
  });

  it('is read over more than one page', async () => {
    const { customerId } = await newBuyer(stripe);
    for (let index = 0; index < 120; index++)
      stripe.world.events.emit('invoice.paid', {
        ...{ id: `in_${index}`, object: 'invoice', created: 1, livemode: false },
        customer: customerId,
      } as never);
    const news = (await newsSince(Date.now() - 60_000)).filter((one) => one.customerId === customerId);
    expect(news.map(({ objectId }) => objectId)).toEqual(Array.from({ length: 120 }, (_, index) => `in_${index}`));
  });
});

/** What the adapter calls; stripe-subscriptions.test.ts and stripe-setup.test.ts have the rest. */
const METHODS = [
  'GET /v1/charges',
  'GET /v1/charges/{id}',
  'GET /v1/checkout/sessions/{id}',
  'GET /v1/customers/search',
  'GET /v1/disputes',
  'GET /v1/disputes/{id}',
  'GET /v1/events',
  'GET /v1/invoices',
  'GET /v1/invoices/{id}',
  'GET /v1/prices',
  'GET /v1/prices/{id}',
  'GET /v1/refunds/{id}',
  'GET /v1/subscriptions',
  'GET /v1/subscriptions/{id}',
  'POST /v1/checkout/sessions',
  'POST /v1/checkout/sessions/{id}/expire',
  'POST /v1/customers',
  'POST /v1/customers/{id}',
];

it('every method was checked by stripe-mock and against Stripe’s description', () => {
  if (stripe.isChecked) expect([...stripe.checked].sort()).toEqual(METHODS);
});
