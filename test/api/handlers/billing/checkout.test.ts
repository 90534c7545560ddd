import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiKeys } from '../../../../schemas/operations/access/api-keys.ts';
import { billing } from '../../../../schemas/operations/billing/billing.ts';
import { checkout } from '../../../../schemas/operations/billing/checkout.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { hostCallOver } from '../../../support/drivers/host-surfaces.ts';
import { makeTeam, type TestTeam } from '../../../support/factories/keys.ts';
import { moveOn, setCard } from '../../../support/factories/stripe-checkouts.ts';
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
  await its.stack.sql`
    update workspaces set subscription_status = 'trialing', trial_ends_at = now() + interval '9 days' where id = ${team.workspaceId}`;
});
afterEach(async () => {
  its.stripe.faults.clear();
  expect(await its.stripe.problems()).toEqual([]);
});

const planOf = async () => {
  const [row] = await its.stack.sql`
    select plan, subscription_status as status, seats from workspaces where id = ${team.workspaceId}`;
  return row;
};
const start = async (input: object = { plan: 'plus', quantity: 7 }, by = headers) => {
  const answer = await callHost(its.stack.appUrl, checkout.startCheckout, { ...input }, by);
  return { status: answer.status, body: answer.json() as unknown as Started, error: answer.json().error };
};
const get = async (intentId: string, waitSeconds = 0, by = headers) =>
  (await callHost(its.stack.appUrl, checkout.getCheckout, { intentId, waitSeconds }, by)).json();
const WITHIN = { timeout: 20_000 };

interface Started {
  readonly intentId: string;
  readonly url: string;
}

describe.each(['REST', 'MCP'] as const)('over %s', (surface) => {
  const call = hostCallOver(surface, () => its.stack);

  it('trial, checkout, paid: the plan and its caps change at once; portal, canceled, free', async () => {
    const started = await call(
      checkout.startCheckout,
      { plan: 'solo', quantity: 6, metadata: { by: 'test' } },
      headers,
    );
    expect(started.output).toMatchObject({ status: 'pending', plan: 'solo', interval: 'monthly', quantity: 6 });
    const { intentId, url } = started.output;
    expect(await get(intentId)).toMatchObject({
      status: 'pending',
      completedAt: null,
      sessionId: expect.stringMatching(/^cs_/),
      url,
    });
    const waiting = call(checkout.getCheckout, { intentId, waitSeconds: 10 }, headers);
    await press(url, { do: 'pay' });
    expect((await waiting).output).toMatchObject({ intentId, status: 'completed', url: null });
    expect(await planOf()).toEqual({ plan: 'starter', status: 'active', seats: 6 });
    const seen = await call(billing.getBilling, {}, headers);
    expect(seen.output).toMatchObject({
      ...{ plan: 'starter', trial: null, paidMembers: 6 },
      subscription: { interval: 'monthly', cancelAtPeriodEnd: false, pastDueSince: null },
    });
    const portal = await call(checkout.createPortalSession, {}, headers);
    expect(portal.output.url).toContain(its.stripe.url);
    const [{ id: subscription }] = (await its.stack.sql`
      select subscription_id as id from subscriptions where workspace_id = ${team.workspaceId}`) as unknown as [
      { id: string },
    ];
    await press(portal.output.url, { do: 'end', subscription });
    await expect.poll(planOf, WITHIN).toEqual({ plan: 'free', status: 'active', seats: null });
  });
});

describe('a checkout', () => {
  it('asked for again is the same; another wish takes its place, and nobody can pay the older page', async () => {
    const first = await start();
    expect((await start()).body).toEqual(first.body);
    const second = await start({ plan: 'growth', quantity: 7 });
    expect(second.body.intentId).not.toBe(first.body.intentId);
    expect(await get(first.body.intentId)).toMatchObject({ status: 'canceled', url: null });
    await expect
      .poll(
        () =>
          its.stack.sql`select 1 from checkout_intents where id = ${first.body.intentId} and page_ended_at is not null`,
        WITHIN,
      )
      .toHaveLength(1);
    await press(first.body.url, { do: 'pay' });
    expect(await planOf()).toMatchObject({ status: 'trialing' });
  });

  it('says what is bought, what it costs, and what comes next', async () => {
    const { body } = await start({ plan: 'pro', interval: 'annual', quantity: 9 });
    const order = { plan: 'pro', interval: 'annual', quantity: 9, currency: 'usd', total: 270_000 };
    expect(body).toMatchObject({
      ...order,
      message: expect.stringMatching(/^Growth for 9 members, 2700\.00 USD a year before tax\..*get_checkout/),
    });
    expect(await get(body.intentId)).toMatchObject({
      ...{ ...order, catalogId: null },
      message: expect.stringContaining('Not paid yet'),
    });
    await press(body.url, { do: 'pay' });
    expect(await get(body.intentId, 10)).toMatchObject({
      ...{ ...order, status: 'completed' },
      message: expect.stringMatching(/^Paid: Growth.*get_billing/),
    });
  });

  it('that names no addresses comes back to the plan of its workspace, which says what became of it', async () => {
    const home = (payment: string) => `${its.stack.appUrl}/settings/billing?workspace=${team.slug}${payment}#plan`;
    const pack = await callHost(
      ...([its.stack.appUrl, checkout.startEnrichmentCheckout, { catalogId: 'enrichment_pack_50' }, headers] as const),
    );
    expect(await press((pack.json() as unknown as Started).url, { do: 'close' })).toBe(home('&payment=closed'));
    const { body } = await start();
    expect(await press(body.url, { do: 'pay' })).toBe(home('&payment=done'));
    await expect.poll(planOf, WITHIN).toEqual({ plan: 'plus', status: 'active', seats: 7 });
    const change = await start({ plan: 'growth', quantity: 7 });
    const page = await (await fetch(change.body.url)).text();
    expect(page).toContain(`href="${home('&payment=closed').replaceAll('&', '&#38;')}"`);
    expect(await press(change.body.url, { do: 'confirm' })).toBe(home('&payment=done'));
    const portal = await callHost(its.stack.appUrl, checkout.createPortalSession, {}, headers);
    expect(await (await fetch(String(portal.json().url))).text()).toContain(`href="${home('')}"`);
  });

  it('is for one member and monthly, unless the call says otherwise; with more members it names how many fit', async () => {
    const { status, error } = await start({ plan: 'plus' });
    expect([status, error.code, error.details]).toEqual([
      409,
      'resource.conflict',
      { reason: 'over_cap', over: [{ feature: 'members', used: 5, cap: 1 }], needed: 5 },
    ]);
    expect(error.message).toContain('quantity: 5');
    expect((await start({ plan: 'plus', quantity: 5 })).body).toMatchObject({ interval: 'monthly', quantity: 5 });
    await press((await start({ plan: 'plus', interval: 'annual', quantity: 9 })).body.url, { do: 'pay' });
    await expect.poll(planOf, WITHIN).toMatchObject({ seats: 9 });
    expect((await start({ plan: 'growth' })).error.details?.needed).toBe(5);
    expect((await start({ plan: 'growth', quantity: 5 })).body).toMatchObject({ interval: 'monthly', quantity: 5 });
    await its.stack.sql`
      delete from memberships where workspace_id = ${team.workspaceId} and role <> 'owner'`;
    expect((await start({ plan: 'growth' })).body).toMatchObject({ interval: 'monthly', quantity: 1 });
  });

  it('of two at once there is one', async () => {
    const both = await Promise.all([start(), start()]);
    expect(new Set(both.map(({ body }) => body.intentId)).size).toBe(1);
  });

  it('is canceled with its page; one that is paid stays paid', async () => {
    const cancel = async (intentId: string) =>
      (await callHost(its.stack.appUrl, checkout.cancelCheckout, { intentId }, headers)).json();
    const { body } = await start();
    const message = 'Nothing can be paid at its page any more.';
    for (let turn = 0; turn < 2; turn += 1)
      expect(await cancel(body.intentId)).toEqual({ intentId: body.intentId, status: 'canceled', message });
    await press(body.url, { do: 'pay' });
    expect(await planOf()).toMatchObject({ status: 'trialing' });
    const other = await start();
    its.stripe.faults.add({ kind: 'lostWebhook', match: '', count: 20 });
    await press(other.body.url, { do: 'pay' });
    expect(await cancel(other.body.intentId)).toMatchObject({ status: 'completed' });
    expect(await planOf()).toMatchObject({ plan: 'plus', seats: 7 });
  });

  it('ends with the key that made it', async () => {
    const key = await team.key('admin');
    const { body } = await start(undefined, key.headers);
    await callHost(its.stack.appUrl, apiKeys.revokeApiKey, { apiKeyId: key.id }, headers);
    await its.stack.client.workflow.getHandle(`checkout/${body.intentId}`).signal('nudge');
    await expect.poll(async () => (await get(body.intentId)).status, WITHIN).toBe('canceled');
  });

  it('with a subscription is the confirmation of its change', async () => {
    await press((await start()).body.url, { do: 'pay' });
    await expect.poll(planOf, WITHIN).toMatchObject({ plan: 'plus' });
    const change = await start({ plan: 'growth', interval: 'annual', quantity: 9 });
    expect(change.status).toBe(200);
    await press(change.body.url, { do: 'confirm' });
    await expect.poll(planOf, WITHIN).toEqual({ plan: 'growth', status: 'active', seats: 9 });
    await expect.poll(async () => (await get(change.body.intentId)).status, WITHIN).toBe('completed');
  });

  it('paid twice: the second subscription is canceled and its money goes back', async () => {
    const { body } = await start();
    const { customerId } = (
      await its.stack.sql<[{ customerId: string }]>`
        select customer_id as "customerId" from billing_customers where workspace_id = ${team.workspaceId}`
    )[0];
    await press(body.url, { do: 'pay' });
    await expect.poll(planOf, WITHIN).toMatchObject({ plan: 'plus' });
    const again = await paymentsAt(its.stripe).openCheckout({
      ...{ intentId: 'x', workspaceId: team.workspaceId, customerId, quantity: 7, metadata: {} },
      ...{ successUrl: its.stack.appUrl, cancelUrl: its.stack.appUrl, expiresMs: Date.now() + 3_600_000 },
      purchase: { kind: 'plan', plan: 'plus', interval: 'monthly' },
    });
    // The first try of the refund fails: what has ended already would never be looked at again.
    its.stripe.faults.add({ kind: '5xx', match: 'POST /v1/refunds' });
    await press(again.url, { do: 'pay' });
    await expect
      .poll(
        async () =>
          (await paymentsAt(its.stripe).listPayments(customerId)).map(({ amountRefunded }) => amountRefunded > 0),
        WITHIN,
      )
      .toEqual([true, false]);
    expect(await planOf()).toEqual({ plan: 'plus', status: 'active', seats: 7 });
  });

  it('for what is paid already, or after a cancellation, says so', async () => {
    await press((await start()).body.url, { do: 'pay' });
    await expect.poll(planOf, WITHIN).toMatchObject({ plan: 'plus' });
    expect((await start()).error.details?.reason).toBe('nothing_to_change');
    const first = await start({ plan: 'plus', quantity: 8 });
    // The page that confirms a change lives for minutes: the same call brings another.
    const again = await start({ plan: 'plus', quantity: 8 });
    expect(again.body.intentId).toBe(first.body.intentId);
    expect(again.body.url).not.toBe(first.body.url);
    await its.stack.sql`update subscriptions set cancel_at_period_end = true where workspace_id = ${team.workspaceId}`;
    expect((await start({ plan: 'growth', quantity: 8 })).error.details?.reason).toBe('subscription_ends');
  });

  it('a payment that fails locks by the clock of the stand-in alone, as the guide says', async () => {
    await press((await start()).body.url, { do: 'pay' });
    await expect.poll(planOf, WITHIN).toMatchObject({ plan: 'plus' });
    const [row] = await its.stack.sql<{ id: string }[]>`
      select customer_id as id from billing_customers where workspace_id = ${team.workspaceId}`;
    await setCard(its.stripe, row?.id ?? '', 'card-declines');
    await moveOn(its.stripe, 31);
    await expect.poll(planOf, WITHIN).toMatchObject({ status: 'past_due' });
    await moveOn(its.stripe, 8);
    await its.stripe.world.events.settled();
    expect(await planOf()).toMatchObject({ status: 'past_due' });
    await moveOn(its.stripe, 7);
    await expect.poll(planOf, WITHIN).toMatchObject({ plan: 'plus', status: 'inactive' });
    await setCard(its.stripe, row?.id ?? '', 'card-works');
    await moveOn(its.stripe, 7);
    await expect.poll(planOf, WITHIN).toMatchObject({ plan: 'plus', status: 'active' });
  });

  it('a payment that fails: two weeks of grace, then nobody can book; paying unlocks at once', async () => {
    const { body } = await start();
    await press(body.url, { do: 'pay' });
    await expect.poll(planOf, WITHIN).toMatchObject({ plan: 'plus' });
    const [{ customerId }] = (await its.stack.sql`
      select customer_id as "customerId" from billing_customers where workspace_id = ${team.workspaceId}`) as unknown as [
      { customerId: string },
    ];
    await setCard(its.stripe, customerId, 'card-declines');
    await moveOn(its.stripe, 32);
    await expect.poll(planOf, WITHIN).toMatchObject({ plan: 'plus', status: 'past_due' });
    await its.stack.sql`
      update subscriptions set past_due_since = now() - interval '15 days' where workspace_id = ${team.workspaceId}`;
    await its.stack.client.workflow.getHandle(`subscription/${team.workspaceId}`).signal('nudge');
    await expect.poll(planOf, WITHIN).toMatchObject({ plan: 'plus', status: 'inactive' });
    const subjects = async () =>
      (await its.stack.mailbox(team.members.billing_only.email))
        .filter(({ kind }) => kind === 'billing')
        .map(({ subject }) => subject);
    await expect
      .poll(subjects, WITHIN)
      .toEqual([...['Nobody can book with Test any more', 'A payment for Test failed', 'Test has the plan Plus now']]);
    expect((await start({ plan: 'growth', quantity: 7 })).error.details?.reason).toBe('payment_missing');
    expect((await callHost(its.stack.appUrl, checkout.createPortalSession, {}, headers)).status).toBe(200);
    await setCard(its.stripe, customerId, 'card-works');
    await moveOn(its.stripe, 4);
    await expect.poll(planOf, WITHIN).toMatchObject({ plan: 'plus', status: 'active' });
  });
});

describe('credits', () => {
  const credits = async () =>
    (await callHost(its.stack.appUrl, checkout.listCredits, {}, headers)).json() as unknown as {
      left: number;
      lots: { source: string; remaining: number; expiresAt: string }[];
    };
  const buy = async (catalogId: string) => {
    const answer = await callHost(its.stack.appUrl, checkout.startEnrichmentCheckout, { catalogId }, headers);
    expect(answer.json()).toMatchObject({ status: 'pending', catalogId });
    return answer.json() as unknown as Started;
  };

  it('of a pack that is paid once are there at once, once, for a year', async () => {
    const { intentId, url } = await buy('enrichment_pack_50');
    await press(url, { do: 'pay' });
    expect(await get(intentId, 10)).toMatchObject({ status: 'completed' });
    await its.stack.client.workflow.getHandle(`checkout/${intentId}`).result();
    const { left, lots } = await credits();
    expect([left, lots.map(({ source, remaining }) => [source, remaining])]).toEqual([50, [['pack', 50]]]);
    const days = (Date.parse(lots[0]?.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(364);
    expect(days).toBeLessThan(367);
  });

  it('of a plan and of a monthly pack come with each month, and do not change the plan', async () => {
    await press((await start()).body.url, { do: 'pay' });
    await expect.poll(planOf, WITHIN).toMatchObject({ plan: 'plus' });
    await press((await buy('enrichment_starter')).url, { do: 'pay' });
    await expect.poll(async () => (await credits()).left, WITHIN).toBe(150);
    expect(await planOf()).toEqual({ plan: 'plus', status: 'active', seats: 7 });
    expect((await credits()).lots.map(({ source, remaining }) => `${source} ${remaining}`).sort()).toEqual([
      ...['pack_subscription 100', 'plan 50'],
    ]);
  });

  it('a plan and a pack are bought beside each other', async () => {
    const plan = await start();
    const pack = await buy('enrichment_pack_200');
    expect(await get(plan.body.intentId)).toMatchObject({ status: 'pending' });
    expect(await get(pack.intentId)).toMatchObject({ status: 'pending' });
  });

  it('invoices say what each is for', async () => {
    const { body } = await start({ plan: 'plus', quantity: 7, interval: 'annual' });
    await press(body.url, { do: 'pay' });
    await get(body.intentId, 10);
    const pack = await buy('enrichment_pack_200');
    await press(pack.url, { do: 'pay' });
    await get(pack.intentId, 10);
    const change = await start({ plan: 'growth', quantity: 8, interval: 'annual' });
    await press(change.body.url, { do: 'confirm' });
    await get(change.body.intentId, 10);
    const listed = await callHost(its.stack.appUrl, checkout.listInvoices, {}, headers);
    const { invoices } = listed.json() as unknown as { invoices: { items: { description: string }[] }[] };
    const nothing = { plan: null, interval: null, catalogId: null, credits: null };
    const pack200 = { catalogId: 'enrichment_pack_200', credits: 200, quantity: 1 };
    // All three may be of one second.
    expect(invoices.flatMap(({ items }) => items).toSorted((a, b) => (a.description < b.description ? -1 : 1))).toEqual(
      [
        { ...nothing, description: '200 enrichment credits', ...pack200 },
        {
          ...{ ...nothing, description: 'Growth for 8 members, annual, the rest of the period' },
          ...{ plan: 'growth', interval: 'annual', quantity: 8 },
        },
        { ...nothing, description: 'Plus for 7 members, annual', plan: 'plus', interval: 'annual', quantity: 7 },
      ],
    );
  });
});

describe('is refused', () => {
  it.each([
    [{ plan: 'free' }, 400],
    [{ plan: 'plus', quantity: 0 }, 400],
    [{ plan: 'plus', quantity: 21 }, 400],
    [{ plan: 'plus', successUrl: 'javascript:alert(1)' }, 400],
    [{ plan: 'plus', successUrl: '//evil.test' }, 400],
    [{ plan: 'plus', quantity: 7, successUrl: 'https://evil.test/' }, 422],
    [{ plan: 'plus', quantity: 7, cancelUrl: 'https://evil.test@localhost/' }, 422],
    [{ plan: 'plus', metadata: { ['k'.repeat(41)]: 'v' } }, 400],
    [{ plan: 'plus', customerEmail: 'nobody' }, 400],
  ])('%j: %i', async (input, status) => {
    expect((await start(input)).status).toBe(status);
    expect(await its.stack.sql`select 1 from checkout_intents where workspace_id = ${team.workspaceId}`).toHaveLength(
      0,
    );
  });

  it('below what is used: it says what must go first', async () => {
    const { status, error } = await start({ plan: 'plus', quantity: 2 });
    expect([status, error.details]).toEqual([
      409,
      { reason: 'over_cap', over: [{ feature: 'members', used: 5, cap: 2 }], needed: 5 },
    ]);
  });

  it('of another workspace, for members, and for test keys', async () => {
    const { body } = await start();
    const other = await makeTeam(its.stack.sql);
    expect((await get(body.intentId, 0, (await other.key('owner')).headers)).error.code).toBe('resource.not_found');
    expect((await start(undefined, (await team.key('member')).headers)).status).toBe(403);
    expect((await start(undefined, (await team.key('owner', { scopes: ['workspace.read'] })).headers)).status).toBe(
      403,
    );
    expect((await start(undefined, (await team.key('owner', { mode: 'test' })).headers)).error.details?.reason).toBe(
      'test_key',
    );
    const bills = await team.key('billing_only', { scopes: ['billing.manage'] });
    expect((await start(undefined, bills.headers)).status).toBe(200);
  });

  it('while the provider is away: 503, and the same call finds the same checkout', async () => {
    its.stripe.faults.add({ kind: '5xx', count: 8 });
    const away = await start();
    expect([away.status, away.error.details?.dependency]).toEqual([503, 'payment']);
    its.stripe.faults.clear();
    const { status, body } = await start();
    expect(status).toBe(200);
    expect(await its.stack.sql`select id from checkout_intents where workspace_id = ${team.workspaceId}`).toEqual([
      { id: body.intentId },
    ]);
  });
});
