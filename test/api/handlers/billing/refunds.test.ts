import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailCapsOf } from '../../../../domain/mail/mail-caps.ts';
import { billing } from '../../../../schemas/operations/billing/billing.ts';
import { checkout } from '../../../../schemas/operations/billing/checkout.ts';
import { closeDispute, dispute, failRefund, refund } from '../../../../stand-ins/stripe/money.ts';
import { returnCredit, spendCredit } from '../../../../store/billing/credits.ts';
import { inTransaction } from '../../../../store/database.ts';
import { readSubscription } from '../../../../store/workspaces/workspace-view.ts';
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
const world = () => its.stripe.world;

/** Buys by a person's clicks, and answers the payment. */
async function bought(input: { catalogId: string } | { plan: string; quantity: number }): Promise<string> {
  const operation = 'plan' in input ? checkout.startCheckout : checkout.startEnrichmentCheckout;
  const started = await callHost(its.stack.appUrl, operation, input, headers);
  const { intentId, url } = started.json() as unknown as { intentId: string; url: string };
  await press(url, { do: 'pay' });
  const asked = async () =>
    (await callHost(its.stack.appUrl, checkout.getCheckout, { intentId, waitSeconds: 10 }, headers)).json();
  await expect.poll(asked, WITHIN).toMatchObject({ status: 'completed' });
  const [row] = await its.stack.sql<{ id: string }[]>`
    select customer_id as id from billing_customers where workspace_id = ${team.workspaceId}`;
  const [payment] = await paymentsAt(its.stripe).listPayments(row?.id ?? '');
  return payment?.paymentId ?? '';
}

interface Credits {
  readonly left: number;
  readonly entries: readonly { readonly kind: string; readonly amount: number }[];
}
const credits = async () =>
  (await callHost(its.stack.appUrl, checkout.listCredits, {}, headers)).json() as unknown as Credits;
const left = async () => (await credits()).left;
const lastEntry = async () => {
  const [entry] = (await credits()).entries;
  return entry && [entry.kind, entry.amount];
};
const spend = async (count: number) => {
  for (let n = 0; n < count; n += 1)
    expect(await inTransaction(its.stack.sql, (tx) => spendCredit(tx, team.workspaceId, `booking/${n}`))).toBe(true);
};
const planOf = async () => {
  const [row] = await its.stack.sql`select plan, seats from workspaces where id = ${team.workspaceId}`;
  return row;
};
/** Asks the payment provider once more, as each day. A flow that ends at this moment hears nothing: the sweep nudges again, too. */
const lookAgain = async () => {
  const looked = async () => {
    const [row] = await its.stack
      .sql`select looked_at::text as at from billing_customers where workspace_id = ${team.workspaceId}`;
    return row?.at;
  };
  const before = await looked();
  const nudged = async () => {
    await its.stack.client.workflow.signalWithStart('subscription', {
      ...{ workflowId: `subscription/${team.workspaceId}`, taskQueue: its.stack.taskQueue, signal: 'nudge' },
      args: [{ workspaceId: team.workspaceId }],
    });
    return looked();
  };
  await expect.poll(nudged, { ...WITHIN, interval: 200 }).not.toBe(before);
};
const expectSound = async () =>
  expect(
    await its.stack.sql`
      select g.id from credit_grants g join credit_entries e on e.grant_id = g.id where g.workspace_id = ${team.workspaceId}
      group by g.id having sum(e.amount) <> g.remaining or g.remaining < 0`,
  ).toEqual([]);

describe('a refund', () => {
  it.each(['enrichment_pack_50', 'enrichment_starter'])(
    'of all of %s takes back what is left, once',
    async (catalogId) => {
      const payment = await bought({ catalogId });
      await spend(8);
      const before = await left();
      refund(world(), { payment_intent: payment });
      await expect.poll(left, WITHIN).toBe(0);
      expect(await lastEntry()).toEqual(['taken_back', -before]);
      await lookAgain();
      expect((await credits()).entries.filter(({ kind }) => kind === 'taken_back')).toHaveLength(1);
      // What was spent and failed is not the buyer's any more either.
      await inTransaction(its.stack.sql, (tx) => returnCredit(tx, team.workspaceId, 'booking/1'));
      expect(await left()).toBe(0);
      expect((await credits()).entries.slice(0, 2).map(({ kind, amount }) => [kind, amount])).toEqual([
        ['taken_back', -1],
        ['returned', 1],
      ]);
      await expectSound();
    },
  );

  it('of a part takes that part, rounded up; never more than is left; the next part adds to it', async () => {
    // 50 credits for 15.00: 1.00 are three and a third.
    const payment = await bought({ catalogId: 'enrichment_pack_50' });
    refund(world(), { payment_intent: payment, amount: 100 });
    await expect.poll(left, WITHIN).toBe(46);
    refund(world(), { payment_intent: payment, amount: 200 });
    await expect.poll(left, WITHIN).toBe(40);
    await spend(38);
    refund(world(), { payment_intent: payment, amount: 600 });
    await expect.poll(left, WITHIN).toBe(0);
    expect(await lastEntry()).toEqual(['taken_back', -2]);
    await expectSound();
  });

  it('that the bank refuses gives the credits back', async () => {
    const payment = await bought({ catalogId: 'enrichment_pack_50' });
    const { id } = refund(world(), { payment_intent: payment });
    await expect.poll(left, WITHIN).toBe(0);
    failRefund(world(), id);
    await expect.poll(left, WITHIN).toBe(50);
    expect(await lastEntry()).toEqual(['restored', 50]);
    await expectSound();
  });

  it('takes nothing of another pack, and changes no plan', async () => {
    const plan = await bought({ plan: 'plus', quantity: 7 });
    await bought({ catalogId: 'enrichment_pack_200' });
    const payment = await bought({ catalogId: 'enrichment_pack_50' });
    expect(await left()).toBe(300);
    refund(world(), { payment_intent: payment });
    await expect.poll(left, WITHIN).toBe(250);
    refund(world(), { payment_intent: plan });
    await lookAgain();
    expect([await planOf(), await left()]).toEqual([{ plan: 'plus', seats: 7 }, 250]);
    await expectSound();
  });
});

describe('a dispute', () => {
  it('takes the credits back while it is open; won, they are there again; lost, they stay away', async () => {
    const payment = await bought({ catalogId: 'enrichment_pack_50' });
    await spend(5);
    dispute(world(), payment);
    await expect.poll(left, WITHIN).toBe(0);
    closeDispute(world(), payment, 'won');
    await expect.poll(left, WITHIN).toBe(45);
    expect(await lastEntry()).toEqual(['restored', 45]);
    const other = await bought({ catalogId: 'enrichment_pack_50' });
    dispute(world(), other);
    await expect.poll(left, WITHIN).toBe(45);
    closeDispute(world(), other, 'lost');
    await lookAgain();
    expect(await left()).toBe(45);
    await expectSound();
  });

  it('of a plan changes nothing until it is lost: then the subscription ends, at Stripe too', async () => {
    const payment = await bought({ plan: 'plus', quantity: 7 });
    dispute(world(), payment);
    await lookAgain();
    expect(await planOf()).toEqual({ plan: 'plus', seats: 7 });
    its.stripe.faults.add({ kind: '5xx', match: 'DELETE /v1/subscriptions' });
    closeDispute(world(), payment, 'lost');
    await expect.poll(planOf, WITHIN).toEqual({ plan: 'free', seats: null });
    const again = await bought({ plan: 'plus', quantity: 7 });
    expect(again).not.toBe(payment);
    await lookAgain();
    expect(await planOf()).toEqual({ plan: 'plus', seats: 7 });
  });

  it('of a plan that is open: the mail caps of Free and no new credits; decided, all is as before', async () => {
    const payment = await bought({ plan: 'plus', quantity: 7 });
    const caps = async () => mailCapsOf(await readSubscription(its.stack.sql, team.workspaceId), Date.now());
    expect(await caps()).toMatchObject({ codes: 5_000 });
    dispute(world(), payment);
    await expect.poll(caps, WITHIN).toMatchObject({ codes: 200 });
    // As in the next month.
    const before = await left();
    await its.stack
      .sql`update credit_grants set source_key = 'before/' || source_key where workspace_id = ${team.workspaceId}`;
    await lookAgain();
    expect(await left()).toBe(before);
    expect((await callHost(its.stack.appUrl, billing.getBilling, {}, headers)).json().message).toMatch(/disputed/);
    closeDispute(world(), payment, 'won');
    await expect.poll(caps, WITHIN).toMatchObject({ codes: 5_000 });
    await expect.poll(left, WITHIN).toBe(before + 50);
  });

  it('of a plan is not hidden by newer invoices: the lost one ends it', async () => {
    const payment = await bought({ plan: 'plus', quantity: 7 });
    const [invoice] = world().state.all('invoice');
    for (let n = 0; invoice && n < 25; n += 1)
      world().state.put({ ...invoice, id: world().state.newId('in'), _payments: [], _subscription: null });
    dispute(world(), payment);
    closeDispute(world(), payment, 'lost');
    await expect.poll(planOf, WITHIN).toEqual({ plan: 'free', seats: null });
  });

  it('whose webhook was lost, or came before its payment was known, is found in the list', async () => {
    const payment = await bought({ catalogId: 'enrichment_pack_50' });
    await its.stack.sql`update billing_invoices set payment_id = null where workspace_id = ${team.workspaceId}`;
    dispute(world(), payment);
    await its.stripe.world.events.settled();
    expect(await left()).toBe(50);
    await its.stack.sql`update sweep_parts set succeeded_at = now() - interval '6 minutes' where name = 'payment_news'`;
    await its.stack.client.workflow.execute('sweep', {
      ...{ workflowId: `sweep-${payment}`, taskQueue: its.stack.taskQueue },
    });
    await expect.poll(left, WITHIN).toBe(0);
  });
});
