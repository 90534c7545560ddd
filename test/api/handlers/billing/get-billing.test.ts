import { expect, it } from 'vitest';
import { billing } from '../../../../schemas/operations/billing/billing.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { shareTeamStack } from '../../../support/stack/team-stack.ts';

const its = shareTeamStack();

const read = async (role: Parameters<typeof its.team.key>[0] = 'owner') => {
  const { headers } = await its.team.key(role, role === 'billing_only' ? { scopes: ['billing.manage'] } : {});
  return callHost(its.stack.appUrl, billing.getBilling, {}, headers);
};
const set = (columns: Record<string, unknown>) =>
  its.stack.sql`update workspaces set ${its.stack.sql(columns)} where id = ${its.team.workspaceId}`;

it('tells the plan, its caps and how much of each is used', async () => {
  const answer = await read();
  expect(answer.status).toBe(200);
  expect(answer.json()).toMatchObject({
    credits: { left: 0, nextEndsAt: null },
    ...{ plan: 'growth', planName: 'Growth', status: 'active', trial: null, paidMembers: null, message: 'Growth.' },
    usage: [
      { feature: 'members', used: 5, cap: null, left: null },
      { feature: 'eventTypes', used: 1, cap: null, left: null },
      { feature: 'teams', used: 0, cap: null, left: null },
      { feature: 'agentSeats', used: 0, cap: 10, left: 10 },
      { feature: 'webhooks', used: 0, cap: 50, left: 50 },
    ],
    plansUrl: `${its.stack.appUrl}/plans`,
  });
});

it('counts the days of a trial, begun ones too, and says what follows', async () => {
  const endsAt = new Date(Date.now() + 2.5 * 86_400_000);
  await set({ subscription_status: 'trialing', trial_ends_at: endsAt });
  const answer = (await read()).json();
  expect(answer).toMatchObject({ status: 'trialing', trial: { endsAt: endsAt.toISOString(), daysLeft: 3 } });
  expect(answer.message).toBe(
    'A trial of Growth. 3 days are left; then the plan is Free. Nothing is deleted, and nothing is paid.',
  );
  await set({ trial_ends_at: new Date(Date.now() - 1_000) });
  expect((await read()).json()).toMatchObject({ plan: 'free', status: 'active', trial: null });
});

it('a plan below what is used leaves nothing, and never less', async () => {
  await set({ plan: 'free' });
  const { usage } = (await read()).json() as unknown as { usage: object[] };
  expect(usage[0]).toEqual({ feature: 'members', used: 5, cap: 1, left: 0 });
});

it('is for those who pay: owner, admin, billing_only', async () => {
  const statuses = [];
  for (const role of ['owner', 'admin', 'billing_only', 'manager', 'member'] as const)
    statuses.push((await read(role)).status);
  expect(statuses).toEqual([200, 200, 200, 403, 403]);
});

it('the plans are public, and the same', async () => {
  const open = await callHost(its.stack.appUrl, billing.listPlans, {});
  expect(open.status).toBe(200);
  const { plans, packs } = (await read()).json();
  expect(packs).toHaveLength(6);
  expect(open.json()).toEqual({
    ...{ plans, packs },
    plansUrl: `${its.stack.appUrl}/plans`,
  });
});
