import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askForNews } from '../../../activities/billing/news.ts';
import { askAboutStrangers, type StrangerDependencies } from '../../../activities/billing/strangers.ts';
import { lookAtSubscription } from '../../../activities/billing/subscription.ts';
import { checkout } from '../../../schemas/operations/billing/checkout.ts';
import { listReadMs } from '../../../store/billing/stripe-events.ts';
import { exampleOf } from '../../docs/run-examples.ts';
import { callHost } from '../../support/drivers/host-calls.ts';
import { makeTeam, type TestTeam } from '../../support/factories/keys.ts';
import { paymentsAt, press } from '../../support/fakes/stripe.ts';
import { type PayingStack, startPayingStack } from '../../support/stack/paying-stack.ts';

let its: PayingStack;
let team: TestTeam;
let headers: Readonly<Record<string, string>>;
let told: string[];
beforeAll(async () => {
  its = await startPayingStack();
});
afterAll(() => its.close());
beforeEach(async () => {
  team = await makeTeam(its.stack.sql);
  headers = (await team.key('owner')).headers;
  told = [];
  await its.stack.sql`delete from stripe_events`;
});

const dependencies = (more: object = {}): StrangerDependencies => ({
  ...{ sql: its.stack.sql, client: its.stack.client, taskQueue: its.stack.taskQueue, now: Date.now },
  payments: { ...paymentsAt(its.stripe), ...more },
  onPaymentRefused: (_, code) => told.push(code),
  onDispute: () => told.push('dispute'),
  onPlanKept: (_, why) => told.push(why),
  onStranger: (_, reason) => told.push(reason),
});
const buy = async (
  operation: typeof checkout.startCheckout | typeof checkout.startEnrichmentCheckout,
  input: object,
) => {
  const started = await callHost(its.stack.appUrl, operation, { ...input }, headers);
  const { intentId, url } = started.json() as unknown as { intentId: string; url: string };
  await press(url, { do: 'pay' });
  await its.stack.client.workflow.getHandle(`checkout/${intentId}`).signal('nudge');
  const paid = await callHost(its.stack.appUrl, checkout.getCheckout, { intentId, waitSeconds: 25 }, headers);
  expect(paid.json()).toMatchObject({ status: 'completed' });
  return intentId;
};
const buyPlan = () => buy(checkout.startCheckout, { plan: 'plus', quantity: 7 });
const buyPack = () => buy(checkout.startEnrichmentCheckout, { catalogId: 'enrichment_pack_50' });

/** As a database is that was backed up before anything was bought. The flow has ended, as after `reconcile --apply`. */
async function restore({ keepsCustomer = false } = {}): Promise<void> {
  const { sql, client } = its.stack;
  const { workspaceId } = team;
  await client.workflow
    .getHandle(`subscription/${workspaceId}`)
    .terminate()
    .catch(() => {});
  await sql`alter table credit_entries disable trigger user`;
  await sql`delete from credit_entries where workspace_id = ${workspaceId}`;
  await sql`alter table credit_entries enable trigger user`;
  for (const table of [
    'credit_grants',
    'checkout_intents',
    'subscriptions',
    'billing_invoices',
    'subscription_changes',
  ])
    await sql`delete from ${sql(table)} where workspace_id = ${workspaceId}`;
  if (!keepsCustomer) await sql`delete from billing_customers where workspace_id = ${workspaceId}`;
  await sql`update workspaces set plan = 'free', subscription_status = 'active', seats = null where id = ${workspaceId}`;
  await sql`delete from stripe_events`;
  await sql`update sweep_parts set read_until = null, succeeded_at = null where name = 'payment_news'`;
}
const planOf = async () => {
  const [row] = await its.stack.sql`select plan, seats from workspaces where id = ${team.workspaceId}`;
  return row;
};
const PAID = { plan: 'plus', seats: 7 };
const packs = () => its.stack.sql<{ remaining: number; key: string; payment: string | null }[]>`
  select remaining, source_key as key, payment_id as payment from credit_grants where workspace_id = ${team.workspaceId} and source = 'pack'`;
const read = async () => {
  await askForNews(dependencies());
  await askAboutStrangers(dependencies());
};
const WITHIN = { timeout: 20_000 };

describe('after a restore', () => {
  it('a plan that was bought since the backup is there again', async () => {
    await buyPlan();
    await restore();
    await read();
    await expect.poll(planOf, WITHIN).toEqual(PAID);
  });

  it('a pack too, once, however often the news come', async () => {
    const intentId = await buyPack();
    const [before] = await packs();
    await restore();
    for (let turn = 0; turn < 2; turn += 1) {
      await read();
      expect(await packs()).toEqual([before]);
      expect(before).toMatchObject({
        remaining: 50,
        key: `checkout/${intentId}`,
        payment: expect.stringMatching(/^pi_/),
      });
      await its.stack.sql`delete from stripe_events`;
      await its.stack.sql`update sweep_parts set read_until = null where name = 'payment_news'`;
    }
  });

  it('a pack of a customer whom we still know', async () => {
    await buyPack();
    await restore({ keepsCustomer: true });
    await read();
    expect(await packs()).toMatchObject([{ remaining: 50 }]);
  });

  it('a pack is not granted by the name of a checkout of another workspace', async () => {
    const intentId = await buyPack();
    await restore();
    const other = await makeTeam(its.stack.sql);
    await its.stack.sql`
      insert into checkout_intents (id, workspace_id, kind, pack_id, quantity, success_url, cancel_url, metadata, expires_at)
      values (${intentId}, ${other.workspaceId}, 'pack', 'enrichment_pack_50', 1, 'http://localhost/', 'http://localhost/', '{}', now())`;
    await read();
    expect(await packs()).toHaveLength(0);
    const [others] = await its.stack
      .sql`select count(*)::int as n from credit_grants where workspace_id = ${other.workspaceId} and source = 'pack'`;
    expect(others).toEqual({ n: 0 });
  });

  it('its flow, which reconcile wakes, finds the customer by itself', async () => {
    await buyPlan();
    await restore();
    expect(await lookAtSubscription(dependencies(), team.workspaceId)).toMatchObject({ stage: 'active' });
    expect(await planOf()).toEqual(PAID);
  });

  it('who buys the same again is told that it is paid, and has it', async () => {
    await buyPlan();
    await restore();
    const again = await callHost(its.stack.appUrl, checkout.startCheckout, { plan: 'plus', quantity: 7 }, headers);
    expect([again.status, again.json().error.details?.reason]).toEqual([409, 'paid_already']);
    expect(await planOf()).toEqual(PAID);
    const more = await callHost(its.stack.appUrl, checkout.startCheckout, { plan: 'plus', quantity: 8 }, headers);
    expect(more.status).toBe(200);
  });
});

it('docs/billing.md: from test to live, nothing of the test mode is left', async () => {
  await buyPlan();
  // As the guide has stopped the workers: this flow would find the customer again, whose account is the same here.
  await its.stack.client.workflow.getHandle(`subscription/${team.workspaceId}`).terminate();
  const [{ text } = { text: '' }] = exampleOf('docs/billing.md', 'test-to-live');
  const [, statements = ''] = /^begin;\n([\s\S]+)\ncommit;$/.exec(text) ?? [];
  await its.stack.sql.begin((tx) => tx.unsafe(statements));
  const [left] = await its.stack.sql`
    select (select count(*) from subscriptions) + (select count(*) from billing_customers)
      + (select count(*) from checkout_intents where status = 'pending') as rows`;
  expect(left).toEqual({ rows: '0' });
  expect(await planOf()).toEqual({ plan: 'free', seats: null });
});

describe('news of a stranger', () => {
  const standing = async () => {
    const rows = await its.stack.sql<{ standing: string }[]>`select distinct standing from stripe_events`;
    return rows.map((row) => row.standing);
  };
  const stranger = async (workspaceId: string | null) => {
    const made = await fetch(`${its.stripe.url}/v1/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${its.stripe.secretKey}` },
      body: new URLSearchParams(workspaceId === null ? { name: 'Other' } : { 'metadata[workspaceId]': workspaceId }),
    });
    const { id } = (await made.json()) as { id: string };
    await its.stack.sql`
      insert into stripe_events (event_id, type, object_type, object_id, customer_id, created_at, standing)
      values (${`evt_${id}`}, 'invoice.paid', 'invoice', 'in_1', ${id}, now(), 'to_ask')`;
    return id;
  };

  it.each<[string, () => string | null, string]>([
    ['who was not made by us', () => null, 'not_ours'],
    ['of a workspace that is not here', () => '00000000-0000-7000-8000-00000000dead', 'no_workspace'],
    ['with a word for a workspace', () => 'x', 'no_workspace'],
  ])('%s is told once, and asked no more', async (_, workspaceId, reason) => {
    await stranger(workspaceId());
    await askAboutStrangers(dependencies());
    await askAboutStrangers(dependencies());
    expect([told, await standing()]).toEqual([[reason], ['stranger']]);
  });

  it('that names a workspace with another customer changes nothing', async () => {
    await buyPlan();
    const [before] = await its.stack
      .sql`select customer_id from billing_customers where workspace_id = ${team.workspaceId}`;
    await its.stack.sql`delete from stripe_events`;
    await stranger(team.workspaceId);
    await askAboutStrangers(dependencies());
    expect(told).toEqual(['no_workspace']);
    expect(
      await its.stack.sql`select customer_id from billing_customers where workspace_id = ${team.workspaceId}`,
    ).toEqual([before]);
  });
});

describe('the list of news', () => {
  it('is read in slices, and goes on where it stopped', async () => {
    const { sql } = its.stack;
    const now = Date.now();
    await sql`
      insert into sweep_parts (name, read_until) values ('payment_news', ${new Date(now - 3 * 86_400_000)})
      on conflict (name) do update set read_until = excluded.read_until`;
    const asked: [number, number][] = [];
    const failing = dependencies({
      listNews: async (since: number, until: number) => {
        asked.push([since, until]);
        if (asked.length === 4) throw new Error('away');
        return { news: [], isAll: true };
      },
    });
    await expect(askForNews({ ...failing, now: () => now })).rejects.toThrow('away');
    expect(await listReadMs(sql)).toBe(asked[2]?.[1]);
    asked.length = 0;
    const working = dependencies({
      listNews: async (since: number, until: number) => {
        asked.push([since, until]);
        // Too much for one list, at first.
        return { news: [], isAll: until - since <= 3 * 3_600_000 };
      },
    });
    await askForNews({ ...working, now: () => now });
    expect(await listReadMs(sql)).toBe(now);
    expect(asked.length).toBeGreaterThan(10);
  });
});
