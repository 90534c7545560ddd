import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkout } from '../../../../schemas/operations/billing/checkout.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { makeTeam, type TestTeam } from '../../../support/factories/keys.ts';
import { moveOn, setCard } from '../../../support/factories/stripe-checkouts.ts';
import { press } from '../../../support/fakes/stripe.ts';
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
  expect(await its.stripe.problems()).toEqual([]);
});

const WITHIN = { timeout: 20_000 };
type Wish = { readonly plan: string; readonly interval?: string; readonly quantity?: number };

const start = async (wish: Wish) => {
  const answer = await callHost(its.stack.appUrl, checkout.startCheckout, { quantity: 7, ...wish }, headers);
  return {
    status: answer.status,
    body: answer.json() as unknown as { intentId: string; url: string },
    error: answer.json().error,
  };
};
const stands = async () => {
  const [row] = await its.stack.sql`
    select w.plan, s.billing_interval as interval, w.subscription_status as status
    from workspaces w left join subscriptions s on s.workspace_id = w.id where w.id = ${team.workspaceId}`;
  return row;
};
const granted = async () =>
  (
    await its.stack.sql<{ amount: number }[]>`
      select amount from credit_grants where workspace_id = ${team.workspaceId} and source = 'plan' order by id`
  ).map(({ amount }) => amount);

async function buy(wish: Wish): Promise<void> {
  await press((await start(wish)).body.url, { do: 'pay' });
  await expect.poll(stands, WITHIN).toMatchObject({ plan: wish.plan, interval: wish.interval ?? 'monthly' });
}
async function change(wish: Wish): Promise<void> {
  await press((await start(wish)).body.url, { do: 'confirm' });
  await expect.poll(stands, WITHIN).toMatchObject({ plan: wish.plan, interval: wish.interval ?? 'monthly' });
}
const customerId = async (): Promise<string> => {
  const [row] = await its.stack.sql<{ id: string }[]>`
    select customer_id as id from billing_customers where workspace_id = ${team.workspaceId}`;
  return row?.id ?? '';
};

describe('credits of a plan', () => {
  it('come once a month, however often its interval changes', async () => {
    await buy({ plan: 'growth' });
    await change({ plan: 'growth', interval: 'annual' });
    await change({ plan: 'growth', interval: 'monthly' });
    await change({ plan: 'growth', interval: 'annual' });
    expect(await granted()).toEqual([150]);
  });

  it('grow with the plan at once, and not again when it is chosen again', async () => {
    await buy({ plan: 'plus' });
    await change({ plan: 'growth' });
    expect(await granted()).toEqual([50, 100]);
    await change({ plan: 'plus' });
    await change({ plan: 'growth' });
    expect(await granted()).toEqual([50, 100]);
  });
});

it('while a payment is missing the plan can’t change', async () => {
  await buy({ plan: 'growth' });
  await setCard(its.stripe, await customerId(), 'card-declines');
  await moveOn(its.stripe, 32);
  await expect.poll(stands, WITHIN).toMatchObject({ status: 'past_due' });
  const { status, error } = await start({ plan: 'starter' });
  expect([status, error.details?.reason]).toEqual([409, 'payment_missing']);
  // The provider knows first: our own row may be a second behind.
  await its.stack.sql`update subscriptions set past_due_since = null where workspace_id = ${team.workspaceId}`;
  expect((await start({ plan: 'starter' })).error.details?.reason).toBe('payment_missing');
});

it('a pack that is paid each month is not bought twice', async () => {
  const ask = async () => {
    const wish = { catalogId: 'enrichment_starter' };
    const answer = await callHost(its.stack.appUrl, checkout.startEnrichmentCheckout, wish, headers);
    return {
      status: answer.status,
      body: answer.json() as unknown as { intentId: string; url: string },
      error: answer.json().error,
    };
  };
  const { intentId, url } = (await ask()).body;
  await press(url, { do: 'pay' });
  const paid = { intentId, waitSeconds: 25 };
  expect((await callHost(its.stack.appUrl, checkout.getCheckout, paid, headers)).json()).toMatchObject({
    status: 'completed',
  });
  const again = await ask();
  expect([again.status, again.error.details?.reason]).toEqual([409, 'pack_runs']);
});

it('the payment page is for keys that may buy: others see how it stands', async () => {
  const { intentId, url } = (await start({ plan: 'plus' })).body;
  const read = async (scopes: string[], mode?: 'test') => {
    const key = await team.key('owner', { scopes, ...(mode && { mode }) } as never);
    return (await callHost(its.stack.appUrl, checkout.getCheckout, { intentId }, key.headers)).json();
  };
  expect(await read(['billing.manage'])).toMatchObject({ status: 'pending', url });
  expect(await read(['workspace.read'])).toMatchObject({ status: 'pending', url: null });
  expect(await read(['workspace.act'], 'test')).toMatchObject({ status: 'pending', url: null });
});

it('all members are paid for, even those whom an ended trial left', async () => {
  await its.stack.sql`update workspaces set plan = 'free', seats = null where id = ${team.workspaceId}`;
  const { status, error } = await start({ plan: 'starter', quantity: 1 });
  expect([status, error.details?.reason]).toEqual([409, 'over_cap']);
  expect((await start({ plan: 'starter', quantity: 5 })).status).toBe(200);
});
