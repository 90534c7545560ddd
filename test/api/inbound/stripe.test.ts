import { setTimeout as delay } from 'node:timers/promises';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../infra/local/ports.ts';
import { ErrorEnvelope } from '../../../schemas/errors.ts';
import { checkout } from '../../../schemas/operations/billing/checkout.ts';
import { signature } from '../../../stand-ins/stripe/events.ts';
import { changePlan } from '../../../stand-ins/stripe/paying.ts';
import { itemOf } from '../../../stand-ins/stripe/subscriptions.ts';
import { moneyProblems } from '../../support/asserts/money-audit.ts';
import { callHost } from '../../support/drivers/host-calls.ts';
import { startedFlow } from '../../support/drivers/started-flow.ts';
import { makeTeam, type TestTeam } from '../../support/factories/keys.ts';
import { eventually } from '../../support/factories/meeting.ts';
import { press } from '../../support/fakes/stripe.ts';
import { type PayingStack, startPayingStack } from '../../support/stack/paying-stack.ts';

let its: PayingStack;
let metricsPort: number;
let team: TestTeam;
beforeAll(async () => {
  metricsPort = await freePort();
  its = await startPayingStack({ api: { metrics: { port: metricsPort, host: '127.0.0.1' } } });
});
afterAll(() => its.close());
beforeEach(async () => {
  team = await makeTeam(its.stack.sql);
});

const path = () => `${its.stack.appUrl}/api/v1/billing/webhooks/stripe`;
let count = 0;
const eventOf = (more: object = {}, object: object = {}) =>
  JSON.stringify({
    ...{
      id: `evt_test_${++count}`,
      object: 'event',
      type: 'invoice.paid',
      livemode: false,
      created: Math.floor(Date.now() / 1_000),
    },
    data: { object: { id: 'in_1', object: 'invoice', customer: 'cus_unknown', ...object } },
    ...more,
  });
const send = async (body: string, atMs = Date.now(), secret = its.stripe.webhookSecret) => {
  const answer = await fetch(path(), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature(body, secret, atMs) },
    body,
  });
  return { status: answer.status, text: await answer.text() };
};
const stored = () => its.stack.sql<{ id: string }[]>`select event_id as id from stripe_events`;
const planOf = async () => {
  const [row] = await its.stack.sql`
    select plan, subscription_status as status, seats from workspaces where id = ${team.workspaceId}`;
  return row;
};
const customerOf = async (): Promise<string> => {
  const [row] = await its.stack.sql<{ id: string }[]>`
    select customer_id as id from billing_customers where workspace_id = ${team.workspaceId}`;
  return row?.id ?? '';
};
const pay = async () => {
  const { headers } = await team.key('owner');
  const started = await callHost(its.stack.appUrl, checkout.startCheckout, { plan: 'plus', quantity: 7 }, headers);
  const { intentId, url } = started.json() as unknown as { intentId: string; url: string };
  await press(url, { do: 'pay' });
  return intentId;
};

describe('a webhook', () => {
  it('that is signed is received, and stored once however often it comes', async () => {
    const body = eventOf();
    for (let turn = 0; turn < 3; turn += 1)
      expect(await send(body)).toEqual({ status: 200, text: '{"received":true}' });
    const { id } = JSON.parse(body) as { id: string };
    expect((await stored()).filter((row) => row.id === id)).toHaveLength(1);
  });

  it.each([
    ['unsigned', async () => fetch(path(), { method: 'POST', body: eventOf() }).then(({ status }) => status)],
    ['signed with another secret', async () => (await send(eventOf(), Date.now(), 'whsec_other')).status],
    ['older than five minutes', async () => (await send(eventOf(), Date.now() - 301_000)).status],
    ['of another mode', async () => (await send(eventOf({ livemode: true }))).status],
    ['of another account', async () => (await send(eventOf({ account: 'acct_other' }))).status],
    ['of no time', async () => (await send(eventOf({ created: 1e300 }))).status],
    ['with a null in its type', async () => (await send(eventOf({ type: 'invoice.paid\u0000' }))).status],
    ['with a null in its object', async () => (await send(eventOf({}, { id: 'in\u0000' }))).status],
    ['no event', async () => (await send('{"hello": "world"}')).status],
  ])('%s is 400, and leaves nothing', async (_, call) => {
    const before = (await stored()).length;
    expect(await call()).toBe(400);
    expect(await stored()).toHaveLength(before);
  });

  it('that is refused has the envelope of the contract, and does not say what was wrong', async () => {
    const answers = await Promise.all([
      fetch(path(), { method: 'POST', body: eventOf() }),
      fetch(path(), { method: 'POST', body: eventOf(), headers: { 'stripe-signature': 't=1,v1=00' } }),
    ]);
    for (const answer of answers) {
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      const body = ErrorEnvelope.strict().parse(await answer.json());
      expect(body.error).toMatchObject({ code: 'request.invalid', details: { reason: 'webhook_refused' } });
    }
    const large = await fetch(path(), { method: 'POST', body: 'x'.repeat(257 * 1_024) });
    expect(large.status).toBe(413);
    expect(ErrorEnvelope.parse(await large.json()).error.message).toContain('larger than 256 kB');
  });

  it('is what the OpenAPI document says: a real event fits, every status is listed, another method is 405', async () => {
    // biome-ignore lint/suspicious/noExplicitAny: a document of many forms
    const served = (await (await fetch(`${its.stack.appUrl}/api/v1/openapi`)).json()) as any;
    const { requestBody, responses } = served.paths['/billing/webhooks/stripe'].post;
    const check = new Ajv({ strict: false });
    const { $ref } = requestBody.content['application/json'].schema;
    const schema = served.components.schemas[$ref.split('/').at(-1)];
    await pay();
    const sent = its.stripe.world.state.all('event');
    expect(sent.length).toBeGreaterThan(2);
    for (const real of [JSON.parse(eventOf()), ...sent, requestBody.content['application/json'].example])
      expect([check.validate(schema, real), check.errors]).toEqual([true, null]);
    expect(check.validate(schema, { hello: 'world' })).toBe(false);
    const statuses = [(await send(eventOf())).status, (await send('{}')).status];
    for (const status of statuses) expect(responses).toHaveProperty(String(status));
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await fetch(path(), { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
      expect(ErrorEnvelope.parse(await answer.json()).error.details?.reason).toBe('method_not_allowed');
    }
  });

  it('is counted by its result', async () => {
    await send(eventOf());
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    for (const result of [
      'received',
      'no_signature',
      'bad_signature',
      'too_old',
      'other_mode',
      'other_account',
      'bad_body',
    ])
      expect(text).toMatch(new RegExp(`holdfast_payment_webhooks_total\\{result="${result}"\\} \\d`));
  });

  it('of somebody whom we do not know does nothing', async () => {
    const looks = () => its.stack.sql`select workspace_id, next_look_at from billing_customers order by 1`;
    const before = await looks();
    expect((await send(eventOf({}, { customer: 'cus_nobody' }))).status).toBe(200);
    expect(await looks()).toEqual(before);
  });
});

describe('what webhooks say is asked of the provider', () => {
  it('lost ones: the checkout looks by itself, and the sweep asks for what was lost', async () => {
    const intentId = await pay();
    await its.stack.sql`update sweep_parts set succeeded_at = now() - interval '6 minutes' where name = 'payment_news'`;
    await its.stack.client.workflow.execute('sweep', {
      workflowId: `sweep-${intentId}`,
      taskQueue: its.stack.taskQueue,
    });
    await expect.poll(planOf).toEqual({ plan: 'plus', status: 'active', seats: 7 });
  });

  it('a thousand at once, in any order: one plan, and a flow that looked a few times', async () => {
    const intentId = await pay();
    await its.stack.client.workflow.getHandle(`checkout/${intentId}`).signal('nudge');
    await expect.poll(planOf).toMatchObject({ plan: 'plus' });
    const customer = await customerOf();
    // What they are about: nine members, paid anew.
    const { world } = its.stripe;
    const paid = world.state.all('subscription').find((one) => one.customer === customer);
    if (!paid) throw new Error('no subscription');
    changePlan(world, paid, itemOf(paid).price, 9);
    const distinct = Array.from({ length: 800 }, (_, n) =>
      eventOf({ created: Math.floor(Date.now() / 1_000) - (n % 7) }, { customer }),
    );
    const bodies = [...distinct, ...distinct.slice(0, 200)];
    const before = (await stored()).length;
    // Stripe sends again what heard 503 or was cut off: on a busy machine the last of a thousand are.
    const delivered = async (body: (typeof bodies)[number]) => {
      for (;;) {
        const answer = await send(body).catch(() => undefined);
        if (answer && answer.status !== 503) return answer;
        await delay(500);
      }
    };
    const answers = await Promise.all(bodies.map(delivered));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect((await stored()).length - before).toBe(800);
    await eventually('the last look', async () => {
      const rows = await its.stack.sql`
        select 1 from billing_customers where customer_id = ${customer} and next_look_at > now() + interval '1 hour'`;
      return rows.length > 0;
    });
    const flow = await startedFlow(its.stack.client, `subscription/${team.workspaceId}`);
    const { events } = await flow.fetchHistory();
    expect((events ?? []).filter((event) => event.workflowExecutionSignaledEventAttributes).length).toBeLessThan(200);
    expect(await planOf()).toEqual({ plan: 'plus', status: 'active', seats: 9 });
    expect(await moneyProblems({ sql: its.stack.sql, world }, [team.workspaceId])).toEqual([]);
  });
});
