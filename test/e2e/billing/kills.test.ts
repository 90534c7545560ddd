import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type StripeStandIn, startStripeStandIn } from '../../../stand-ins/stripe/stand-in.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import { findLeaks, readFlows } from '../../support/asserts/leaks.ts';
import { moneyProblems } from '../../support/asserts/money-audit.ts';
import { holdCalls, listenAt, newBuyerAt, pay, type TestBuyer } from '../../support/drivers/buyers.ts';
import { moveOn, setCard } from '../../support/factories/stripe-checkouts.ts';
import { bundlePath } from '../../support/stack/database.ts';
import { lockTable, waitFor, withTablesLocked } from '../../support/stack/lock-tables.ts';
import { type PartName, type Processes, SHORT_TASKS, startProcesses } from '../../support/stack/processes.ts';

/** A flow's look that was killed is tried again after half a minute (workflows/subscription.ts). */
const SETTLES_WITHIN_MS = 100_000;
const SWEEP_EACH_MS = 5_000;

let stack: Processes;
let stripe: StripeStandIn;
/** Each is at another step when its process dies. */
let buyers: TestBuyer[];
/** The call is answered once the killed look was tried again. */
let canceling: Promise<number> | undefined;

beforeAll(async () => {
  stripe = await startStripeStandIn();
  stack = await startProcesses(bundlePath(), SHORT_TASKS, { STRIPE_STAND_IN_URL: stripe.url });
  listenAt(stripe, stack.appUrl);
  buyers = await Promise.all(Array.from({ length: 8 }, () => newBuyerAt(stack)));
});
afterAll(async () => {
  await stack?.close();
  await stripe?.close();
});
beforeEach(() => stripe.faults.clear());

const buyer = (number: number): TestBuyer => {
  const found = buyers[number];
  if (!found) throw new Error(`no buyer ${number}`);
  return found;
};

/** SIGKILL, then all goes on at full speed. */
async function strike(...parts: PartName[]): Promise<void> {
  await stack.kill9(...parts);
  stripe.faults.clear();
  await stack.start(...parts);
  await stack.waitReady();
}

/** Waits until the worker waits for a lock with this statement. In a transaction, PostgreSQL would show the same activity again and again. */
const untilHeld = (statement: string): Promise<void> =>
  waitFor(async () => {
    const rows = await stack.sql`
      select 1 from pg_stat_activity where application_name = 'holdfast-worker' and wait_event_type = 'Lock'
        and query ilike ${`%${statement}%`}`;
    return rows.length > 0;
  }, statement);

/** Webhooks from now on: some are lost, some come twice, some come late, so that others overtake them. */
function disturbWebhooks(): void {
  for (const [kind, match] of [
    ['lostWebhook', 'invoice.paid'],
    ['duplicateWebhook', 'checkout.session.completed'],
    ['lateWebhook', 'customer.subscription'],
  ] as const)
    stripe.faults.add({ kind, match, count: 3, delayMs: 2_000 });
}

const planOf = async ({ workspaceId }: TestBuyer) => {
  const [row] = await stack.sql<{ plan: string; status: string }[]>`
    select plan, subscription_status as status from workspaces where id = ${workspaceId}`;
  return row;
};

const POLL = { timeout: 45_000 };

describe('kill -9 while plans and credits are bought', () => {
  it('of the worker: while the customer is made, and before it is stored', async () => {
    const calls: Promise<unknown>[] = [];
    await withTablesLocked(stack.sql, async (tx) => {
      await lockTable(tx, 'billing_customers');
      calls.push(buyer(0).start());
      await untilHeld('insert into billing_customers');
      const held = holdCalls(stripe, 'slowAnswer', 'POST /v1/customers');
      calls.push(buyer(1).start());
      await held;
      await stack.kill9('worker');
    });
    await strike('worker');
    await Promise.all(calls);
    expect(stripe.world.state.all('customer')).toHaveLength(2);
  }, 90_000);

  it('of the worker: while the page is opened at the provider, and before it is stored', async () => {
    const calls: Promise<unknown>[] = [];
    const before = holdCalls(stripe, 'slow', 'POST /v1/checkout/sessions');
    calls.push(buyer(2).start(), buyer(3).start());
    await before;
    await withTablesLocked(stack.sql, async (tx) => {
      await lockTable(tx, 'checkout_intents');
      await untilHeld('update checkout_intents set url');
      await stack.kill9('worker');
    });
    await strike('worker');
    await Promise.all(calls);
    expect(stripe.world.state.all('checkout.session')).toHaveLength(4);
  }, 90_000);

  it('of the api: after the payment and before its webhook, and when a webhook is stored and told nobody', async () => {
    const [first, second] = [await buyer(0).start(), await buyer(1).start()];
    await stack.kill9('api');
    disturbWebhooks();
    await pay(first);
    await strike('api');
    // Flows hear nothing while Temporal stands still.
    stack.pause('temporal');
    await pay(second);
    const customer = await buyer(1).customerId();
    await waitFor(
      async () => (await stack.sql`select 1 from stripe_events where customer_id = ${customer}`).length > 0,
      'a webhook',
    );
    await stack.kill9('api');
    stack.resume('temporal');
    await strike('api');
  }, 90_000);

  it('of worker and api: during the look, before the plan is written, and before the checkout ends', async () => {
    const [held, unwritten, unended] = [await buyer(2).start(), await buyer(3).start(), await buyer(4).start()];
    disturbWebhooks();
    await withTablesLocked(stack.sql, async (tx) => {
      await tx`select 1 from workspaces where id = ${buyer(3).workspaceId} for no key update`;
      await tx`select 1 from checkout_intents where id = ${unended.intentId} for update`;
      await Promise.all([pay(unwritten), pay(unended)]);
      await untilHeld('from workspaces where id');
      await untilHeld('update checkout_intents set page_ended_at');
      const look = holdCalls(stripe, 'slow', 'GET /v1/subscriptions');
      await pay(held);
      await look;
      await stack.kill9('worker', 'api');
    });
    await strike('worker', 'api');
  }, 90_000);

  it('of the worker: before credits are granted and after, and while a checkout is canceled', async () => {
    const [ungranted, granted, leaving] = [
      await buyer(0).startPack('enrichment_pack_50'),
      await buyer(1).startPack('enrichment_pack_200'),
      await buyer(5).start(),
    ];
    disturbWebhooks();
    await withTablesLocked(stack.sql, async (tx) => {
      await tx`select 1 from checkout_intents where id = ${granted.intentId} for update`;
      await pay(granted);
      await untilHeld('update checkout_intents set page_ended_at');
      await lockTable(tx, 'credit_grants');
      await pay(ungranted);
      await untilHeld('insert into credit_grants');
      const ending = holdCalls(stripe, 'slowAnswer', `/expire`);
      canceling = buyer(5).cancel(leaving.intentId);
      await ending;
      await stack.kill9('worker');
    });
    await strike('worker');
  }, 90_000);

  it('of the worker: while the second of two subscriptions ends, and while its money goes back', async () => {
    await payTwice(buyer(6));
    await holdCalls(stripe, 'slowAnswer', 'DELETE /v1/subscriptions');
    await strike('worker');
    await payTwice(buyer(7));
    await holdCalls(stripe, 'slowAnswer', 'POST /v1/refunds');
    await strike('worker');
  }, 90_000);

  it('of the worker: before a mail of a missing payment, and before it is noted', async () => {
    const late = buyer(4);
    await expect.poll(() => planOf(late), POLL).toMatchObject({ plan: 'plus' });
    await setCard(stripe, await late.customerId(), 'card-declines');
    // What an earlier kill cut off is tried again first. Its mail would wait for the lock below, and the look behind it.
    const welcomed = async () => (await mailsAbout('Test has the plan Plus now')).filter(({ to }) => isPayer(late, to));
    await expect.poll(welcomed, { timeout: 60_000 }).toHaveLength(2);
    await expect.poll(() => isAtRest(`subscription/${late.workspaceId}`), { timeout: 30_000 }).toBe(true);
    await withTablesLocked(stack.sql, async (note) => {
      await withTablesLocked(stack.sql, async (tx) => {
        await lockTable(tx, 'local_mails');
        await moveOn(stripe, 32);
        // The look notes what it saw before its mail: held earlier, it would wait here for the note.
        await waitFor(
          async () => (await planOf(late))?.status === 'past_due',
          'the look that sees the missing payment',
        );
        await untilHeld('insert into local_mails');
        await note`select 1 from subscriptions where workspace_id = ${late.workspaceId} for update`;
      });
      await untilHeld('update subscriptions set past_due_mailed_at');
      await stack.kill9('worker');
    });
    await strike('worker');
    expect(await planOf(late)).toEqual({ plan: 'plus', status: 'past_due' });
  }, 180_000);

  it('leaves one subscription, one effect of each payment, one mail and one flow', async () => {
    const ids = buyers.map(({ workspaceId }) => workspaceId);
    const problems = async () => [
      ...(await moneyProblems({ sql: stack.sql, world: stripe.world }, ids)),
      ...(await flowProblems()),
    ];
    const deadlineMs = Date.now() + SETTLES_WITHIN_MS;
    let sweepMs = 0;
    let found = await problems();
    for (; found.length > 0 && Date.now() < deadlineMs; found = await problems()) {
      // The sweep asks for lost webhooks every five minutes, and nudges flows each minute.
      if (Date.now() > sweepMs) {
        await stack.sql`update sweep_parts set succeeded_at = now() - interval '6 minutes' where name = 'payment_news'`;
        await stack.sweep();
        await nudgeCheckouts();
        sweepMs = Date.now() + SWEEP_EACH_MS;
      }
      await delay(500);
    }
    expect(found).toEqual([]);
    expect(await canceling).toBe(200);
    expect((await Promise.all(buyers.map(planOf))).map((row) => `${row?.plan} ${row?.status}`)).toEqual([
      ...['plus active', 'plus active', 'plus active', 'plus active', 'plus past_due', 'free active'],
      ...['plus active', 'plus active'],
    ]);
    const mails = () => stack.sql<{ to: string; subject: string; count: number }[]>`
      select recipient::text as to, subject, count(*)::int as count from local_mails where kind = 'billing' group by 1, 2 order by 1, 2`;
    const toPayersOf = (subject: string, of: readonly TestBuyer[]) =>
      of
        .flatMap(payersOf)
        .sort()
        .map((to) => ({ to, subject, count: 1 }));
    const expected = [
      ...toPayersOf('A payment for Test failed', [buyer(4)]),
      ...toPayersOf(
        'Test has the plan Plus now',
        buyers.filter((_, index) => index !== 5),
      ),
    ];
    const inOrder = (rows: readonly { to: string; subject: string }[]) =>
      rows.toSorted((one, other) => `${one.subject} ${one.to}`.localeCompare(`${other.subject} ${other.to}`));
    // A mail that a kill cut off waits for the next try of its activity.
    await expect.poll(async () => inOrder([...(await mails())]), { timeout: 30_000 }).toEqual(inOrder(expected));
  }, 150_000);

  it('leaves no key, address or page of a payment in histories and logs', async () => {
    const { state } = stripe.world;
    const flows = await readFlows(stack.client, "WorkflowType in ('checkout', 'subscription')");
    expect(flows.length).toBeGreaterThan(9);
    const pages = [...state.all('checkout.session'), ...state.all('billing_portal.session')].map(({ id }) => id);
    const people = buyers.flatMap(({ team }) => Object.values(team.members).map(({ email }) => email));
    const secrets = [stripe.secretKey, stripe.webhookSecret, ...pages, ...people];
    const log = { where: 'the log', text: stack.output.join('\n') };
    expect(findLeaks(secrets, [...flows, log])).toEqual([]);
  }, 60_000);
});

/** A second wish takes the place of the first. Before its page is closed, both are paid. */
async function payTwice(one: TestBuyer): Promise<void> {
  const first = await one.start();
  const closing = holdCalls(stripe, 'slow', '/expire');
  const second = await one.start({ quantity: 8 });
  await closing;
  await pay(first);
  await pay(second);
}

/** Each looks by itself every five minutes, for which this test does not wait. */
async function nudgeCheckouts(): Promise<void> {
  const rows = await stack.sql<{ id: string }[]>`select id from checkout_intents where status = 'pending'`;
  const signals = rows.map(({ id }) => stack.client.workflow.getHandle(flowId('checkout', id)).signal('nudge'));
  await Promise.allSettled(signals);
}

/** The flow waits for news or for its day: between two activities, a task of the flow itself is pending. */
async function isAtRest(workflowId: string): Promise<boolean> {
  const { raw } = await stack.client.workflow.getHandle(workflowId).describe();
  return !raw.pendingActivities?.length && !raw.pendingWorkflowTask;
}

const mailsAbout = (subject: string) =>
  stack.sql<{ to: string }[]>`select recipient::text as to from local_mails where subject = ${subject}`;

const payersOf = ({ team: { members } }: TestBuyer): string[] => [members.owner.email, members.billing_only.email];
const isPayer = (of: TestBuyer, address: string): boolean => payersOf(of).includes(address);

/** One flow runs for each workspace that is looked at and for each checkout that waits, and none for others. */

async function flowProblems(): Promise<string[]> {
  const rows = await stack.sql<{ id: string }[]>`
    select 'subscription/' || workspace_id as id from billing_customers where next_look_at is not null
    union all select 'checkout/' || id from checkout_intents where status = 'pending'`;
  const wanted = rows.map(({ id }) => id);
  const running: string[] = [];
  const query = "WorkflowType in ('checkout', 'subscription') and ExecutionStatus = 'Running'";
  for await (const { workflowId } of stack.client.workflow.list({ query })) running.push(workflowId);
  return [
    ...running.filter((id) => !wanted.includes(id)).map((id) => `a flow runs for nothing: ${id}`),
    ...wanted.filter((id) => !running.includes(id)).map((id) => `no flow runs: ${id}`),
    ...running.filter((id, index) => running.indexOf(id) !== index).map((id) => `two flows run: ${id}`),
  ];
}
