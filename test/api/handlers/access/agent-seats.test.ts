import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { invitationToken } from '../../../../domain/secrets.ts';
import { agentSeats } from '../../../../schemas/operations/access/agent-seats.ts';
import { apiKeys } from '../../../../schemas/operations/access/api-keys.ts';
import { members } from '../../../../schemas/operations/members.ts';
import { workspace } from '../../../../schemas/operations/workspaces/workspace.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { bearer, makeSeat, makeTeam } from '../../../support/factories/keys.ts';
import { NO_WEBHOOKS } from '../../../support/factories/webhooks.ts';
import { shareTeamStack } from '../../../support/stack/team-stack.ts';

const its = shareTeamStack();
let headers: Readonly<Record<string, string>>;
beforeEach(async () => {
  headers = (await its.team.key('owner')).headers;
});

interface Made {
  readonly id: string;
  readonly apiKeyId: string;
  readonly apiKey: string;
  readonly cap: number;
}

const create = (input: Readonly<Record<string, unknown>> = { displayName: 'Robo' }, by = headers) =>
  callHost(its.stack.appUrl, agentSeats.createAgentSeat, input, by);
const list = (input: Readonly<Record<string, unknown>> = {}) =>
  callHost(its.stack.appUrl, agentSeats.listAgentSeats, input, headers);
const revoke = (id: string, by = headers) => callHost(its.stack.appUrl, agentSeats.revokeAgentSeat, { id }, by);
const made = async (input?: Readonly<Record<string, unknown>>): Promise<Made> => {
  const answer = await create(input);
  expect(answer.status).toBe(200);
  return answer.json() as unknown as Made;
};
const setPlan = (plan: string, status = 'active', trialEnds: string | null = null) => its.stack.sql`
  update workspaces set plan = ${plan}, subscription_status = ${status}, trial_ends_at = ${trialEnds}::timestamptz
  where id = ${its.team.workspaceId}`;
const seatsIn = async () => {
  const answer = (await list()).json() as unknown as { seats: { id: string; revokedAt: string | null }[] };
  return answer.seats;
};

describe('create', () => {
  it('answers the key once; the seat acts with its creator’s role, under its own name', async () => {
    const seat = await made({ displayName: 'Scheduling bot', agentEmail: 'Bot@Agents.example' });
    expect(seat).toEqual({
      id: expect.any(String),
      displayName: 'Scheduling bot',
      agentEmail: 'Bot@Agents.example',
      apiKeyId: expect.any(String),
      apiKey: expect.stringMatching(/^svc_live_\w{32}$/),
      prefix: seat.apiKey.slice(0, 16),
      scopes: ['workspace.act'],
      role: 'owner',
      expiresAt: null,
      cap: 10,
    });
    const seen = await callHost(its.stack.appUrl, workspace.getWorkspace, {}, bearer(seat.apiKey));
    expect(seen.json()).toMatchObject({
      credential: { kind: 'seat', name: 'Scheduling bot', scopes: ['workspace.act'] },
      membership: { role: 'owner' },
    });
    const other = await made();
    await callHost(its.stack.appUrl, apiKeys.revokeApiKey, { apiKeyId: other.apiKeyId }, bearer(seat.apiKey));
    const rows = await its.stack.sql`
      select actor, action, agent_seat_id as seat from activity_log where workspace_id = ${its.team.workspaceId} order by id`;
    expect(rows.slice(-2)).toEqual([
      { actor: 'Scheduling bot', action: 'api_key.revoked', seat: seat.id },
      { actor: 'Scheduling bot', action: 'agent_seat.revoked', seat: seat.id },
    ]);
    expect(JSON.stringify(rows)).not.toContain(seat.apiKey.slice(17));
  });

  it('through a key that expires makes a seat that ends with it', async () => {
    const expiring = await its.team.key('owner');
    await its.stack.sql`update api_keys set expires_at = now() + interval '1 hour' where id = ${expiring.id}`;
    const [first, second] = [await create({ displayName: 'Heir' }, expiring.headers), await made()];
    const rows = await its.stack.sql<{ same: boolean | null }[]>`
      select successor.expires_at = date_trunc('milliseconds', maker.expires_at) as same from api_keys successor, api_keys maker
      where maker.id = ${expiring.id} and successor.id in ${its.stack.sql([String(first.json().apiKeyId), second.apiKeyId])}
      order by successor.id`;
    expect(rows).toEqual([{ same: true }, { same: null }]);
  });

  it('through a test key makes a test seat', async () => {
    const tests = await its.team.key('owner', { mode: 'test' });
    const answer = await create({ displayName: 'Tester' }, tests.headers);
    expect(answer.json().apiKey).toMatch(/^svc_test_/);
  });

  it('with workspace.read makes a seat that reads and changes nothing', async () => {
    const answer = await create({ displayName: 'Reader', scopes: ['workspace.read'] });
    expect(answer.json()).toMatchObject({ scopes: ['workspace.read'], role: 'owner' });
    const reader = bearer(String(answer.json().apiKey));
    expect((await callHost(its.stack.appUrl, workspace.getWorkspace, {}, reader)).status).toBe(200);
    const refused = await create({ displayName: 'Child' }, reader);
    expect([refused.status, refused.json().error.details?.reason]).toEqual([403, 'scope_missing']);
  });

  it('with a lesser role makes a seat, and its seats, that act with it; a role above the maker’s is refused', async () => {
    const answer = await create({ displayName: 'Deputy', role: 'admin' });
    expect(answer.json()).toMatchObject({ role: 'admin' });
    const deputy = bearer(String(answer.json().apiKey));
    const seen = await callHost(its.stack.appUrl, workspace.getWorkspace, {}, deputy);
    expect(seen.json()).toMatchObject({ membership: { role: 'admin' } });
    const child = await create({ displayName: 'Child' }, deputy);
    expect(child.json()).toMatchObject({ role: 'admin' });
    const refused = await create({ displayName: 'Boss', role: 'owner' }, deputy);
    expect(refused.json().error.details).toMatchObject({ reason: 'role_missing', neededRoles: ['owner'] });
    const [childSeat] = await seatsIn();
    expect(childSeat).toMatchObject({ id: child.json().id, role: 'admin' });
  });

  it('with the role billing_only takes billing.manage alone', async () => {
    const made = await create({ displayName: 'Bills', role: 'billing_only' });
    expect(made.json()).toMatchObject({ role: 'billing_only', scopes: ['billing.manage'] });
    const beyond = await create({ displayName: 'Bills', role: 'billing_only', scopes: ['workspace.act'] });
    expect(beyond.status).toBe(403);
  });

  it('with an end makes a seat that ends then, and refuses an end after its maker’s', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const answer = await create({ displayName: 'Brief', expiresAt: inAnHour });
    expect(answer.json()).toMatchObject({ expiresAt: inAnHour });
    const inTwoHours = new Date(Date.now() + 7_200_000).toISOString();
    const late = await create({ displayName: 'Late', expiresAt: inTwoHours }, bearer(String(answer.json().apiKey)));
    expect([late.status, late.json().error.details]).toEqual([
      422,
      { reason: 'expires_after_key', field: 'expiresAt', latest: inAnHour },
    ]);
    const past = await create({ displayName: 'Past', expiresAt: '2020-01-01T00:00:00Z' });
    expect(past.json().error.details?.reason).toBe('expiry_passed');
  });

  it.each([
    [{}, 'displayName'],
    [{ displayName: '' }, 'displayName'],
    [{ displayName: 'x'.repeat(81) }, 'displayName'],
    [{ displayName: 'two\nlines' }, 'displayName'],
    [{ displayName: 'a', agentEmail: 'nobody' }, 'agentEmail'],
    [{ displayName: 'a', agentEmail: `${'x'.repeat(250)}@a.example` }, 'agentEmail'],
  ])('names what is wrong with %j', async (input, path) => {
    const answer = await create(input);
    expect(answer.status).toBe(400);
    expect(answer.json().error.details?.issues).toEqual([expect.objectContaining({ path })]);
  });
});

describe('the cap of the plan', () => {
  it.each([
    ['free', 1],
    ['starter', 3],
    ['plus', 5],
    ['growth', 10],
  ])('%s: %i seats, however many ask at once', async (plan, cap) => {
    await setPlan(plan);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create({ displayName: `Bot ${index}` })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(cap).fill(200), ...Array(20 - cap).fill(402)]);
    const refused = answers.find(({ status }) => status === 402)?.json();
    expect(refused?.error).toMatchObject({
      code: 'billing.upgrade_required',
      details: { reason: 'seat_cap_reached', feature: 'agentSeats', plan, cap },
    });
    expect((await list()).json()).toMatchObject({ activeCount: cap, cap });
    const [keys] = await its.stack.sql<{ count: number }[]>`
      select count(*)::int as count from api_keys where workspace_id = ${its.team.workspaceId} and origin = 'seat'`;
    expect(keys?.count).toBe(cap);
  });

  it('has room again once a seat is revoked, by its key too', async () => {
    await setPlan('free');
    const first = await made();
    expect((await create()).status).toBe(402);
    await revoke(first.id);
    const second = await made();
    await callHost(its.stack.appUrl, apiKeys.revokeApiKey, { apiKeyId: second.apiKeyId }, headers);
    await made();
  });

  it('has room again once a seat has expired', async () => {
    await setPlan('free');
    const seat = await made({ displayName: 'Brief', expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
    expect((await create()).status).toBe(402);
    await its.stack.sql`update api_keys set expires_at = now() - interval '1 second' where id = ${seat.apiKeyId}`;
    expect((await list()).json()).toMatchObject({ activeCount: 0 });
    await made();
  });

  it('counts no other workspace’s seats', async () => {
    await setPlan('free');
    const other = await makeTeam(its.stack.sql);
    await makeSeat(its.stack.sql, { workspaceId: other.workspaceId, userId: other.members.owner.userId });
    await made();
  });

  it('is that of Free once a trial is over; seats of before stay', async () => {
    await setPlan('growth', 'trialing', new Date(Date.now() + 60_000).toISOString());
    await made();
    await made();
    await setPlan('growth', 'trialing', new Date(Date.now() - 1_000).toISOString());
    expect((await list()).json()).toMatchObject({ activeCount: 2, cap: 1 });
    expect((await create()).json().error.details).toMatchObject({
      ...{ reason: 'seat_cap_reached', plan: 'free', cap: 1, fitsFrom: 'starter' },
    });
  });
});

describe('revoke', () => {
  it('ends seat and key at once, twice with the same answer, logged once', async () => {
    const seat = await made();
    for (const _ of [1, 2]) {
      const answer = await revoke(seat.id);
      expect([answer.status, answer.json()]).toEqual([
        200,
        {
          ok: true,
          id: seat.id,
          ended: {
            keyCount: 1,
            seatCount: 1,
            seats: [{ id: seat.id, displayName: 'Robo' }],
            invitationCount: 0,
            memberCount: 0,
            members: [],
            invitations: [],
            ...NO_WEBHOOKS.ended,
            testBookingCount: 0,
          },
          kept: NO_WEBHOOKS.kept,
        },
      ]);
    }
    const dead = await callHost(its.stack.appUrl, workspace.getWorkspace, {}, bearer(seat.apiKey));
    expect([dead.status, dead.json().error.details?.reason]).toEqual([401, 'key_revoked']);
    const actions = await its.stack.sql<{ action: string }[]>`
      select action from activity_log where workspace_id = ${its.team.workspaceId} order by id`;
    expect(actions.map(({ action }) => action)).toEqual([
      'api_key.created',
      'agent_seat.created',
      'api_key.revoked',
      'agent_seat.revoked',
    ]);
  });

  it('ends all that was made below it, at any depth, and says what; a repeat says the same', async () => {
    const top = await made({ displayName: 'Top' });
    const middle = (await create({ displayName: 'Middle' }, bearer(top.apiKey))).json() as unknown as Made;
    const low = (await create({ displayName: 'Low' }, bearer(middle.apiKey))).json() as unknown as Made;
    const email = `${uuidv7()}@below.test`;
    const sent = await callHost(its.stack.appUrl, members.inviteMember, { email, role: 'manager' }, bearer(low.apiKey));
    const invitation = sent.json() as unknown as { member: { id: string } };
    const beside = await made({ displayName: 'Beside' });
    const first = await callHost(its.stack.appUrl, apiKeys.revokeApiKey, { apiKeyId: top.apiKeyId }, headers);
    expect(first.json().ended).toEqual({
      keyCount: 3,
      seatCount: 3,
      seats: [top, middle, low].map(({ id }, index) => ({ id, displayName: ['Top', 'Middle', 'Low'][index] })),
      invitationCount: 1,
      invitations: [{ id: invitation.member.id, email, role: 'manager' }],
      memberCount: 0,
      members: [],
      ...NO_WEBHOOKS.ended,
      testBookingCount: 0,
    });
    expect((await revoke(top.id)).json().ended).toEqual(first.json().ended);
    for (const { apiKey } of [top, middle, low]) {
      const dead = await callHost(its.stack.appUrl, workspace.getWorkspace, {}, bearer(apiKey));
      expect(dead.json().error.details?.reason).toBe('key_revoked');
    }
    const token = invitationToken(its.stack.secrets, invitation.member.id);
    const page = await fetch(`${its.stack.appUrl}/invitations/${token}`);
    expect([page.status, await page.text()]).toEqual([410, expect.stringContaining('was taken back')]);
    expect((await callHost(its.stack.appUrl, workspace.getWorkspace, {}, bearer(beside.apiKey))).status).toBe(200);
  });

  it('while its key makes more leaves none alive', async () => {
    const top = await made({ displayName: 'Top' });
    const making = Array.from({ length: 6 }, (_, index) =>
      create({ displayName: `Late ${index}` }, bearer(top.apiKey)),
    );
    const revoking = revoke(top.id);
    const answers = await Promise.all([...making, revoking]);
    expect(answers.every(({ status }) => [200, 401].includes(status))).toBe(true);
    const alive = await its.stack.sql`
      select 1 from api_keys where workspace_id = ${its.team.workspaceId} and parent_key_id = ${top.apiKeyId} and revoked_at is null`;
    expect(alive).toHaveLength(0);
  });

  it('from both sides at once deadlocks nobody and happens once', async () => {
    const seat = await made();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 2
          ? revoke(seat.id)
          : callHost(its.stack.appUrl, apiKeys.revokeApiKey, { apiKeyId: seat.apiKeyId }, headers),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const [row] = await its.stack.sql`
      select count(*)::int as times from activity_log where subject_id in (${seat.id}, ${seat.apiKeyId}) and action like '%revoked'`;
    expect(row).toEqual({ times: 2 });
  });

  it('another workspace’s seat, and an id that is none, are 404', async () => {
    const other = await makeTeam(its.stack.sql);
    const foreign = await makeSeat(its.stack.sql, {
      workspaceId: other.workspaceId,
      userId: other.members.owner.userId,
    });
    for (const id of [foreign.id, uuidv7()]) expect((await revoke(id)).status).toBe(404);
    const [row] = await its.stack.sql`select revoked_at from agent_seats where id = ${foreign.id}`;
    expect(row).toEqual({ revoked_at: null });
  });
});

describe('list', () => {
  it('shows the active ones first, and pages through both parts', async () => {
    const seats = [await made(), await made(), await made(), await made(), await made()];
    const ids = seats.map(({ id }) => id);
    await revoke(ids[1] ?? '');
    await revoke(ids[4] ?? '');
    const expected = [ids[3], ids[2], ids[0], ids[4], ids[1]];
    expect((await seatsIn()).map(({ id }) => id)).toEqual(expected);
    const seen: string[] = [];
    let cursor: unknown;
    do {
      const page = (await list({ limit: 2, ...(cursor ? { cursor } : {}) })).json();
      seen.push(...(page.seats as { id: string }[]).map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(expected);
    const [first] = await seatsIn();
    expect(first).toEqual({
      id: ids[3],
      displayName: 'Robo',
      agentEmail: null,
      apiKeyId: seats[3]?.apiKeyId,
      createdByUserId: its.team.members.owner.userId,
      createdAt: expect.any(String),
      scopes: ['workspace.act'],
      role: 'owner',
      expiresAt: null,
      revokedAt: null,
    });
  });
});
