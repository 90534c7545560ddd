import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCheckoutActivities } from '../../../activities/billing/checkout.ts';
import {
  createSubscriptionActivities,
  lookAtSubscription,
  type SubscriptionDependencies,
} from '../../../activities/billing/subscription.ts';
import { PaymentsRefused } from '../../../outbound/payments/payments.ts';
import { checkout } from '../../../schemas/operations/billing/checkout.ts';
import { newSubscription } from '../../../stand-ins/stripe/subscriptions.ts';
import { beginLook, saveCustomer } from '../../../store/billing/customers.ts';
import { callHost } from '../../support/drivers/host-calls.ts';
import { makeTeam, type TestTeam } from '../../support/factories/keys.ts';
import { toOpen } from '../../support/factories/stripe-checkouts.ts';
import { paymentsAt, press } from '../../support/fakes/stripe.ts';
import { type PayingStack, startPayingStack } from '../../support/stack/paying-stack.ts';

let its: PayingStack;
let team: TestTeam;
let customerId: string;
let told: string[];
beforeAll(async () => {
  its = await startPayingStack();
});
afterAll(() => its.close());
beforeEach(async () => {
  team = await makeTeam(its.stack.sql);
  told = [];
  const { workspaceId } = team;
  ({ customerId } = await paymentsAt(its.stripe).customerOf({ workspaceId, name: 'Acme', email: 'ada@acme.test' }));
  await saveCustomer(its.stack.sql, workspaceId, customerId, null);
});

const dependencies = (more: object = {}): SubscriptionDependencies => ({
  ...{ sql: its.stack.sql, client: its.stack.client, taskQueue: its.stack.taskQueue, now: Date.now },
  payments: { ...paymentsAt(its.stripe), ...more },
  onPaymentRefused: (_, code) => told.push(code),
  onDispute: () => told.push('dispute'),
  onPlanKept: (_, why, priceIds) => told.push(`${why} ${priceIds.join()}`.trim()),
});
let bought = 0;
const subscribe = async () => {
  bought += 1;
  const of = { workspaceId: team.workspaceId, customerId };
  const { url } = await paymentsAt(its.stripe).openCheckout(toOpen(of, { intentId: `kept-${bought}` }));
  await press(url, { do: 'pay' });
  expect(await look()).toMatchObject({ stage: 'active' });
};
const look = (more: object = {}) => lookAtSubscription(dependencies(more), team.workspaceId);
const planOf = async () => {
  const [row] = await its.stack.sql`select plan, seats from workspaces where id = ${team.workspaceId}`;
  return row;
};
const PAID = { plan: 'plus', seats: 3 };
const trouble = async () => {
  const [row] = await its.stack.sql`
    select trouble, next_look_at > now() + interval '20 minutes' as later from billing_customers where workspace_id = ${team.workspaceId}`;
  return row;
};
const changes = () =>
  its.stack.sql`select 1 from subscription_changes where workspace_id = ${team.workspaceId} and after is null`;

/** As an operator makes it in the dashboard. */
function specialDeal(): string {
  const { state } = its.stripe.world;
  const [ours] = state.all('price').filter(({ lookup_key }) => lookup_key === 'holdfast_growth_monthly');
  if (!ours) throw new Error('no price');
  const price = state.put({ ...ours, id: state.newId('price'), lookup_key: null, metadata: {} });
  newSubscription(its.stripe.world, { customer: customerId, price, quantity: 40, metadata: {} });
  return price.id;
}

describe('a plan stays', () => {
  it('while a price is paid that is none of ours, and operators hear which', async () => {
    await subscribe();
    const { state } = its.stripe.world;
    for (const one of state.all('subscription'))
      if (one.customer === customerId) state.put({ ...one, status: 'canceled' as const });
    const price = specialDeal();
    expect(await look()).toMatchObject({ stage: 'unknown_price' });
    expect([await planOf(), told]).toEqual([PAID, [`unknown_price ${price}`]]);
    expect(await trouble()).toEqual({ trouble: 'unknown_price', later: true });
    expect(await changes()).toHaveLength(0);
  });

  it('granted by hand, beside such a price', async () => {
    await its.stack.sql`update workspaces set plan = 'growth', trial_ends_at = null where id = ${team.workspaceId}`;
    specialDeal();
    expect(await look()).toMatchObject({ stage: 'unknown_price' });
    expect(await planOf()).toEqual({ plan: 'growth', seats: null });
  });

  it.each([
    [
      'lists nothing, and knows no such subscription',
      { listSubscriptions: async () => [], readSubscription: async () => null },
    ],
    ['lists nothing, and has it', { listSubscriptions: async () => [] }],
    [
      'knows neither the customer nor the subscription',
      {
        listSubscriptions: () => Promise.reject(new PaymentsRefused('resource_missing', 'No such customer')),
        readSubscription: async () => null,
      },
    ],
  ])('if the provider %s', async (_, answers) => {
    await subscribe();
    expect(await look(answers)).toMatchObject({ stage: 'account_changed' });
    expect([await planOf(), told]).toEqual([PAID, ['account_changed']]);
    expect(await trouble()).toEqual({ trouble: 'account_changed', later: true });
    expect(await changes()).toHaveLength(0);
    expect(await look()).toMatchObject({ stage: 'active' });
    expect(await trouble()).toMatchObject({ trouble: null });
  });

  it('if this worker has no key', async () => {
    await subscribe();
    const { payments: _, ...others } = dependencies();
    expect(await lookAtSubscription({ ...others, payments: null }, team.workspaceId)).toEqual({
      stage: 'not_configured',
      waitMs: 3_600_000,
    });
    expect(await planOf()).toEqual(PAID);
  });

  it('if the provider refuses, and the next look is an hour later', async () => {
    await subscribe();
    const refusing = dependencies({ listSubscriptions: () => Promise.reject(new PaymentsRefused('permission', 'no')) });
    const { lookAtSubscription: refused } = createSubscriptionActivities(refusing as never);
    expect(await refused(team.workspaceId)).toMatchObject({ stage: 'refused' });
    expect([await planOf(), await trouble(), told]).toEqual([
      PAID,
      { trouble: 'refused', later: true },
      ['permission'],
    ]);
  });
});

describe('a plan ends', () => {
  it('if the provider says that this very subscription is over, even if it lists none', async () => {
    await subscribe();
    const [live] = await paymentsAt(its.stripe).listSubscriptions(customerId);
    await paymentsAt(its.stripe).cancelNow(live?.subscriptionId ?? '');
    expect(await look({ listSubscriptions: async () => [] })).toMatchObject({ stage: 'none' });
    expect(await planOf()).toEqual({ plan: 'free', seats: null });
  });

  it('with its customer, and the next checkout makes another customer', async () => {
    await subscribe();
    await fetch(`${its.stripe.url}/v1/customers/${customerId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${its.stripe.secretKey}` },
    });
    const intentId = await wish();
    const { openCheckout } = createCheckoutActivities(dependencies());
    expect(await openCheckout(intentId)).toEqual({ result: 'opened' });
    const [row] = await its.stack
      .sql`select customer_id from billing_customers where workspace_id = ${team.workspaceId}`;
    expect(row?.customer_id).not.toBe(customerId);
    expect(await planOf()).toEqual({ plan: 'free', seats: null });
    expect(told).toEqual([]);
  });
});

const wish = async () => {
  const [{ id = '' } = {}] = await its.stack.sql<{ id: string }[]>`
    insert into checkout_intents (id, workspace_id, kind, plan, billing_interval, quantity, success_url, cancel_url, metadata, created_by_user_id, expires_at)
    select gen_random_uuid(), ${team.workspaceId}, 'plan', 'plus', 'monthly', 3, 'http://localhost/', 'http://localhost/', '{}', user_id, now() + interval '1 day'
    from memberships where workspace_id = ${team.workspaceId} and role = 'owner' returning id`;
  return id;
};

describe('no second checkout', () => {
  it('beside a price that is none of ours', async () => {
    specialDeal();
    const { openCheckout } = createCheckoutActivities(dependencies());
    expect(await openCheckout(await wish())).toEqual({ result: 'barred', why: 'special_plan' });
  });

  it('for what was paid before we lost it: the plan is there again', async () => {
    const of = { workspaceId: team.workspaceId, customerId };
    const { url } = await paymentsAt(its.stripe).openCheckout(toOpen(of, { intentId: `lost-${++bought}` }));
    await press(url, { do: 'pay' });
    const { openCheckout } = createCheckoutActivities(dependencies());
    expect(await openCheckout(await wish())).toEqual({ result: 'barred', why: 'paid_already' });
    expect(await planOf()).toEqual(PAID);
  });

  it('of a customer that is gone while, as far as we know, it pays', async () => {
    await subscribe();
    const gone = { readCustomer: async () => null, readSubscription: async () => null };
    const missing = () => Promise.reject(new PaymentsRefused('resource_missing', 'No such customer'));
    const { openCheckout } = createCheckoutActivities(dependencies({ ...gone, listSubscriptions: missing }));
    expect(await openCheckout(await wish())).toEqual({ result: 'refused', code: 'resource_missing' });
    expect([await planOf(), told]).toEqual([PAID, ['account_changed', 'resource_missing']]);
  });
});

it('the portal of a workspace whose customer was deleted opens for another customer', async () => {
  await fetch(`${its.stripe.url}/v1/customers/${customerId}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${its.stripe.secretKey}` },
  });
  const { headers } = await team.key('owner');
  const answer = await callHost(its.stack.appUrl, checkout.createPortalSession, {}, headers);
  expect(answer.status).toBe(200);
  const [row] = await its.stack.sql`select customer_id from billing_customers where workspace_id = ${team.workspaceId}`;
  expect(row?.customer_id).not.toBe(customerId);
});

it('a look at a workspace that was deleted meanwhile does not begin', async () => {
  await its.stack.sql`delete from billing_customers where workspace_id = ${team.workspaceId}`;
  expect(await beginLook(its.stack.sql, team.workspaceId)).toBeNull();
});

it('a look that sees the same invoices writes none of them', async () => {
  await subscribe();
  const versions = () =>
    its.stack.sql`select invoice_id, xmin::text from billing_invoices where workspace_id = ${team.workspaceId}`;
  const before = await versions();
  expect(before).toHaveLength(1);
  await look();
  expect(await versions()).toEqual(before);
});

it('a customer that was just stored is looked at soon, by itself', async () => {
  const [row] = await its.stack.sql`
    select next_look_at between now() and now() + interval '1 minute' as soon from billing_customers where workspace_id = ${team.workspaceId}`;
  expect(row).toEqual({ soon: true });
});
