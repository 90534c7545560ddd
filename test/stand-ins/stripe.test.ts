import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { webhookCheck } from '../../outbound/payments/stripe/webhook.ts';
import { type StripeStandIn, startStripeStandIn } from '../../stand-ins/stripe/stand-in.ts';
import { moveOn, newBuyer, subscribed, toOpen } from '../support/factories/stripe-checkouts.ts';
import { accountOf, paymentsAt, press } from '../support/fakes/stripe.ts';

describe('webhooks', () => {
  let hooked: StripeStandIn;
  let received: { readonly body: Buffer; readonly signature: string }[];
  let answers: number[];
  const app = createServer(async (asked, response) => {
    const parts: Buffer[] = [];
    for await (const part of asked) parts.push(part as Buffer);
    received.push({ body: Buffer.concat(parts), signature: String(asked.headers['stripe-signature']) });
    response.writeHead(answers.shift() ?? 200).end();
  });
  beforeAll(async () => {
    app.listen(0, '127.0.0.1');
    await once(app, 'listening');
    hooked = await startStripeStandIn({ webhookUrl: `http://127.0.0.1:${(app.address() as AddressInfo).port}/hook` });
  });
  beforeEach(() => {
    hooked.faults.clear();
    [received, answers] = [[], []];
  });
  afterAll(async () => {
    await hooked.close();
    app.close();
  });

  const types = () => received.map(({ body }) => (JSON.parse(body.toString()) as { type: string }).type);
  const emit = (type = 'invoice.paid', more: object = {}) =>
    hooked.world.events.emit(type, {
      ...{ id: 'in_1', object: 'invoice', created: 1, livemode: false, customer: 'cus_1' },
      ...more,
    } as never);

  it('are signed, and sent again until they are taken', async () => {
    answers.push(500, 503);
    const { id } = emit();
    await hooked.world.events.settled();
    expect(received).toHaveLength(3);
    for (const { body, signature } of received)
      expect(webhookCheck(accountOf(hooked))(body, signature, Date.now())).toMatchObject({ news: { eventId: id } });
  });

  it('are lost, doubled and late on demand', async () => {
    hooked.faults.add({ kind: 'lostWebhook', match: 'invoice.paid' });
    hooked.faults.add({ kind: 'duplicateWebhook', match: 'charge.refunded' });
    hooked.faults.add({ kind: 'lateWebhook', match: 'invoice.voided', delayMs: 200 });
    for (const type of ['invoice.paid', 'charge.refunded', 'invoice.voided', 'invoice.payment_failed']) emit(type);
    await hooked.world.events.settled();
    expect(types().sort()).toEqual(['charge.refunded', 'charge.refunded', 'invoice.payment_failed', 'invoice.voided']);
    expect(types().at(-1)).toBe('invoice.voided');
    const { news } = await paymentsAt(hooked).listNews(Date.now() - 60_000, Date.now() + 60_000);
    expect(news.map(({ type }) => type)).toContain('invoice.paid');
  });
});

describe('the stand-in of Stripe', () => {
  let folder: string;
  let stripe: StripeStandIn;
  const file = () => join(folder, 'deep', 'stripe.json');
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-stripe-'));
    stripe = await startStripeStandIn({ file: file() });
  });
  afterAll(async () => {
    await stripe.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('answers this machine alone, and no other website', async () => {
    const send = (headers: Record<string, string>) =>
      fetch(`${stripe.url}/clock`, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ days: '0' }),
        redirect: 'manual',
      });
    expect((await send({ origin: 'https://evil.test' })).status).toBe(403);
    expect((await send({ origin: 'null' })).status).toBe(403);
    expect((await send({ origin: stripe.url })).status).toBe(303);
    const rebound = await new Promise<number | undefined>((resolve) => {
      request(stripe.url, { headers: { host: 'evil.test' } }, ({ statusCode }) => resolve(statusCode)).end();
    });
    expect(rebound).toBe(403);
  });

  it('needs its own key', async () => {
    const statusOf = (headers: Record<string, string>) =>
      fetch(`${stripe.url}/v1/prices`, { headers }).then(({ status }) => status);
    expect(await statusOf({})).toBe(401);
    expect(await statusOf({ authorization: 'Bearer sk_live_real' })).toBe(401);
    expect(await statusOf({ authorization: `Bearer ${stripe.secretKey}` })).toBe(200);
  });

  it('keeps what was paid and its clock, and takes another start up', async () => {
    const { customerId } = await subscribed(stripe);
    await moveOn(stripe, 32);
    const [before, clock] = [await paymentsAt(stripe).listInvoices(customerId), stripe.world.state.now()];
    await stripe.close();
    stripe = await startStripeStandIn({ file: file() });
    expect(stripe.world.state.now()).toBeGreaterThanOrEqual(clock);
    const after = await paymentsAt(stripe).listInvoices(customerId);
    expect(after.map(({ number }) => number)).toEqual(before.map(({ number }) => number));
    const next = await subscribed(stripe);
    const [newest] = await paymentsAt(stripe).listInvoices(next.customerId);
    expect(before.map(({ number }) => number)).not.toContain(newest?.number);
  });

  it('says so when its file is damaged', async () => {
    const damaged = join(folder, 'damaged.json');
    await writeFile(damaged, '{');
    await expect(startStripeStandIn({ file: damaged })).rejects.toThrow('is damaged');
  });

  it('shows what happened on pages that need no scripts', async () => {
    const { customerId } = await subscribed(stripe);
    const { url } = await paymentsAt(stripe).openCheckout(toOpen(await newBuyer(stripe)));
    const read = async (path: string) => (await fetch(path)).text();
    const home = await read(stripe.url);
    for (const words of [customerId, url, 'checkout.session.completed', 'Move the clock on'])
      expect(home).toContain(words);
    const customer = await read(`${stripe.url}/customers/${customerId}`);
    for (const words of ['3 × Holdfast Plus', '60.00 USD: paid', 'Refund', 'Dispute'])
      expect(customer).toContain(words);
    expect(await press(`${stripe.url}/clock`, { days: '-1' })).toBe('400');
    expect(await press(`${stripe.url}/clock`, { days: 'x' })).toBe('400');
    for (const path of ['/pay/none', '/portal/none', '/customers/none', '/invoices/none'])
      expect((await fetch(`${stripe.url}${path}`)).status).toBe(404);
  });

  it('a payment is disputed, and lost, by its buttons', async () => {
    const { customerId } = await subscribed(stripe);
    const [charge] = await paymentsAt(stripe).listPayments(customerId);
    const act = (button: string) =>
      press(`${stripe.url}/customers/${customerId}`, { do: button, payment: charge?.paymentId ?? '' });
    await act('lost');
    expect(await paymentsAt(stripe).listPayments(customerId)).toMatchObject([{ amountDisputed: 0 }]);
    await act('dispute');
    expect(await paymentsAt(stripe).listPayments(customerId)).toMatchObject([
      { amountDisputed: 6_000, isDisputeLost: false },
    ]);
    await act('lost');
    expect(await paymentsAt(stripe).listPayments(customerId)).toMatchObject([
      { amountDisputed: 6_000, isDisputeLost: true },
    ]);
  });

  it('refunds, disputes and fails on demand', async () => {
    const { customerId } = await subscribed(stripe);
    const [charge] = await paymentsAt(stripe).listPayments(customerId);
    const fault = (body: object) =>
      fetch(`${stripe.url}/__faults`, { method: 'POST', body: JSON.stringify(body) }).then(({ status }) => status);
    expect(await fault({ kind: 'dispute', match: charge?.paymentId })).toBe(201);
    expect(await fault({ kind: 'refund', match: charge?.paymentId })).toBe(201);
    expect(await paymentsAt(stripe).listPayments(customerId)).toMatchObject([
      { amountRefunded: 6_000, amountDisputed: 6_000 },
    ]);
    expect(await fault({ kind: 'disputeWon', match: charge?.paymentId })).toBe(201);
    expect(await paymentsAt(stripe).listPayments(customerId)).toMatchObject([
      { amountDisputed: 0, isDisputeLost: false },
    ]);
    // None is open any more.
    for (const kind of ['disputeWon', 'disputeLost']) expect(await fault({ kind, match: charge?.paymentId })).toBe(400);
    expect(await fault({ kind: 'refund', match: 'pi_none' })).toBe(400);
    expect(await fault({ kind: 'nonsense' })).toBe(400);
    expect(await fault({ kind: '5xx', status: 502 })).toBe(201);
    await expect(paymentsAt(stripe).listPayments(customerId)).rejects.toThrow('502');
  });
});
