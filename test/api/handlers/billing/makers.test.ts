import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiKeys } from '../../../../schemas/operations/access/api-keys.ts';
import { billing } from '../../../../schemas/operations/billing/billing.ts';
import { checkout } from '../../../../schemas/operations/billing/checkout.ts';
import { members } from '../../../../schemas/operations/members.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { makeTeam, type TestKey, type TestTeam } from '../../../support/factories/keys.ts';
import { eventually } from '../../../support/factories/meeting.ts';
import { press } from '../../../support/fakes/stripe.ts';
import { type PayingStack, startPayingStack } from '../../../support/stack/paying-stack.ts';

let its: PayingStack;
let team: TestTeam;
let owner: Readonly<Record<string, string>>;
beforeAll(async () => {
  its = await startPayingStack();
  its.listen();
});
afterAll(() => its.close());
beforeEach(async () => {
  team = await makeTeam(its.stack.sql);
  owner = (await team.key('owner')).headers;
});

interface Started {
  readonly intentId: string;
  readonly url: string;
}
const start = async (headers: Readonly<Record<string, string>>, input: object = { plan: 'plus', quantity: 7 }) =>
  (await callHost(its.stack.appUrl, checkout.startCheckout, { ...input }, headers)).json() as unknown as Started;
const statusOf = async (intentId: string) =>
  (await callHost(its.stack.appUrl, checkout.getCheckout, { intentId }, owner)).json().status;
/** Nobody nudges: the sweep finds what has lost its maker. It looks at rows that have waited for 15 seconds. */
async function sweep(intentId: string): Promise<void> {
  await its.stack.sql`update checkout_intents set created_at = now() - interval '20 seconds' where id = ${intentId}`;
  await its.stack.client.workflow.execute('sweep', {
    ...{ workflowId: `sweep-${intentId}`, taskQueue: its.stack.taskQueue },
  });
}
const planOf = async () => (await its.stack.sql`select plan, seats from workspaces where id = ${team.workspaceId}`)[0];

/** What takes from the maker the right to buy. */
const losses: Readonly<Record<string, (key: TestKey) => PromiseLike<unknown>>> = {
  'key is revoked': ({ id }) => callHost(its.stack.appUrl, apiKeys.revokeApiKey, { apiKeyId: id }, owner),
  'key has expired': ({ id }) =>
    its.stack.sql`update api_keys set expires_at = now() - interval '1 second' where id = ${id}`,
  'person is demoted': ({ userId }) =>
    callHost(its.stack.appUrl, members.updateMemberRole, { id: userId, role: 'member' }, owner),
  'person is removed': ({ userId }) => callHost(its.stack.appUrl, members.removeMember, { id: userId }, owner),
};

describe('an open checkout ends, with its page, when its maker’s', () => {
  it.each(Object.entries(losses))('%s', async (_, lose) => {
    const key = await team.key('admin');
    const { intentId, url } = await start(key.headers);
    await lose(key);
    await sweep(intentId);
    await expect.poll(() => statusOf(intentId)).toBe('canceled');
    await eventually('the page is closed', async () => {
      const rows = await its.stack
        .sql`select 1 from checkout_intents where id = ${intentId} and page_ended_at is not null`;
      return rows.length > 0;
    });
    expect(await press(url, { do: 'pay' })).toBe('410');
    expect((await planOf())?.seats).toBeNull();
  });

  it('role changes to another that buys: it stays', async () => {
    const key = await team.key('admin');
    const { intentId } = await start(key.headers);
    await callHost(its.stack.appUrl, members.updateMemberRole, { id: key.userId, role: 'billing_only' }, owner);
    await sweep(intentId);
    expect(await statusOf(intentId)).toBe('pending');
  });

  it('role is lost after it was paid: what is paid stays', async () => {
    const key = await team.key('admin');
    its.stripe.faults.add({ kind: 'lostWebhook', match: '', count: 20 });
    const { intentId, url } = await start(key.headers);
    await press(url, { do: 'pay' });
    its.stripe.faults.clear();
    await callHost(its.stack.appUrl, members.updateMemberRole, { id: key.userId, role: 'member' }, owner);
    await sweep(intentId);
    await expect.poll(() => statusOf(intentId)).toBe('completed');
    expect(await planOf()).toEqual({ plan: 'plus', seats: 7 });
  });
});

describe('seats and what is paid', () => {
  const invite = (email: string) => callHost(its.stack.appUrl, members.inviteMember, { email, role: 'member' }, owner);
  const seen = async () => (await callHost(its.stack.appUrl, billing.getBilling, {}, owner)).json();

  it('above the quantity an invitation is 402 with the way to more; a member who is removed changes nothing that is paid', async () => {
    const { intentId, url } = await start(owner, { plan: 'plus', quantity: 6 });
    await press(url, { do: 'pay' });
    await callHost(its.stack.appUrl, checkout.getCheckout, { intentId, waitSeconds: 25 }, owner);
    expect((await invite('sixth@guest.test')).status).toBe(200);
    const refused = await invite('seventh@guest.test');
    expect([refused.status, refused.json().error.details]).toEqual([
      402,
      {
        ...{ reason: 'member_cap_reached', feature: 'members', cap: 6, used: 6, plan: 'plus', fitsFrom: 'plus' },
        upgradeUrl: `${its.stack.appUrl}/plans`,
      },
    ]);
    await callHost(its.stack.appUrl, members.removeMember, { id: team.members.manager.userId }, owner);
    await eventually('the member is gone', async () => {
      const { usage } = (await seen()) as unknown as { usage: { feature: string; used: number }[] };
      return usage.some(({ feature, used }) => feature === 'members' && used === 5);
    });
    expect(await seen()).toMatchObject({ plan: 'plus', paidMembers: 6 });
    expect(its.stripe.world.state.all('subscription')[0]?.items.data[0]?.quantity).toBe(6);
    expect((await invite('seventh@guest.test')).status).toBe(200);
  });
});
