import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PaymentsAway, PaymentsRefused } from '../../../activities/billing/payments.ts';
import { stripeClient } from '../../../activities/billing/stripe/client.ts';
import { setUpBilling } from '../../../activities/billing/stripe/setup.ts';
import { webhookCheck } from '../../../activities/billing/stripe/webhook.ts';
import { PRICES, priceOf } from '../../../domain/billing/prices.ts';
import { accountOf, type CheckedStripe, paymentsAt, press, startCheckedStripe } from '../../support/fakes/stripe.ts';

const BACK = 'http://localhost:3000/billing';
const PLUS = { kind: 'plan', plan: 'plus', interval: 'monthly' } as const;
const DAY_MS = 86_400_000;

let stripe: CheckedStripe;
let clients = 0;
beforeAll(async () => {
  stripe = await startCheckedStripe();
});
afterAll(() => stripe.close());
afterEach(async () => {
  stripe.faults.clear();
  expect(await stripe.problems()).toEqual([]);
});

const payments = () => paymentsAt(stripe);

/** A workspace of its own for each test. */
async function customer() {
  clients += 1;
  const workspaceId = `00000000-0000-7000-8000-${String(clients).padStart(12, '0')}`;
  const { customerId } = await payments().customerOf({ workspaceId, name: 'Acme', email: 'ada@acme.test' });
  return { workspaceId, customerId };
}

const toOpen = (of: { workspaceId: string; customerId: string }, more: object = {}) => ({
  ...{ ...of, intentId: `intent-${of.workspaceId}`, purchase: PLUS, quantity: 3, metadata: { from: 'test' } },
  ...{ successUrl: `${BACK}?done={CHECKOUT_SESSION_ID}`, cancelUrl: BACK },
  expiresMs: Date.now() + DAY_MS - 60_000,
  ...more,
});

async function subscribed(more: object = {}) {
  const of = await customer();
  const opened = await payments().openCheckout(toOpen(of, more));
  await press(opened.url, { do: 'pay' });
  const [subscription] = await payments().listSubscriptions(of.customerId);
  if (!subscription) throw new Error('no subscription');
  return { ...of, ...opened, subscription };
}

const moveOn = (days: number) => press(`${stripe.url}/clock`, { days: String(days) });

describe('a checkout', () => {
  it('is paid by a person: the session is complete and the subscription runs', async () => {
    const of = await customer();
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
    expect(await payments().listPayments(of.customerId)).toMatchObject([
      { isPaid: true, amount: 6_000, paymentId: invoice?.paymentId },
    ]);
  });

  it('of a pack is paid once, with an invoice; a monthly pack is a subscription', async () => {
    const of = await customer();
    const purchase = { kind: 'pack', packId: 'enrichment_pack_50' } as const;
    const { sessionId, url } = await payments().openCheckout(toOpen(of, { purchase, quantity: 1 }));
    await press(url, { do: 'pay' });
    const read = await payments().readCheckout(sessionId);
    expect(read).toMatchObject({ isPaid: true, subscriptionId: null, paymentId: expect.stringMatching(/^pi_/) });
    const { usdCents } = priceOf(purchase);
    expect(await payments().listInvoices(of.customerId)).toMatchObject([
      { total: usdCents, subscriptionId: null, paymentId: read?.paymentId },
    ]);
    const monthly = await subscribed({ purchase: { kind: 'pack', packId: 'enrichment_growth' }, quantity: 1 });
    expect(monthly.subscription.items[0]?.purchase).toEqual({ kind: 'pack', packId: 'enrichment_growth' });
  });

  it('stays open when the card is declined or the page closed, and ends when it is expired', async () => {
    const of = await customer();
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
    const { sessionId } = await subscribed();
    expect(await payments().expireCheckout(sessionId)).toMatchObject({ status: 'complete', isPaid: true });
  });

  it('opened again is the same; with other values it is refused', async () => {
    const wanted = toOpen(await customer());
    const [first, second] = [await payments().openCheckout(wanted), await payments().openCheckout(wanted)];
    expect(second).toEqual(first);
    const other = payments().openCheckout({ ...wanted, quantity: 4 });
    await expect(other).rejects.toMatchObject({ name: 'PaymentsRefused', code: 'idempotency_error' });
  });

  it('expires by the clock', async () => {
    const { sessionId } = await payments().openCheckout(toOpen(await customer()));
    await moveOn(1);
    expect(await payments().readCheckout(sessionId)).toMatchObject({ status: 'expired' });
  });

  it('has one customer for a workspace, however often it is asked for', async () => {
    const { workspaceId, customerId } = await customer();
    const again = await payments().customerOf({ workspaceId, name: 'Acme 2', email: 'grace@acme.test' });
    expect(again).toEqual({ customerId });
    expect(stripe.world.state.get('customer', customerId)).toMatchObject({ name: 'Acme 2', email: 'grace@acme.test' });
  });
});

describe('a subscription', () => {
  it('renews, fails, is past due, and ends after the last try', async () => {
    const { customerId, subscription } = await subscribed();
    await moveOn(32);
    const [renewed] = await payments().listSubscriptions(customerId);
    expect(renewed?.items[0]?.periodStartMs).toBe(subscription.items[0]?.periodEndMs);
    expect(await payments().listInvoices(customerId)).toHaveLength(2);
    await press(`${stripe.url}/customers/${customerId}`, { do: 'card-declines' });
    await moveOn(31);
    expect(await payments().listSubscriptions(customerId)).toMatchObject([{ status: 'past_due' }]);
    expect(await payments().listInvoices(customerId, 1)).toMatchObject([{ status: 'open', paymentId: null }]);
    await moveOn(20);
    expect(await payments().listSubscriptions(customerId)).toMatchObject([
      { status: 'canceled', endedMs: expect.any(Number) },
    ]);
  });

  it('is active again when a later try works', async () => {
    const { customerId } = await subscribed();
    await press(`${stripe.url}/customers/${customerId}`, { do: 'card-declines' });
    await moveOn(32);
    await press(`${stripe.url}/customers/${customerId}`, { do: 'card-works' });
    await moveOn(4);
    expect(await payments().listSubscriptions(customerId)).toMatchObject([{ status: 'active' }]);
    expect(await payments().listInvoices(customerId, 1)).toMatchObject([{ status: 'paid', amountPaid: 6_000 }]);
  });

  it('is canceled at once, twice without harm, and refunded, twice without harm', async () => {
    const { customerId, subscription } = await subscribed();
    await payments().cancelNow(subscription.subscriptionId);
    await payments().cancelNow(subscription.subscriptionId);
    expect(await payments().listSubscriptions(customerId)).toMatchObject([{ status: 'canceled' }]);
    const paymentId = (await payments().listInvoices(customerId))[0]?.paymentId ?? '';
    await payments().refund({ paymentId, reason: 'duplicate' });
    await payments().refund({ paymentId, reason: 'requested_by_customer' });
    expect(await payments().listPayments(customerId)).toMatchObject([{ amount: 6_000, amountRefunded: 6_000 }]);
    await expect(payments().cancelNow('sub_none')).rejects.toMatchObject({ code: 'resource_missing' });
  });

  it('ends with its period from the portal; until then it can be kept', async () => {
    const { customerId, subscription } = await subscribed();
    const { url } = await payments().openPortal({ customerId, returnUrl: BACK });
    const fields = { subscription: subscription.subscriptionId };
    await press(url, { ...fields, do: 'cancel' });
    expect(await payments().listSubscriptions(customerId)).toMatchObject([
      { status: 'active', cancelAtPeriodEnd: true },
    ]);
    await press(url, { ...fields, do: 'resume' });
    expect(await payments().listSubscriptions(customerId)).toMatchObject([{ cancelAtPeriodEnd: false }]);
    await press(url, { ...fields, do: 'cancel' });
    await moveOn(32);
    expect(await payments().listSubscriptions(customerId)).toMatchObject([{ status: 'canceled' }]);
    expect(await (await fetch(url)).text()).toContain('canceled');
  });

  it('gets another plan and quantity when a person confirms it, and the difference is paid', async () => {
    const { customerId, subscription } = await subscribed();
    const itemId = subscription.items[0]?.itemId ?? '';
    const change = {
      ...{ customerId, subscriptionId: subscription.subscriptionId, itemId, returnUrl: BACK },
      quantity: 5,
    };
    const { url, priceId } = await payments().openPlanChange({ ...change, plan: 'growth', interval: 'annual' });
    await press(`${stripe.url}/customers/${customerId}`, { do: 'card-declines' });
    expect(await press(url, { do: 'confirm' })).toContain('?declined');
    await press(`${stripe.url}/customers/${customerId}`, { do: 'card-works' });
    expect(await press(url, { do: 'confirm' })).toBe(BACK);
    const [changed] = await payments().listSubscriptions(customerId);
    expect(changed?.items).toMatchObject([{ priceId, quantity: 5, purchase: { plan: 'growth', interval: 'annual' } }]);
    const [invoice] = await payments().listInvoices(customerId, 1);
    expect(invoice?.total).toBeGreaterThan(140_000);
    // Downwards nothing is paid back, but later invoices are lower.
    const down = await payments().openPlanChange({ ...change, plan: 'starter', interval: 'annual', quantity: 1 });
    await press(down.url, { do: 'confirm' });
    expect(await payments().listInvoices(customerId, 1)).toMatchObject([{ amountDue: 0, amountPaid: 0 }]);
    const same = payments().openPlanChange({ ...change, plan: 'starter', interval: 'annual', quantity: 1 });
    await expect(same).rejects.toBeInstanceOf(PaymentsRefused);
  });
});

describe('what happened', () => {
  it('is listed and can be looked at', async () => {
    const sinceMs = Date.now() - 1_000;
    const { customerId, sessionId } = await subscribed();
    const [charge] = await payments().listPayments(customerId);
    await press(`${stripe.url}/customers/${customerId}`, { do: 'dispute', payment: charge?.paymentId ?? '' });
    const news = (await payments().listNews(sinceMs)).filter(
      (one) => one.customerId === customerId || one.objectType === 'dispute',
    );
    expect(news.map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        'customer.subscription.created',
        'invoice.paid',
        'checkout.session.completed',
        'charge.dispute.created',
      ]),
    );
    for (const one of news)
      expect(await payments().look(one)).toMatchObject({ customerId: expect.stringMatching(/^cus_/) });
    expect((await payments().look({ objectType: 'checkout.session', objectId: sessionId }))?.checkout).toMatchObject({
      isPaid: true,
    });
    expect(await payments().look({ objectType: 'charge', objectId: charge?.chargeId ?? '' })).toMatchObject({
      customerId,
    });
    expect(await payments().look({ objectType: 'invoice', objectId: 'in_none' })).toBeNull();
    expect(await payments().look({ objectType: 'balance', objectId: 'ba_none' })).toBeNull();
    expect(await payments().listNews(Date.now() + 10_000)).toEqual([]);
  });

  it('is read over more than one page', async () => {
    const { customerId } = await customer();
    for (let index = 0; index < 120; index++)
      stripe.world.events.emit('invoice.paid', {
        ...{ id: `in_${index}`, object: 'invoice', created: 1, livemode: false },
        customer: customerId,
      } as never);
    const news = (await payments().listNews(Date.now() - 60_000)).filter((one) => one.customerId === customerId);
    expect(news.map(({ objectId }) => objectId)).toEqual(Array.from({ length: 120 }, (_, index) => `in_${index}`));
  });
});

describe('failures', () => {
  const read = (retries = 0) => paymentsAt(stripe, retries).readCheckout('cs_test_none');

  it.each([
    [{ kind: '5xx' }, null],
    [{ kind: '5xx', status: 500 }, null],
    [{ kind: '429', retryAfterSeconds: 7 }, 7_000],
    [{ kind: 'cutBefore' }, null],
    [{ kind: 'slow', delayMs: 2_500 }, null],
    // A proxy's answer, on which the SDK resolves.
    [{ kind: '404' }, null],
  ])('%j is away', async (fault, retryAfterMs) => {
    stripe.faults.add(fault);
    const failure = await read().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PaymentsAway);
    expect(failure).toMatchObject({ retryAfterMs });
  });

  it('of a key is a refusal that does not name the key', async () => {
    stripe.faults.add({ kind: '401' });
    const failure = await read().catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'PaymentsRefused', code: 'authentication' });
    expect(String(failure)).not.toContain(stripe.secretKey);
    const wrong = stripeClient({ secretKey: 'sk_test_other', apiUrl: stripe.url });
    await expect(wrong.products.list()).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
  });

  it('with the answer lost: the second try finds what the first one made', async () => {
    const of = await customer();
    stripe.faults.add({ kind: 'cut', match: 'POST /v1/checkout/sessions' });
    const opened = await paymentsAt(stripe, 2).openCheckout(toOpen(of));
    const made = stripe.world.state.all('checkout.session').filter((one) => one.customer === of.customerId);
    expect(made.map(({ id }) => id)).toEqual([opened.sessionId]);
  });

  it('of parameters are refused as Stripe refuses them', async () => {
    const raw = stripeClient(accountOf(stripe), { retries: 0 });
    const create = (params: object) => raw.checkout.sessions.create(params as never);
    await expect(create({ mode: 'payment', nonsense: 1 })).rejects.toMatchObject({ statusCode: 400 });
    const refused = raw.customers.create({ nonsense: { deep: 'x' } } as never);
    await expect(refused).rejects.toMatchObject({ code: 'parameter_unknown', param: 'nonsense' });
    await expect(raw.products.create({} as never)).rejects.toMatchObject({ code: 'parameter_missing', param: 'name' });
    await expect(raw.coupons.list()).rejects.toMatchObject({ statusCode: 404 });
    const { customerId } = await customer();
    const price = stripe.world.state.all('price').find(({ recurring }) => recurring === null)?.id;
    const wrongMode = {
      mode: 'subscription',
      customer: customerId,
      success_url: BACK,
      line_items: [{ price, quantity: 1 }],
    };
    await expect(create(wrongMode)).rejects.toMatchObject({ param: 'mode' });
    await expect(create({ ...wrongMode, mode: 'payment', line_items: [{ price, quantity: 0 }] })).rejects.toMatchObject(
      { statusCode: 400 },
    );
    await expect(create({ ...wrongMode, mode: 'payment', success_url: 'javascript:alert(1)' })).rejects.toMatchObject({
      param: 'success_url',
    });
  });

  it('a price or portal that nobody made is a refusal that says what to run', async () => {
    const empty = await startCheckedStripe({ isSetUp: false });
    const { customerId } = await paymentsAt(empty).customerOf({
      workspaceId: 'w',
      name: 'Acme',
      email: 'ada@acme.test',
    });
    const open = paymentsAt(empty).openCheckout(toOpen({ workspaceId: 'w', customerId }));
    await expect(open).rejects.toThrow('npm run billing-setup');
    await expect(paymentsAt(empty).openPortal({ customerId, returnUrl: BACK })).rejects.toMatchObject({
      code: 'portal_missing',
    });
    await empty.close();
  });
});

describe('billing-setup', () => {
  it('makes all once; a changed amount is another price, and subscriptions keep theirs', async () => {
    const fresh = await startCheckedStripe({ isSetUp: false });
    const client = stripeClient(accountOf(fresh));
    const run = async (appUrl = 'https://app.acme.test') => {
      const said: string[] = [];
      await setUpBilling(client, { appUrl, say: (line) => said.push(line) });
      return said.join('\n');
    };
    const first = await run();
    expect(first).toContain('price holdfast_plus_annual: made');
    expect(first).toMatch(/STRIPE_WEBHOOK_SECRET=whsec_/);
    const count = () => fresh.world.state.saved().objects.length;
    const before = count();
    const again = await run();
    expect(again).not.toContain('made');
    expect(again).not.toContain('whsec_');
    expect(count()).toBe(before);
    expect(await run('http://localhost:3000')).toContain('webhook: none');

    const { customerId } = await paymentsAt(fresh).customerOf({
      workspaceId: 'w',
      name: 'Acme',
      email: 'ada@acme.test',
    });
    const opened = await paymentsAt(fresh).openCheckout(toOpen({ workspaceId: 'w', customerId }));
    await press(opened.url, { do: 'pay' });
    const price = fresh.world.state.get('price', opened.priceId);
    if (price) fresh.world.state.put({ ...price, unit_amount: 1 });
    expect(await run()).toContain('price holdfast_plus_monthly: changed');
    const [subscription] = await paymentsAt(fresh).listSubscriptions(customerId);
    expect(subscription?.items).toMatchObject([{ priceId: opened.priceId, purchase: PLUS }]);
    const active = fresh.world.state.all('price').filter(({ active: is }) => is);
    expect(active.map(({ lookup_key }) => lookup_key).sort()).toEqual(PRICES.map(({ key }) => key).sort());
    expect(await fresh.problems()).toEqual([]);
    await fresh.close();
  });
});

describe('webhooks', () => {
  let hooked: CheckedStripe;
  let received: { readonly body: Buffer; readonly signature: string }[];
  let answers: number[];
  const app = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    received.push({ body: Buffer.concat(parts), signature: String(request.headers['stripe-signature']) });
    response.writeHead(answers.shift() ?? 200).end();
  });
  beforeAll(async () => {
    app.listen(0, '127.0.0.1');
    await once(app, 'listening');
    hooked = await startCheckedStripe({ webhookUrl: `http://127.0.0.1:${(app.address() as AddressInfo).port}/hook` });
  });
  beforeEach(() => {
    hooked.faults.clear();
    [received, answers] = [[], []];
  });
  afterAll(async () => {
    await hooked.close();
    app.close();
  });

  const check = (now = Date.now()) => webhookCheck(accountOf(hooked));
  const types = () => received.map(({ body }) => (JSON.parse(body.toString()) as { type: string }).type);
  const emit = (type = 'invoice.paid', more: object = {}) =>
    hooked.world.events.emit(type, {
      ...{ id: 'in_1', object: 'invoice', created: 1, livemode: false, customer: 'cus_1' },
      ...more,
    } as never);

  it('are signed, and say what to look at', async () => {
    const { id, created } = emit();
    await hooked.world.events.settled();
    const [{ body, signature } = { body: Buffer.alloc(0), signature: '' }] = received;
    expect(check()(body, signature, Date.now())).toEqual({
      news: {
        ...{ eventId: id, type: 'invoice.paid', createdMs: created * 1_000, livemode: false },
        ...{ objectId: 'in_1', objectType: 'invoice', customerId: 'cus_1' },
      },
    });
    const verdict = (raw: Buffer, header: string | undefined, now = Date.now(), account = accountOf(hooked)) =>
      webhookCheck(account)(raw, header, now);
    expect(verdict(body, undefined)).toEqual({ refused: 'no_signature' });
    expect(verdict(body, '')).toEqual({ refused: 'no_signature' });
    expect(verdict(body, 'nonsense')).toEqual({ refused: 'bad_signature' });
    expect(verdict(Buffer.from(body.toString().replace('cus_1', 'cus_2')), signature)).toEqual({
      refused: 'bad_signature',
    });
    expect(verdict(body, signature, Date.now() + 400_000)).toEqual({ refused: 'too_old' });
    expect(verdict(body, signature, Date.now() - 400_000)).toEqual({ refused: 'too_old' });
    const other = { ...accountOf(hooked), webhookSecret: 'whsec_other' };
    expect(verdict(body, signature, Date.now(), other)).toEqual({ refused: 'bad_signature' });
    expect(verdict(body, signature, Date.now(), { ...other, webhookSecret: null })).toEqual({
      refused: 'no_signature',
    });
    const live = { ...accountOf(hooked), secretKey: 'sk_live_x' };
    expect(verdict(body, signature, Date.now(), live)).toEqual({ refused: 'other_mode' });
  });

  it.each([
    ['of an account that is connected to ours', { account: 'acct_1' }, 'other_account'],
    ['in live mode', { livemode: true }, 'other_mode'],
    ['without an object', { data: {} }, 'bad_body'],
    ['without an id', { id: 7 }, 'bad_body'],
  ])('are refused %s', (_, more, refused) => {
    const event = {
      ...{ id: 'evt_1', type: 'invoice.paid', created: 1, livemode: false },
      data: { object: { id: 'in_1', object: 'invoice' } },
      ...more,
    };
    const payload = JSON.stringify(event);
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: hooked.webhookSecret });
    expect(check()(Buffer.from(payload), header, Date.now())).toEqual({ refused });
  });

  it.each(['', 'null', '[]', 'x', '{"id":1}'])('are refused with the body %j', (payload) => {
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: hooked.webhookSecret });
    expect(check()(Buffer.from(payload), header, Date.now())).toMatchObject({ refused: expect.any(String) });
  });

  it('are sent again until they are taken, with a new signature', async () => {
    answers.push(500, 503);
    emit();
    await hooked.world.events.settled();
    expect(types()).toEqual(['invoice.paid', 'invoice.paid', 'invoice.paid']);
  });

  it('are lost, doubled and late on demand', async () => {
    hooked.faults.add({ kind: 'lostWebhook', match: 'invoice.paid' });
    hooked.faults.add({ kind: 'duplicateWebhook', match: 'charge.refunded' });
    hooked.faults.add({ kind: 'lateWebhook', match: 'invoice.voided', delayMs: 200 });
    for (const type of ['invoice.paid', 'charge.refunded', 'invoice.voided', 'invoice.payment_failed']) emit(type);
    await hooked.world.events.settled();
    expect(types().sort()).toEqual(['charge.refunded', 'charge.refunded', 'invoice.payment_failed', 'invoice.voided']);
    expect(types().at(-1)).toBe('invoice.voided');
    expect((await paymentsAt(hooked).listNews(Date.now() - 60_000)).some(({ type }) => type === 'invoice.paid')).toBe(
      true,
    );
  });
});

describe('the stand-in itself', () => {
  it('answers this machine alone, and no other website', async () => {
    const foreign = await fetch(`${stripe.url}/clock`, {
      method: 'POST',
      headers: { origin: 'https://evil.test' },
      body: 'days=1',
    });
    expect(foreign.status).toBe(403);
    expect((await fetch(stripe.url)).status).toBe(200);
  });

  it('checked every method of the adapter', () => {
    if (!stripe.isChecked) return;
    expect([...stripe.checked].sort()).toMatchInlineSnapshot(`
      [
        "GET /v1/charges",
        "GET /v1/checkout/sessions/{id}",
        "GET /v1/customers/search",
        "GET /v1/events",
        "GET /v1/invoices",
        "GET /v1/prices",
        "GET /v1/subscriptions",
        "POST /v1/checkout/sessions",
        "POST /v1/checkout/sessions/{id}/expire",
        "POST /v1/customers",
        "POST /v1/customers/{id}",
      ]
    `);
  });
});
