import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Operation } from '../../../../schemas/operation.ts';
import { checkout } from '../../../../schemas/operations/billing/checkout.ts';
import { collect } from '../../../../stand-ins/stripe/invoices.ts';
import { expireNow } from '../../../../stand-ins/stripe/sessions.ts';
import { settleSlow } from '../../../../stand-ins/stripe/slow-payments.ts';
import { flowStart } from '../../../../workflows/catalogue.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { makeTeam, type TestTeam } from '../../../support/factories/keys.ts';
import { paymentsAt, press } from '../../../support/fakes/stripe.ts';
import { type PayingStack, startPayingStack } from '../../../support/stack/paying-stack.ts';

let its: PayingStack;
let team: TestTeam;
let headers: Readonly<Record<string, string>>;
beforeAll(async () => {
  its = await startPayingStack();
  its.listen();
});
afterAll(() => its.close());
beforeEach(async () => {
  team = await makeTeam(its.stack.sql);
  headers = (await team.key('owner')).headers;
});
afterEach(async () => {
  its.stripe.faults.clear();
  expect(await its.stripe.problems()).toEqual([]);
});

const WITHIN = { timeout: 20_000 };
interface Started {
  readonly intentId: string;
  readonly url: string;
}
const buy = async () => {
  const wish = { catalogId: 'enrichment_pack_50' };
  const answer = await callHost(its.stack.appUrl, checkout.startEnrichmentCheckout, wish, headers);
  return { ...(answer.json() as unknown as Started), error: answer.json().error };
};
const seen = async (intentId: string) =>
  (await callHost(its.stack.appUrl, checkout.getCheckout, { intentId }, headers)).json();
const left = async () => (await callHost(its.stack.appUrl, checkout.listCredits, {}, headers)).json().left;
const sessionOf = async (intentId: string) => {
  const found = its.stripe.world.state.get('checkout.session', String((await seen(intentId)).sessionId));
  if (!found) throw new Error('no session');
  return found;
};
const flowOf = (intentId: string) => its.stack.client.workflow.getHandle(`checkout/${intentId}`);
const payingSince = async (intentId: string) =>
  (await its.stack.sql`select paying_since from checkout_intents where id = ${intentId}`)[0]?.paying_since;

const mails = () => its.stack.sql<{ to: string; subject: string; text: string }[]>`
  select recipient as "to", subject, text_body as text from local_mails
  where workspace_id = ${team.workspaceId} and kind = 'billing' order by created_at`;

async function paidSlowly(): Promise<string> {
  const { intentId, url } = await buy();
  await press(url, { do: 'pay-slowly' });
  await expect.poll(() => payingSince(intentId), WITHIN).not.toBeNull();
  return intentId;
}

describe('a payment provider that takes calls and does not answer', () => {
  it('is named within the deadline of the call; the same call then finds the checkout', async () => {
    const { stack, stripe, close } = await startPayingStack({ deadlineMs: 'product' });
    try {
      const of = (await (await makeTeam(stack.sql)).key('owner')).headers;
      const call = async (operation: Operation, input: Readonly<Record<string, unknown>>) =>
        (await callHost(stack.appUrl, operation, input, of)).json() as { url?: string; error?: object };
      const open = () => call(checkout.startEnrichmentCheckout, { catalogId: 'enrichment_pack_50' });
      stripe.faults.add({ kind: 'slow', match: 'POST /v1/', count: 20, delayMs: 3_500 });
      const away = { error: { code: 'service.unavailable', details: { dependency: 'payment' } } };
      expect(await open()).toMatchObject(away);
      expect(await call(checkout.createPortalSession, {})).toMatchObject(away);
      stripe.faults.clear();
      await expect.poll(async () => (await open()).url, { timeout: 30_000 }).toContain('http');
    } finally {
      await close();
    }
  }, 60_000);
});

describe('a way to pay that takes days', () => {
  it('leaves the checkout pending without its page, until the money comes', async () => {
    const intentId = await paidSlowly();
    expect(await seen(intentId)).toMatchObject({ status: 'pending', url: null });
    expect((await buy()).error.details?.reason).toBe('payment_under_way');
    const canceled = await callHost(its.stack.appUrl, checkout.cancelCheckout, { intentId }, headers);
    expect(canceled.json()).toMatchObject({ status: 'pending', message: expect.stringContaining('takes days') });
    settleSlow(its.stripe.world, await sessionOf(intentId), true);
    await expect.poll(async () => (await seen(intentId)).status, WITHIN).toBe('completed');
    expect(await left()).toBe(50);
  });

  it('and fails: the checkout is over, its flow ends, and the same wish opens another page', async () => {
    const intentId = await paidSlowly();
    settleSlow(its.stripe.world, await sessionOf(intentId), false);
    await expect.poll(async () => (await seen(intentId)).status, WITHIN).toBe('expired');
    expect(await flowOf(intentId).result()).toBe('expired');
    expect((await buy()).intentId).not.toBe(intentId);
    expect(await left()).toBe(0);
    await expect.poll(async () => (await mails())[0]?.text, WITHIN).toContain('The bank did not pay for 50 credits');
    expect((await mails())[0]?.text).toContain('No credits came, and nothing is owed.');
  });

  it('is not waited for for ever: three weeks after the end of its page it is over, and money that comes then counts', async () => {
    const intentId = await paidSlowly();
    await its.stack.sql`update checkout_intents set expires_at = now() - interval '22 days' where id = ${intentId}`;
    await flowOf(intentId).signal('nudge');
    expect(await flowOf(intentId).result()).toBe('expired');
    settleSlow(its.stripe.world, await sessionOf(intentId), true);
    await expect.poll(async () => (await seen(intentId)).status, WITHIN).toBe('completed');
    expect(await left()).toBe(50);
  });
});

const TRIAL = { plan: 'growth', status: 'trialing', seats: null };
const planOf = async () =>
  (
    await its.stack
      .sql`select plan, subscription_status as status, seats from workspaces where id = ${team.workspaceId}`
  )[0];
const choose = async (wish: object = { plan: 'plus', quantity: 7 }) => {
  const answer = await callHost(its.stack.appUrl, checkout.startCheckout, { ...wish }, headers);
  return { ...(answer.json() as unknown as Started), error: answer.json().error };
};
/** Looked at now, as after a webhook, until that look is over. */
const lookedAt = async () => {
  const client = its.stack.client.workflow;
  const handle = await client.signalWithStart('subscription', {
    ...flowStart('subscription', { id: team.workspaceId, workspaceId: team.workspaceId }, its.stack.taskQueue),
    signal: 'nudge',
  });
  return handle.result();
};
const invoices = async () => {
  const answer = await callHost(its.stack.appUrl, checkout.listInvoices, {}, headers);
  return (answer.json() as unknown as { invoices: { status: string }[] }).invoices;
};
const subscriptionOf = async (intentId: string) =>
  its.stripe.world.state.get('subscription', (await sessionOf(intentId)).subscription ?? '');

describe('a plan that is paid by a way that takes days', () => {
  beforeEach(async () => {
    await its.stack.sql`
      update workspaces set plan = 'growth', subscription_status = 'trialing', trial_ends_at = now() + interval '9 days' where id = ${team.workspaceId}`;
  });
  const chosenSlowly = async () => {
    const { intentId, url } = await choose();
    await press(url, { do: 'pay-slowly' });
    await expect.poll(() => payingSince(intentId), WITHIN).not.toBeNull();
    // The provider calls it active already.
    expect((await subscriptionOf(intentId))?.status).toBe('active');
    return intentId;
  };

  it('leaves the trial as it is until the money comes: then there is the plan, with its credits', async () => {
    const intentId = await chosenSlowly();
    expect(await lookedAt()).toBe('ended');
    expect(await planOf()).toEqual(TRIAL);
    expect(await left()).toBe(0);
    const message = expect.stringContaining('on its way at the bank');
    expect(await seen(intentId)).toMatchObject({ status: 'pending', url: null, plan: 'plus', message });
    for (const wish of [undefined, { plan: 'starter', quantity: 7 }])
      expect((await choose(wish)).error.details?.reason).toBe('payment_under_way');
    settleSlow(its.stripe.world, await sessionOf(intentId), true);
    await expect.poll(async () => (await seen(intentId)).status, WITHIN).toBe('completed');
    expect(await planOf()).toEqual({ plan: 'plus', status: 'active', seats: 7 });
    expect(await left()).toBe(50);
  });

  it('and fails: the trial goes on, its subscription is over, and another one can be bought', async () => {
    const intentId = await chosenSlowly();
    settleSlow(its.stripe.world, await sessionOf(intentId), false);
    await expect.poll(async () => (await seen(intentId)).status, WITHIN).toBe('expired');
    expect(await planOf()).toEqual(TRIAL);
    await expect.poll(async () => (await subscriptionOf(intentId))?.status, WITHIN).toBe('canceled');
    const other = await choose();
    await press(other.url, { do: 'pay' });
    await expect.poll(planOf, WITHIN).toEqual({ plan: 'plus', status: 'active', seats: 7 });
  });

  it('and fails: those who pay get a mail, once, with a link to the same choice; its invoice is ended', async () => {
    const intentId = await chosenSlowly();
    settleSlow(its.stripe.world, await sessionOf(intentId), false);
    const payers = [team.members.owner.email, team.members.billing_only.email].toSorted();
    await expect.poll(async () => (await mails()).map(({ to }) => to).toSorted(), WITHIN).toEqual(payers);
    const [mail] = await mails();
    expect(mail?.subject).toBe('The payment for Test did not come');
    expect(mail?.text).toContain('The bank did not pay for Plus, 7 members, which was chosen for Test.');
    expect(mail?.text).toContain('The plan stays as it is: Growth.');
    expect(mail?.text).toContain(`${its.stack.appUrl}/settings/billing?workspace=${team.slug}&plan=plus&members=7`);
    await expect.poll(async () => (await invoices()).map(({ status }) => status), WITHIN).toEqual(['void']);
    await lookedAt();
    await lookedAt();
    expect(await mails()).toHaveLength(2);
  });

  it('and fails, and its invoice is paid before it is ended: the money goes back', async () => {
    const intentId = await chosenSlowly();
    const { world } = its.stripe;
    its.stripe.faults.add({ kind: 'lostWebhook', match: '', count: 20 });
    settleSlow(world, await sessionOf(intentId), false);
    // The look stopped between the two.
    const subscription = await subscriptionOf(intentId);
    await paymentsAt(its.stripe).cancelNow(subscription?.id ?? '', 'never_paid');
    const [invoice] = world.state.all('invoice').filter((one) => one._subscription === subscription?.id);
    if (!invoice) throw new Error('no invoice');
    collect(world, invoice, false);
    its.stripe.faults.clear();
    await lookedAt();
    const charges = world.state.all('charge').filter(({ customer, paid }) => customer === invoice.customer && paid);
    expect(charges).toMatchObject([{ amount: 14_000, amount_refunded: 14_000 }]);
    expect(await planOf()).toEqual(TRIAL);
    expect((await invoices()).map(({ status }) => status)).toEqual(['paid']);
  });

  it('and fails while no webhook comes: the next wish gives it up', async () => {
    const intentId = await chosenSlowly();
    its.stripe.faults.add({ kind: 'lostWebhook', match: '', count: 20 });
    settleSlow(its.stripe.world, await sessionOf(intentId), false);
    const other = await choose({ plan: 'starter', quantity: 7 });
    expect(other.error).toBeUndefined();
    expect((await subscriptionOf(intentId))?.status).toBe('canceled');
    expect(await planOf()).toEqual(TRIAL);
  });
});

describe('a page that the provider ended by itself', () => {
  it('ends its checkout', async () => {
    const { intentId } = await buy();
    expireNow(its.stripe.world, await sessionOf(intentId));
    await expect.poll(async () => (await seen(intentId)).status, WITHIN).toBe('expired');
  });

  it('without a webhook: the same wish opens another page at once', async () => {
    const first = await buy();
    its.stripe.faults.add({ kind: 'lostWebhook', match: '', count: 20 });
    expireNow(its.stripe.world, await sessionOf(first.intentId));
    const second = await buy();
    expect(second.intentId).not.toBe(first.intentId);
    expect(await seen(first.intentId)).toMatchObject({ status: 'expired', url: null });
    expect(await press(second.url, { do: 'pay' })).not.toBe('410');
    // Paid, and nobody has told us: the same wish says so, instead of the page that is over.
    expect((await buy()).error.details?.reason).toBe('checkout_completed');
    expect(await left()).toBe(50);
  });
});
