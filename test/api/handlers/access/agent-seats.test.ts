import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { agentSeats } from '../../../../schemas/operations/access/agent-seats.ts';
import { apiKeys } from '../../../../schemas/operations/access/api-keys.ts';
import { workspace } from '../../../../schemas/operations/workspaces/workspace.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { bearer, makeSeat, makeTeam } from '../../../support/factories/keys.ts';
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
      details: { reason: 'seat_cap_reached', plan, cap },
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
    expect((await create()).json().error.details).toEqual({ reason: 'seat_cap_reached', plan: 'free', cap: 1 });
  });
});

describe('revoke', () => {
  it('ends seat and key at once, twice with the same answer, logged once', async () => {
    const seat = await made();
    for (const _ of [1, 2]) {
      const answer = await revoke(seat.id);
      expect([answer.status, answer.json()]).toEqual([200, { ok: true, id: seat.id }]);
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
      revokedAt: null,
    });
  });
});
