import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { capsOf, fitsFrom, type Subscription } from '../../../../domain/billing/plan.ts';
import { PLANS } from '../../../../domain/billing/plans.ts';
import type { Operation } from '../../../../schemas/operation.ts';
import { agentSeats } from '../../../../schemas/operations/access/agent-seats.ts';
import { billing } from '../../../../schemas/operations/billing/billing.ts';
import { eventTypes } from '../../../../schemas/operations/event-types.ts';
import { members } from '../../../../schemas/operations/members.ts';
import { teams } from '../../../../schemas/operations/teams.ts';
import { webhooks } from '../../../../schemas/operations/webhooks.ts';
import { CountedFeature } from '../../../../schemas/shapes/plan.ts';
import { MOST_REMINDERS } from '../../../../schemas/shapes/reminders.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { hostCallOver } from '../../../support/drivers/host-surfaces.ts';
import { HELD, holdPlan, HELD_AT as NOW } from '../../../support/factories/held-plans.ts';
import { addOne } from '../../../support/factories/plan-use.ts';
import { shareTeamStack } from '../../../support/stack/team-stack.ts';

const its = shareTeamStack();
const hold = (subscription: Subscription) => holdPlan(its.stack.sql, its.team.workspaceId, subscription);

/** The call that adds one of each feature. */
const adding: Readonly<Record<CountedFeature, { operation: Operation; input: () => Record<string, unknown> }>> = {
  members: {
    operation: members.inviteMember,
    input: () => ({ email: `${uuidv7()}@guest.test`, role: 'member' }),
  },
  eventTypes: {
    operation: eventTypes.createEventType,
    input: () => ({ name: 'One more', slug: `e${uuidv7()}`, durationMinutes: 30, locationType: 'phone' }),
  },
  teams: {
    operation: teams.createTeam,
    input: () => ({ name: 'One more', slug: `t${uuidv7()}`, timezone: 'UTC' }),
  },
  agentSeats: { operation: agentSeats.createAgentSeat, input: () => ({ displayName: 'One more' }) },
  webhooks: { operation: webhooks.createWebhook, input: () => ({ url: 'https://hooks.acme-crm.com/in' }) },
};

const REASONS: Readonly<Record<CountedFeature, string>> = {
  members: 'member_cap_reached',
  eventTypes: 'event_type_cap_reached',
  teams: 'team_cap_reached',
  agentSeats: 'seat_cap_reached',
  webhooks: 'webhook_cap_reached',
};

/** More than any cap that is a number. */
const MANY = 25;

let headers: Readonly<Record<string, string>>;
beforeEach(async () => {
  headers = (await its.team.key('owner')).headers;
});

const usedOf = async (feature: CountedFeature): Promise<number> => {
  const { usage } = (await callHost(its.stack.appUrl, billing.getBilling, {}, headers)).json() as unknown as {
    usage: readonly { readonly feature: string; readonly used: number }[];
  };
  return usage.find((one) => one.feature === feature)?.used ?? -1;
};

async function fillUpTo(feature: CountedFeature, count: number): Promise<void> {
  for (let used = await usedOf(feature); used < count; used += 1) await addOne[feature](its.stack, its.team);
}

const cells = Object.keys(HELD).flatMap((name) => CountedFeature.options.map((feature) => ({ name, feature })));

describe.each(['REST', 'MCP'] as const)('gates over %s', (surface) => {
  const call = hostCallOver(surface, () => its.stack);

  it.each(cells)('$name: $feature', async ({ name, feature }) => {
    const subscription = HELD[name] as Subscription;
    await hold(subscription);
    const { operation, input } = adding[feature];
    const cap = capsOf(subscription, NOW)[feature];
    await fillUpTo(feature, cap === null ? MANY : cap - 1);
    const before = await usedOf(feature);
    if (cap === null || before < cap) {
      expect(await call(operation, input(), headers)).toMatchObject({ ok: true });
      expect(await usedOf(feature)).toBe(before + 1);
    }
    if (cap === null) return;
    const used = await usedOf(feature);
    const refused = await call(operation, input(), headers);
    expect(refused).toMatchObject({ ok: false, error: { code: 'billing.upgrade_required' } });
    const plan = name === 'trial, over' ? 'free' : subscription.plan;
    expect(refused.error.details).toEqual({
      ...{ reason: REASONS[feature], feature, cap, used, plan, upgradeUrl: `${its.stack.appUrl}/plans` },
      fitsFrom: fitsFrom(feature, used + 1, plan),
    });
    expect(refused.error.message).toContain(`The plan ${PLANS[plan].name} `);
    expect(await usedOf(feature)).toBe(used);
  });
});

describe('reminders of an event type', () => {
  const call = hostCallOver('REST', () => its.stack);

  it.each(Object.keys(HELD))(
    '%s: as many as the plan has, and not one more; none goes with a smaller plan',
    async (name) => {
      const subscription = HELD[name] as Subscription;
      await hold(subscription);
      const feature = 'remindersPerEventType';
      const cap = capsOf(subscription, NOW)[feature] ?? MOST_REMINDERS;
      await addOne.eventTypes(its.stack, its.team);
      const [event] = await its.stack.sql<{ id: string }[]>`
      select id from event_types where workspace_id = ${its.team.workspaceId} order by id desc limit 1`;
      const update = (count: number) => {
        const reminders = Array.from({ length: count }, (_, nth) => ({ when: `${nth + 1}h before` }));
        return call(eventTypes.updateEventType, { eventTypeId: event?.id, reminders }, headers);
      };
      const kept = async () =>
        (await its.stack.sql`select 1 from event_types, jsonb_array_elements(reminders) where id = ${event?.id ?? ''}`)
          .length;
      expect(await update(cap)).toMatchObject({ ok: true });
      if (cap < MOST_REMINDERS) {
        const refused = await update(cap + 1);
        expect(refused).toMatchObject({ ok: false, error: { code: 'billing.upgrade_required' } });
        expect(refused.error.details).toMatchObject({ reason: 'reminder_cap_reached', feature, cap, used: cap });
      }
      await hold({ plan: 'free', status: 'active', trialEndsAtMs: null, seats: null });
      expect(await kept()).toBe(cap);
      expect(await update(cap)).toMatchObject({ ok: true });
      if (cap < MOST_REMINDERS) expect(await update(cap + 1)).toMatchObject({ ok: false });
      expect(await kept()).toBe(cap);
    },
  );
});

describe('the last place', () => {
  const call = hostCallOver('REST', () => its.stack);
  const plus: Subscription = { plan: 'plus', status: 'active', trialEndsAtMs: null, seats: 7 };
  const free: Subscription = { plan: 'free', status: 'active', trialEndsAtMs: null, seats: null };

  it.each([
    ['members', plus],
    ['eventTypes', free],
    ['teams', plus],
    ['agentSeats', plus],
  ] as const)('of %s goes to one of eight calls at once', async (feature, subscription) => {
    await hold(subscription);
    await fillUpTo(feature, (capsOf(subscription, NOW)[feature] ?? 0) - 1);
    const { operation, input } = adding[feature];
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(operation, input(), headers)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('is free again once something is archived, revoked or expired; an invitation that is open keeps it', async () => {
    await hold({ ...plus, seats: 6 });
    const invited = { email: `${uuidv7()}@guest.test`, role: 'member' };
    expect(await call(members.inviteMember, invited, headers)).toMatchObject({ ok: true });
    const other = adding.members.input();
    expect(await call(members.inviteMember, other, headers)).toMatchObject({ ok: false });
    // The same address again: its place is kept already.
    expect(await call(members.inviteMember, invited, headers)).toMatchObject({ ok: true });
    await its.stack.sql`
      update invitations set expires_at = now() - interval '1 second' where workspace_id = ${its.team.workspaceId}`;
    expect(await call(members.inviteMember, other, headers)).toMatchObject({ ok: true });
  });

  it('does not hide what a repeated call made', async () => {
    await hold({ ...free, plan: 'starter' });
    const { operation, input } = adding.teams;
    const same = input();
    expect(await call(operation, same, headers)).toMatchObject({ ok: true });
    const again = await call(operation, same, headers);
    expect(again.error).toMatchObject({ code: 'resource.conflict', details: { reason: 'slug_taken' } });
  });
});
