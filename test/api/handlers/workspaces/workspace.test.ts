import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Operation } from '../../../../schemas/operation.ts';
import { agentSeats } from '../../../../schemas/operations/access/agent-seats.ts';
import { apiKeys } from '../../../../schemas/operations/access/api-keys.ts';
import { calendars } from '../../../../schemas/operations/calendars.ts';
import { meetings } from '../../../../schemas/operations/meetings.ts';
import { workspaceTools } from '../../../../schemas/operations/workspaces/tools.ts';
import { workspace } from '../../../../schemas/operations/workspaces/workspace.ts';
import { usualDefaults } from '../../../support/asserts/usual-defaults.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { signIn } from '../../../support/drivers/session.ts';
import { makeSeat, makeTeam, type TestTeam } from '../../../support/factories/keys.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
let team: TestTeam;

beforeAll(async () => {
  stack = await startStack({ worker: false, demo: false });
});
afterAll(() => stack.close());
beforeEach(async () => {
  team = await makeTeam(stack.sql);
});

type Headers = Readonly<Record<string, string>>;
const call = (operation: Operation, headers: Headers, input: Readonly<Record<string, unknown>> = {}) =>
  callHost(stack.appUrl, operation, input, headers);
const sessionOf = async (role: 'owner' | 'member'): Promise<Headers> =>
  (await signIn(stack, { email: team.members[role].email, workspace: team.slug })).headers;
const setRole = (role: string, userId: string) => stack.sql`
  update memberships set role = ${role} where user_id = ${userId} and workspace_id = ${team.workspaceId}`;

describe('get_workspace', () => {
  it('says where the key acts, as whom, and what to share', async () => {
    await stack.sql`update event_types set created_at = now() - interval '1 day' where id = ${team.host.eventTypeId}`;
    const { headers, userId } = await team.key('owner', { name: 'CI', scopes: ['workspace.read'] });
    const answer = await call(workspace.getWorkspace, headers);
    const bookingPage = `${stack.publicUrl}/${team.slug}/hedy`;
    expect(answer.json()).toEqual({
      workspace: {
        id: team.workspaceId,
        name: 'Test',
        slug: team.slug,
        plan: 'growth',
        subscriptionStatus: 'active',
        trialEndsAt: null,
        eraseAt: null,
        upcomingPerMailDomain: 10_000,
        prepLookups: true,
        prepTexts: {},
        ...usualDefaults,
        version: expect.any(Number),
        upcomingPerNetwork: 10_000,
        createdAt: expect.any(String),
        branding: { accentColor: null, used: null, avatarUrl: null },
      },
      user: { id: userId, email: team.members.owner.email, name: 'Hedy Host' },
      membership: { role: 'owner', username: 'hedy' },
      credential: { kind: 'key', name: 'CI', scopes: ['workspace.read'], mode: 'live' },
      links: {
        bookingPage,
        mayBeShared: true,
        eventTypes: [
          { id: team.host.eventTypeId, slug: 'call', name: 'Call', durationMinutes: 30, url: `${bookingPage}/call` },
        ],
      },
      now: expect.any(String),
    });
  });

  it('a new owner’s link is nobody else’s until its slug is named, a day is over, or a guest or a second member came', async () => {
    const { headers, userId } = await team.key('owner');
    const mayBeShared = async () =>
      ((await call(workspace.getWorkspace, headers)).json().links as unknown as { mayBeShared: boolean }).mayBeShared;
    const others = await stack.sql`
      delete from memberships where workspace_id = ${team.workspaceId} and user_id <> ${userId} returning *`;
    expect(await mayBeShared()).toBe(false);
    await stack.sql`update workspaces set created_at = now() - interval '25 hours' where id = ${team.workspaceId}`;
    expect(await mayBeShared()).toBe(true);
    await stack.sql`update workspaces set created_at = now() where id = ${team.workspaceId}`;
    await stack.sql`insert into memberships ${stack.sql(others[0] as Record<string, unknown>)}`;
    expect(await mayBeShared()).toBe(true);
    await stack.sql`delete from memberships where workspace_id = ${team.workspaceId} and user_id <> ${userId}`;
    expect(await mayBeShared()).toBe(false);
    expect((await call(workspace.updateWorkspace, headers, { slug: team.slug })).status).toBe(200);
    expect(await mayBeShared()).toBe(true);
  });

  it('its links are pages that answer', async () => {
    const { links } = (await call(workspace.getWorkspace, (await team.key('owner')).headers)).json() as unknown as {
      links: { bookingPage: string; eventTypes: { url: string }[] };
    };
    for (const url of [links.bookingPage, links.eventTypes[0]?.url ?? '']) expect((await fetch(url)).status).toBe(200);
  });

  it('offers no link to what guests cannot find', async () => {
    const { headers } = await team.key('owner');
    for (const change of [{ hidden: true }, { hidden: false, archived_at: new Date() }]) {
      await stack.sql`update event_types set ${stack.sql(change)} where id = ${team.host.eventTypeId}`;
      expect((await call(workspace.getWorkspace, headers)).json()).toMatchObject({ links: { eventTypes: [] } });
    }
  });

  it('names seats and sessions for what they are', async () => {
    const { workspaceId, members } = team;
    const seat = await makeSeat(stack.sql, { workspaceId, userId: members.owner.userId, displayName: 'Robo' });
    expect((await call(workspace.getWorkspace, seat.key.headers)).json().credential).toMatchObject({
      kind: 'seat',
      name: 'Robo',
    });
    expect((await call(workspace.getWorkspace, await sessionOf('member'))).json()).toMatchObject({
      credential: { kind: 'session', name: 'Person member', scopes: ['workspace.act'], mode: 'live' },
      membership: { role: 'member', username: 'member' },
    });
  });

  it('a trial that is over is free, before any sweep', async () => {
    const { headers } = await team.key('owner');
    const setTrial = (days: number) => stack.sql`
      update workspaces set subscription_status = 'trialing', trial_ends_at = now() + ${days} * interval '1 day'
      where id = ${team.workspaceId}`;
    await setTrial(14);
    const running = (await call(workspace.getWorkspace, headers)).json();
    expect(running.workspace).toMatchObject({ plan: 'growth', subscriptionStatus: 'trialing' });
    await setTrial(-1);
    const over = (await call(workspace.getWorkspace, headers)).json();
    expect(over.workspace).toMatchObject({
      plan: 'free',
      subscriptionStatus: 'active',
      trialEndsAt: expect.any(String),
    });
  });
});

it('no calendar is connected so far', async () => {
  const answer = await call(calendars.listCalendars, (await team.key('member')).headers);
  expect([answer.status, answer.json()]).toEqual([
    200,
    {
      calendars: [],
      providers: [
        { provider: 'google', name: 'Google' },
        { provider: 'microsoft', name: 'Microsoft' },
      ],
      connecting: [],
      unwritten: [],
    },
  ]);
});

describe('execute', () => {
  it.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'get_workspace', arguments: 'none' }, 'arguments'],
    [{ name: 'get_workspace', arguments: [] }, 'arguments'],
  ])('names what is wrong with %j', async (input, path) => {
    const answer = await call(workspaceTools.executeTool, (await team.key('owner')).headers, input);
    expect([answer.status, answer.json().error.details?.issues]).toEqual([400, [expect.objectContaining({ path })]]);
  });

  it('works from a signed-in page as from a key', async () => {
    const answer = await call(workspaceTools.executeTool, await sessionOf('owner'), { name: 'list_meetings' });
    const result = { meetings: [], nextCursor: null, previousCursor: null };
    expect(answer.json()).toEqual({ name: 'list_meetings', result });
  });
});

describe('what changes counts in the very next call', () => {
  it('a role, for a key and for somebody who is signed in', async () => {
    const { userId } = team.members.member;
    const key = await team.key('member');
    for (const headers of [key.headers, await sessionOf('member')]) {
      expect((await call(agentSeats.createAgentSeat, headers, { displayName: 'A' })).status).toBe(403);
      await setRole('admin', userId);
      expect((await call(agentSeats.createAgentSeat, headers, { displayName: 'A' })).status).toBe(200);
      expect((await call(apiKeys.listApiKeys, headers)).json().visibility).toBe('workspace');
      await setRole('billing_only', userId);
      expect((await call(meetings.listMeetings, headers)).status).toBe(403);
      expect((await call(workspace.getWorkspace, headers)).json().membership).toMatchObject({ role: 'billing_only' });
      await setRole('member', userId);
    }
  });

  it('leaving: the key is dead, the session finds no such workspace', async () => {
    const [key, session] = [await team.key('member'), await sessionOf('member')];
    await stack.sql`delete from memberships where user_id = ${team.members.member.userId}`;
    expect((await call(workspace.getWorkspace, key.headers)).status).toBe(401);
    expect((await call(workspace.getWorkspace, session)).status).toBe(404);
  });

  it('leaving and coming back: neither keys nor seats come back to life', async () => {
    const former = { workspaceId: team.workspaceId, userId: team.members.admin.userId };
    const [key, seat, others] = [await team.key('admin'), await makeSeat(stack.sql, former), await team.key('owner')];
    const left = await stack.sql`delete from memberships where user_id = ${former.userId} returning *`;
    await stack.sql`insert into memberships ${stack.sql(left)}`;
    expect((await call(workspace.getWorkspace, key.headers)).status).toBe(401);
    const [row] = await stack.sql`select revoked_at from agent_seats where id = ${seat.id}`;
    expect(row?.revoked_at).toBeInstanceOf(Date);
    expect((await call(workspace.getWorkspace, others.headers)).status).toBe(200);
  });

  it('an unpaid workspace: what adds is 402 with the reason; reading, tools that read, and revoking work', async () => {
    const { headers } = await team.key('owner');
    const seat = await makeSeat(stack.sql, { workspaceId: team.workspaceId, userId: team.members.owner.userId });
    const spare = await team.key('member');
    await stack.sql`update workspaces set subscription_status = 'inactive' where id = ${team.workspaceId}`;
    const refused = await call(agentSeats.createAgentSeat, headers, { displayName: 'A' });
    expect([refused.status, refused.json().error]).toMatchObject([
      402,
      { code: 'billing.upgrade_required', details: { reason: 'workspace_locked' } },
    ]);
    expect((await call(apiKeys.createApiKey, await sessionOf('owner'), { name: 'A' })).status).toBe(402);
    for (const read of [workspace.getWorkspace, workspaceTools.listTools, apiKeys.listApiKeys, meetings.listMeetings])
      expect((await call(read, headers)).status).toBe(200);
    expect((await call(workspaceTools.executeTool, headers, { name: 'get_workspace' })).status).toBe(200);
    expect((await call(agentSeats.revokeAgentSeat, headers, { id: seat.id })).status).toBe(200);
    expect((await call(apiKeys.revokeApiKey, headers, { apiKeyId: spare.id })).status).toBe(200);
    await stack.sql`update workspaces set subscription_status = 'active' where id = ${team.workspaceId}`;
    expect((await call(agentSeats.createAgentSeat, headers, { displayName: 'A' })).status).toBe(200);
  });
});
