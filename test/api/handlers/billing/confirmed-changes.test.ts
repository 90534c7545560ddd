import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkout } from '../../../../schemas/operations/billing/checkout.ts';
import { members } from '../../../../schemas/operations/members.ts';
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
  readonly receiptsTo: string | null;
}
const start = async (input: object, by = headers) =>
  (await callHost(its.stack.appUrl, checkout.startCheckout, { ...input }, by)).json() as unknown as Started;
const statusOf = async (intentId: string) =>
  (await callHost(its.stack.appUrl, checkout.getCheckout, { intentId }, headers)).json().status;
const planIs = (plan: string, seats: number | null) =>
  expect
    .poll(
      async () => (await its.stack.sql`select plan, seats from workspaces where id = ${team.workspaceId}`)[0],
      WITHIN,
    )
    .toEqual({ plan, seats });
const subscribe = async (more: object = {}) => {
  const started = await start({ plan: 'plus', quantity: 7, ...more });
  await press(started.url, { do: 'pay' });
  await planIs('plus', 7);
  return started;
};
const customerId = async () =>
  (
    await its.stack.sql<
      [{ id: string }]
    >`select customer_id as id from billing_customers where workspace_id = ${team.workspaceId}`
  )[0].id;
const portal = async () => {
  const { url } = (await callHost(its.stack.appUrl, checkout.createPortalSession, {}, headers)).json();
  const [row] = await its.stack.sql<{ id: string }[]>`
    select subscription_id as id from subscriptions where workspace_id = ${team.workspaceId}`;
  return (action: string) => press(String(url), { do: action, subscription: row?.id ?? '' });
};
const mailsTo = async (role: 'owner' | 'billing_only' | 'admin') =>
  (await its.stack.mailbox(team.members[role].email)).filter(({ kind }) => kind === 'billing').reverse();

/** Its flow has looked at the page and sleeps: what it learns from now on, something else tells it. */
const sleeps = (intentId: string) =>
  expect
    .poll(async () => {
      const { events } = await its.stack.client.workflow.getHandle(`checkout/${intentId}`).fetchHistory();
      return (events ?? []).some((event) => event.timerStartedEventAttributes);
    }, WITHIN)
    .toBe(true);

describe('a change that a person confirms', () => {
  it('completes its checkout with the look that sees it, in seconds', async () => {
    await subscribe();
    const { intentId, url } = await start({ plan: 'growth', quantity: 8 });
    await sleeps(intentId);
    await press(url, { do: 'confirm' });
    await planIs('growth', 8);
    expect(await statusOf(intentId)).toBe('completed');
  });

  it('is completed, although another wish took its place a moment later', async () => {
    await subscribe();
    its.stripe.faults.add({ kind: 'lostWebhook', match: '', count: 20 });
    const first = await start({ plan: 'growth', quantity: 8 });
    await sleeps(first.intentId);
    await press(first.url, { do: 'confirm' });
    const second = await start({ plan: 'growth', quantity: 9 });
    await expect.poll(() => statusOf(first.intentId), WITHIN).toBe('completed');
    await planIs('growth', 8);
    expect(await statusOf(second.intentId)).toBe('pending');
  });

  it('after its cancellation changes the plan all the same, as the answer says, and is completed', async () => {
    await subscribe();
    const { intentId, url } = await start({ plan: 'growth', quantity: 8 });
    const canceled = (await callHost(its.stack.appUrl, checkout.cancelCheckout, { intentId }, headers)).json();
    expect(canceled).toMatchObject({ status: 'canceled', message: expect.stringContaining('up to an hour') });
    await press(url, { do: 'confirm' });
    await planIs('growth', 8);
    expect(await statusOf(intentId)).toBe('completed');
  });

  it('does not complete an older wish for the same with a look that sees no change', async () => {
    await subscribe();
    const old = await start({ plan: 'growth', quantity: 8 });
    await callHost(its.stack.appUrl, checkout.cancelCheckout, { intentId: old.intentId }, headers);
    const { intentId, url } = await start({ plan: 'growth', quantity: 8 });
    await press(url, { do: 'confirm' });
    await planIs('growth', 8);
    await expect.poll(() => statusOf(intentId), WITHIN).toBe('completed');
    const looked = async () =>
      (await its.stack.sql`select looked_at from billing_customers where workspace_id = ${team.workspaceId}`)[0]
        ?.looked_at as Date;
    await its.stripe.world.events.settled();
    const before = await looked();
    await its.stack.client.workflow.getHandle(`subscription/${team.workspaceId}`).signal('nudge');
    await expect.poll(looked, WITHIN).not.toEqual(before);
    expect(await statusOf(old.intentId)).toBe('canceled');
  });

  it('does not complete an older wish for the same that ended hours ago', async () => {
    await subscribe();
    const old = await start({ plan: 'growth', quantity: 8 });
    await callHost(its.stack.appUrl, checkout.cancelCheckout, { intentId: old.intentId }, headers);
    await its.stack.sql`update checkout_intents set ended_at = now() - interval '2 hours' where id = ${old.intentId}`;
    await press(old.url, { do: 'confirm' });
    await planIs('growth', 8);
    expect(await statusOf(old.intentId)).toBe('canceled');
  });
});

describe('owners and those who pay get one mail', () => {
  it('about each change, a planned end and its being taken back; others get none', async () => {
    await subscribe();
    const mailed = (count: number) => expect.poll(async () => (await mailsTo('owner')).length, WITHIN).toBe(count);
    await mailed(1);
    const change = await start({ plan: 'growth', interval: 'annual', quantity: 8 });
    await press(change.url, { do: 'confirm' });
    await mailed(2);
    const act = await portal();
    await act('cancel');
    await mailed(3);
    await act('resume');
    await mailed(4);
    await act('end');
    await mailed(5);
    const mails = await mailsTo('owner');
    const [subjects, texts] = [mails.map(({ subject }) => subject), mails.map(({ text }) => text)];
    expect(texts[0]).toMatch(
      /Plus, 7 members, paid monthly\. It costs USD\s140\.00 each month, before tax\. It renews on \w+ \d+ \w+ \d{4}\./,
    );
    expect(texts[0]).toContain(`${its.stack.appUrl}/settings/billing?workspace=${team.slug}`);
    expect(texts[1]).toContain('Before: Plus, 7 members, paid monthly. Now: Growth, 8 members, paid yearly.');
    expect(texts[1]).toContain('choose the plan that you had again');
    expect(subjects[2]).toMatch(/^The plan of .+ ends on \w+ \d+ \w+ \d{4}$/);
    expect(texts[2]).toContain('and the plan is Free then.');
    expect(texts[2]).toContain('take the cancellation back');
    expect([subjects[3], texts[3]]).toEqual([expect.stringMatching(/goes on$/), expect.stringContaining('it goes on')]);
    expect(texts[4]).toContain('Until now it was Growth');
    expect(await mailsTo('billing_only')).toHaveLength(5);
    expect(await mailsTo('admin')).toEqual([]);
    expect(
      await its.stack
        .sql`select 1 from subscription_changes where workspace_id = ${team.workspaceId} and mailed_at is null`,
    ).toHaveLength(0);
  });

  it('and no flood: after ten of a day, changes wait for six hours and come together', async () => {
    await subscribe();
    await expect.poll(async () => (await mailsTo('owner')).length, WITHIN).toBe(1);
    await its.stack.sql`
      insert into subscription_changes (id, workspace_id, before, mailed_at)
      select gen_random_uuid(), ${team.workspaceId}, '{}', now() - n * interval '1 minute' from generate_series(1, 10) n`;
    const act = await portal();
    for (const action of ['cancel', 'resume']) {
      await act(action);
      await expect
        .poll(
          async () =>
            (
              await its.stack
                .sql`select cancel_at_period_end as ends from subscriptions where workspace_id = ${team.workspaceId}`
            )[0]?.ends,
          WITHIN,
        )
        .toBe(action === 'cancel');
    }
    await its.stripe.world.events.settled();
    expect(await mailsTo('owner')).toHaveLength(1);
    await its.stack
      .sql`update subscription_changes set seen_at = now() - interval '7 hours' where workspace_id = ${team.workspaceId}`;
    await its.stack.client.workflow.getHandle(`subscription/${team.workspaceId}`).signal('nudge');
    await expect.poll(async () => (await mailsTo('owner')).length, WITHIN).toBe(2);
  });
});

describe('receipts', () => {
  const address = async () => paymentsAt(its.stripe).receiptsEmailOf(await customerId());
  const lookAgain = () => its.stack.client.workflow.getHandle(`subscription/${team.workspaceId}`).signal('nudge');

  it('of a person who is demoted go to the first owner', async () => {
    const { email, userId } = team.members.billing_only;
    expect((await subscribe({ customerEmail: email })).receiptsTo).toBe(email);
    await lookAgain();
    expect(await address()).toBe(email);
    await callHost(its.stack.appUrl, members.updateMemberRole, { id: userId, role: 'member' }, headers);
    await lookAgain();
    await expect.poll(address, WITHIN).toBe(team.members.owner.email);
  });

  it('of another address, which a key of a person asked for who was removed, do too', async () => {
    const admin = await team.key('admin');
    const started = await start({ plan: 'plus', quantity: 7, customerEmail: 'mine@elsewhere.test' }, admin.headers);
    await press(started.url, { do: 'pay' });
    await planIs('plus', 7);
    await callHost(its.stack.appUrl, members.removeMember, { id: admin.userId }, headers);
    await lookAgain();
    await expect.poll(address, WITHIN).toBe(team.members.owner.email);
  });

  it('stay where people sent them in the portal', async () => {
    const { email, userId } = team.members.billing_only;
    await subscribe({ customerEmail: email });
    await paymentsAt(its.stripe).setReceiptsEmail(await customerId(), 'books@acme.test');
    await callHost(its.stack.appUrl, members.updateMemberRole, { id: userId, role: 'member' }, headers);
    await lookAgain();
    await expect
      .poll(
        async () =>
          (
            await its.stack
              .sql`select receipts_email as email from billing_customers where workspace_id = ${team.workspaceId}`
          )[0]?.email,
        WITHIN,
      )
      .toBeNull();
    expect(await address()).toBe('books@acme.test');
  });

  it('go where the first purchase says, also after the portal; later the answer names the address that is used', async () => {
    await callHost(its.stack.appUrl, checkout.createPortalSession, {}, headers);
    expect(await address()).toBe(team.members.owner.email);
    expect((await subscribe({ customerEmail: 'books@acme.test' })).receiptsTo).toBe('books@acme.test');
    expect(await address()).toBe('books@acme.test');
    const later = await start({ plan: 'growth', quantity: 8, customerEmail: 'other@acme.test' });
    expect(later.receiptsTo).toBe('books@acme.test');
    expect(await address()).toBe('books@acme.test');
  });
});
