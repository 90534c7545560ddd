import type { WorkflowHandle } from '@temporalio/client';

import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type StripeStandIn, startStripeStandIn } from '../../stand-ins/stripe/stand-in.ts';
import { storeIntent } from '../../store/billing/checkout-intents.ts';
import { type FlowName, flowStart } from '../../workflows/catalogue.ts';
import { createHost } from '../support/drivers/host.ts';
import { BACK, DAY_MS, moveOn, PLUS, setCard } from '../support/factories/stripe-checkouts.ts';
import { paymentsAt, press } from '../support/fakes/stripe.ts';
import { openSkippedTime, passedMsIn, type SkippedTime, terminateAtRest } from '../support/stack/skipped-time.ts';
import { timeSkippingServer } from '../support/stack/time-skipping.ts';

const TASK_QUEUE = 'billing-lifetimes';
/** In real time: a cold Java server on a busy machine is slow. */
const PATIENCE = { timeout: 20_000 };
/** In the flow's time, which may run ahead a little between reads. */
const SLACK_MS = 10 * 60_000;

const server = await timeSkippingServer();
if ('whyNot' in server) process.stderr.write(`Skipped: the lifetimes of billing. ${server.whyNot}\n`);

let world: SkippedTime;
let environment: SkippedTime['environment'];
let database: SkippedTime['database'];
let stripe: StripeStandIn;

/** Rows age by SQL, and the flow's clock by skipping: the database's own clock can't be moved. */
const age = (id: string, days: number) => database.sql`
  update subscriptions set past_due_since = past_due_since - ${days} * interval '1 day' where workspace_id = ${id}`;

const stateOf = async (id: string) => {
  const [row] = await database.sql<{ plan: string; status: string }[]>`
    select plan, subscription_status as status from workspaces where id = ${id}`;
  return row;
};

const start = (name: FlowName, id: string, workspaceId: string): Promise<WorkflowHandle> => {
  const { args, ...options } = flowStart(name, { id, workspaceId }, TASK_QUEUE);
  return environment.client.workflow.start(name, { ...options, args: [...args] });
};

const eventsOf = async (flow: WorkflowHandle) => (await flow.fetchHistory()).events ?? [];
const timersOf = async (flow: WorkflowHandle) =>
  (await eventsOf(flow)).flatMap(({ timerStartedEventAttributes: timer }) =>
    timer ? [Number(timer.startToFireTimeout?.seconds ?? 0) * 1_000] : [],
  );
/** The flow has looked so often, and waits. */
const looked = (flow: WorkflowHandle, times: number) =>
  expect.poll(async () => (await timersOf(flow)).length, PATIENCE).toBeGreaterThanOrEqual(times);

const newWorkspace = async (): Promise<{ workspaceId: string; userId: string }> => {
  const { workspaceId, userId } = await createHost(database.sql);
  await database.sql`update workspaces set plan = 'free' where id = ${workspaceId}`;
  return { workspaceId, userId };
};

const subscribed: WorkflowHandle[] = [];

/** A workspace whose plan is paid at the stand-in, and its flow. */
async function subscriber() {
  const { workspaceId } = await newWorkspace();
  const { customerId } = await paymentsAt(stripe).customerOf({ workspaceId, name: 'Acme', email: 'ada@acme.test' });
  await database.sql`
    insert into billing_customers (workspace_id, customer_id, next_look_at) values (${workspaceId}, ${customerId}, now())`;
  const opened = await paymentsAt(stripe).openCheckout({
    ...{ intentId: uuidv7(), workspaceId, customerId, purchase: PLUS, quantity: 3, metadata: {} },
    ...{ successUrl: BACK, cancelUrl: BACK, expiresMs: Date.now() + DAY_MS - 60_000 },
  });
  await press(opened.url, { do: 'pay' });
  const flow = await start('subscription', workspaceId, workspaceId);
  subscribed.push(flow);
  await looked(flow, 1);
  expect(await stateOf(workspaceId)).toEqual({ plan: 'plus', status: 'active' });
  return { workspaceId, customerId, flow };
}

describe.skipIf('whyNot' in server)('in a world where days pass in milliseconds', () => {
  beforeAll(async () => {
    if ('whyNot' in server) return;
    stripe = await startStripeStandIn();
    world = await openSkippedTime(server.path, TASK_QUEUE, paymentsAt(stripe));
    ({ environment, database } = world);
  }, 120_000);

  // A flow that a failed test still waits for would throw once its connection is closed, and the whole run with it.
  afterEach(() => Promise.allSettled(subscribed.splice(0).map(terminateAtRest)));

  afterAll(async () => {
    await world?.close();
    await stripe?.close();
  });

  it('a checkout that nobody pays is looked at every five minutes, and expires with its page when its day is over', async () => {
    const { workspaceId, userId } = await newWorkspace();
    const wish = { purchase: PLUS, quantity: 3, customerEmail: null, successUrl: BACK, cancelUrl: BACK, metadata: {} };
    const expiresMs = Date.now() + DAY_MS;
    const stored = await storeIntent(
      database.sql,
      { id: uuidv7(), workspaceId, expiresMs, replacesUntilMs: Date.now(), wish },
      {
        actor: {
          kind: 'session',
          sessionId: uuidv7(),
          userId,
          workspaceId,
          role: 'owner',
          username: 'hedy',
          locked: false,
        },
        source: 'dashboard',
      },
    );
    if (!('intent' in stored)) throw new Error('over');
    const { id } = stored.intent;
    const flow = await start('checkout', id, workspaceId);
    await looked(flow, 1);
    expect((await timersOf(flow))[0]).toBe(5 * 60_000);
    await flow.executeUpdate('open');
    const page = () => stripe.world.state.all('checkout.session').find((one) => one.client_reference_id === id);
    expect(page()?.status).toBe('open');
    await environment.sleep('31 minutes');
    expect(page()?.status).toBe('open');
    expect((await timersOf(flow)).length).toBeGreaterThan(5);
    await database.sql`update checkout_intents set expires_at = now() where id = ${id}`;
    expect(await flow.result()).toBe('expired');
    expect(Math.abs((await passedMsIn(flow)) - 35 * 60_000)).toBeLessThan(SLACK_MS);
    expect(page()?.status).toBe('expired');
  });

  it('a subscription is looked at each day; a missing payment locks after fourteen days, and paying unlocks at once', async () => {
    const { workspaceId, customerId, flow } = await subscriber();
    // A tenth of a day more or less, so that looks spread.
    expect(Math.abs(((await timersOf(flow))[0] ?? 0) - DAY_MS)).toBeLessThan(DAY_MS / 10 + 60_000);
    await setCard(stripe, customerId, 'card-declines');
    await moveOn(stripe, 31);
    // No webhook comes: the look of the next day finds it.
    await environment.sleep('27 hours');
    await expect.poll(() => stateOf(workspaceId), PATIENCE).toEqual({ plan: 'plus', status: 'past_due' });
    await age(workspaceId, 13);
    await environment.sleep('27 hours');
    await looked(flow, 3);
    expect(await stateOf(workspaceId)).toEqual({ plan: 'plus', status: 'past_due' });
    // The look of the last day comes when the grace is over, not a day later.
    await age(workspaceId, 0.5);
    await environment.sleep('27 hours');
    await looked(flow, 4);
    const last = (await timersOf(flow)).at(-1) ?? 0;
    expect(Math.abs(last - DAY_MS / 2)).toBeLessThan(60_000);
    await age(workspaceId, 0.5);
    await environment.sleep('13 hours');
    await expect.poll(() => stateOf(workspaceId), PATIENCE).toEqual({ plan: 'plus', status: 'inactive' });
    await setCard(stripe, customerId, 'card-works');
    await moveOn(stripe, 4);
    await flow.signal('changed');
    await expect.poll(() => stateOf(workspaceId), PATIENCE).toEqual({ plan: 'plus', status: 'active' });
    const subjects = await database.sql<{ subject: string }[]>`
      select subject from local_mails where workspace_id = ${workspaceId} and kind = 'billing' order by created_at`;
    expect(subjects.map(({ subject }) => subject)).toEqual([
      ...['Test has the plan Plus now', 'A payment for Test failed', 'Nobody can book with Test any more'],
    ]);
    await terminateAtRest(flow);
  });

  it('one that is canceled at the end of its period is free then, and its flow ends', async () => {
    const { workspaceId, customerId, flow } = await subscriber();
    const [{ subscriptionId } = { subscriptionId: '' }] = await paymentsAt(stripe).listSubscriptions(customerId);
    const { url } = await paymentsAt(stripe).openPortal({ customerId, returnUrl: BACK });
    await press(url, { do: 'cancel', subscription: subscriptionId });
    await environment.sleep('27 hours');
    await looked(flow, 2);
    expect(await stateOf(workspaceId)).toEqual({ plan: 'plus', status: 'active' });
    await moveOn(stripe, 32);
    expect(await flow.result()).toBe('ended');
    expect(await stateOf(workspaceId)).toEqual({ plan: 'free', status: 'active' });
  });
});
