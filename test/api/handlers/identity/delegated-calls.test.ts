import { setTimeout as delay } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedId } from '../../../../domain/secrets.ts';
import { activity } from '../../../../schemas/operations/activity.ts';
import { agentOperations } from '../../../../schemas/operations/identity/agent-operations.ts';
import { myAgents } from '../../../../schemas/operations/identity/my-agents.ts';
import { meetings } from '../../../../schemas/operations/meetings.ts';
import { makeBooking } from '../../../support/drivers/host-bookings.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { hostCallOver } from '../../../support/drivers/host-surfaces.ts';
import { signIn } from '../../../support/drivers/session.ts';
import { surfaces } from '../../../support/drivers/surfaces.ts';
import { makeAgent } from '../../../support/factories/agents.ts';
import { makeKey, makeTeam, type TestTeam } from '../../../support/factories/keys.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

const { signUpUser, createAgentWorkspace, inviteForPerson, connectCalendarForPerson } = agentOperations;

let stack: Stack;
let team: TestTeam;
beforeAll(async () => {
  stack = await startStack({ demo: false });
  team = await makeTeam(stack.sql);
});
afterAll(() => stack.close());

const newPerson = (): string => `new-${uuidv7()}@person.test`;

/** A key of the manager that acts for the person of an address. */
const actFor = async (email: string) => {
  const key = await team.key('manager');
  const agent = await makeAgent(stack, { key, email });
  return { key, agent, headers: { ...key.headers, ...agent.intentHeader } };
};

describe.each(surfaces)('over %s', (surface) => {
  const call = hostCallOver(surface, () => stack);

  it('an agent with nothing but a consent makes the account, a workspace, and invites', async () => {
    const email = newPerson();
    const { headers, key, agent } = await actFor(email);
    expect((await call(createAgentWorkspace, { name: 'Too soon' }, headers)).error).toMatchObject({
      code: 'request.unprocessable',
      details: { reason: 'user_missing', tool: 'agent_signup_user' },
    });
    const made = await call(signUpUser, { name: 'Nina New', timezone: 'Europe/Berlin' }, headers);
    expect(made.output).toMatchObject({
      user: { email, name: 'Nina New' },
      workspaces: [{ role: 'owner', name: 'Nina New' }],
      created: true,
      claimAccountUrl: `${stack.appUrl}/login?return_to=/`,
    });
    const again = await call(signUpUser, {}, headers);
    expect(again.output).toEqual({ ...made.output, created: false });
    const userId = made.output.user.id as string;
    const { text } = await stack.waitForMail(email, 'agent_sign_up');
    for (const fact of [
      'The agent “Robo” of',
      `Account: ${email}`,
      'With: a workspace “Nina New” and an event that people can book',
      'From network: 127.0.0.1',
      `${stack.appUrl}/login?return_to=/`,
      `${stack.appUrl}/agents/stop/${signedId(stack.secrets.stopAgent, agent.principalId)}`,
    ])
      expect(text).toContain(fact);
    const log = await call(activity.listActivity, { subjectId: userId }, (await team.key('owner')).headers);
    expect(log.output.entries).toMatchObject([
      { action: 'account.created', who: { name: `Robo for ${email}`, userId, apiKeyId: key.id } },
    ]);
    const theirs = await stack.sql`
      select l.actor, l.action from activity_log l where l.workspace_id = ${made.output.workspaces[0].id}`;
    expect(theirs).toEqual([{ actor: `Robo for ${email}`, action: 'workspace.created' }]);
    const acts = await stack.sql`
      select l.action from agent_acts a join activity_log l on l.id = a.activity_id where a.principal_id = ${agent.principalId} order by 1`;
    expect(acts.map(({ action }) => action)).toEqual(['account.created', 'workspace.created']);
    expect(await stack.sql`select 1 from sessions where user_id = ${userId}`).toHaveLength(0);
    const [trial] = await stack.sql`
      select plan, subscription_status from workspaces where id = ${made.output.workspaces[0].id}`;
    expect(trial).toEqual({ plan: 'growth', subscription_status: 'trialing' });
    expect((await call(meetings.listMeetings, {}, headers)).error).toMatchObject({
      code: 'auth.forbidden',
      details: { reason: 'not_a_member' },
    });

    const { output } = await call(createAgentWorkspace, { name: 'Nina’s shop' }, headers);
    expect(output).toMatchObject({ workspace: { name: 'Nina’s shop', role: 'owner' }, role: 'owner' });
    const workspaceId = output.workspace.id as string;
    expect(await stack.sql`select 1 from api_keys where workspace_id = ${workspaceId}`).toHaveLength(0);
    // On the free plan it has room for nobody else; that of the account is on a trial.
    const full = await call(inviteForPerson, { workspaceId, email: newPerson() }, headers);
    expect(full.error).toMatchObject({ code: 'billing.upgrade_required' });
    const ofTrial = made.output.workspaces[0].id as string;
    const guest = newPerson();
    const invited = await call(inviteForPerson, { workspaceId: ofTrial, email: guest, role: 'manager' }, headers);
    expect(invited.output).toMatchObject({ invitation: { status: 'invited', email: guest, role: 'manager' } });
    await stack.waitForMail(guest, 'invitation');
    const owner = await call(inviteForPerson, { workspaceId: ofTrial, email: newPerson(), role: 'owner' }, headers);
    expect(owner.error).toMatchObject({ code: 'auth.forbidden', details: { reason: 'session_only' } });
    // Another identity of the same key, for the same person, did not make it.
    const other = await makeAgent(stack, { key, email });
    const strange = await call(
      inviteForPerson,
      { workspaceId, email: newPerson() },
      { ...key.headers, ...other.intentHeader },
    );
    expect(strange.error).toMatchObject({ code: 'resource.not_found', details: { reason: 'workspace_not_found' } });
  });

  it('it acts with the person’s role, not with that of the key’s maker', async () => {
    const { email: memberEmail, userId } = team.members.member;
    const { headers, key } = await actFor(memberEmail);
    const { bookingId } = await makeBooking(stack.sql, team, { hostId: team.members.owner.userId });
    expect((await call(meetings.getMeeting, { bookingId }, key.headers)).ok).toBe(true);
    const seen = await call(meetings.getMeeting, { bookingId }, headers);
    expect(seen.error).toMatchObject({ code: 'auth.forbidden', details: { reason: 'not_yours' } });
    expect(seen.error.message).toMatch(/^You act for \S+@\S+ in the role member: /);
    const invite = { workspaceId: team.workspaceId, email: newPerson() };
    expect((await call(inviteForPerson, invite, headers)).error).toMatchObject({ details: { reason: 'role_missing' } });
    // And with more than the maker, where the person has more.
    const owner = await actFor(team.members.owner.email);
    expect((await call(inviteForPerson, invite, owner.headers)).ok).toBe(true);
    const linked = await call(connectCalendarForPerson, { provider: 'google' }, headers);
    expect(linked.output).toMatchObject({ targetUser: { id: userId, email: memberEmail } });
  });

  it('a meeting that it cancels is logged as done for its person, who sees it on home', async () => {
    const { email, userId } = team.members.owner;
    const { headers, agent, key } = await actFor(email);
    const { bookingId } = await makeBooking(stack.sql, team, { hostId: userId });
    expect((await call(meetings.cancelBooking, { bookingId }, headers)).ok).toBe(true);
    const log = await call(activity.listActivity, { subjectId: bookingId }, (await team.key('owner')).headers);
    expect(log.output.entries[0]).toMatchObject({
      action: 'booking.canceled',
      who: { name: `Robo for ${email}`, userId, apiKeyId: key.id },
    });
    const { headers: session } = await signIn(stack, { email, workspace: team.slug });
    const answer = (await callHost(stack.appUrl, myAgents.listMyAgents, {}, session)).json();
    const agents = answer.agents as { principalId: string; acts: { action: string; subjectId: string }[] }[];
    const mine = agents.find(({ principalId }) => principalId === agent.principalId);
    expect(mine?.acts[0]).toMatchObject({ action: 'booking.canceled', subjectId: bookingId });
  });
});

describe('the mail about an account that an agent made', () => {
  const call = hostCallOver('REST', () => stack);

  it('leaves once for two calls at once, and never for somebody who has an account', async () => {
    const email = newPerson();
    const { headers } = await actFor(email);
    const both = await Promise.all([call(signUpUser, {}, headers), call(signUpUser, {}, headers)]);
    expect(both.map(({ output }) => output.created).sort()).toEqual([false, true]);
    await stack.waitForMail(email, 'agent_sign_up');
    const known = team.members.member;
    const forKnown = await actFor(known.email);
    expect((await call(signUpUser, {}, forKnown.headers)).output.created).toBe(false);
    expect(await stack.sql`select 1 from agent_sign_ups where user_id = ${known.userId}`).toHaveLength(0);
    expect((await stack.mailbox(email)).map(({ kind }) => kind)).toEqual(['agent_sign_up']);
  });

  it('stops the agent by its link, without a sign-in', async () => {
    const email = newPerson();
    const { headers } = await actFor(email);
    await call(signUpUser, {}, headers);
    const link =
      /https?:\S+\/agents\/stop\/\S+/.exec((await stack.waitForMail(email, 'agent_sign_up')).text)?.[0] ?? '';
    expect((await fetch(link, { method: 'POST' })).status).toBe(200);
    expect((await call(signUpUser, {}, headers)).error.code).toBe('agent.principal.revoked');
  });

  it('shows a name that an agent chose only if it reads like one', async () => {
    const email = newPerson();
    const { headers } = await actFor(email);
    expect((await call(signUpUser, { name: 'You won! Go to prize.example' }, headers)).ok).toBe(true);
    const mail = await stack.waitForMail(email, 'agent_sign_up');
    for (const part of [mail.subject, mail.text, mail.html]) expect(part).not.toContain('prize');
  });
});

describe('an end', () => {
  const call = hostCallOver('REST', () => stack);

  it('counts in the middle of a call that waits', async () => {
    const { email, userId } = team.members.owner;
    const { headers, agent } = await actFor(email);
    const { bookingId } = await makeBooking(stack.sql, team, { hostId: userId });
    const { output } = await call(meetings.getMeeting, { bookingId }, headers);
    const waiting = call(meetings.getMeeting, { bookingId, since: output.version, waitSeconds: 2 }, headers);
    await delay(200);
    await stack.sql`
      update agent_principals set status = 'revoked', revoked_at = now(), revoked_by = 'person' where id = ${agent.principalId}`;
    expect((await waiting).error.code).toBe('agent.principal.revoked');
  });

  it('by its person on home takes its tokens and its open invitations, and nobody else can', async () => {
    const { email } = team.members.owner;
    const { headers, agent } = await actFor(email);
    const guest = newPerson();
    await call(inviteForPerson, { workspaceId: team.workspaceId, email: guest }, headers);
    const stop = async (who: string) => {
      const { headers: session } = await signIn(stack, { email: who, workspace: team.slug });
      return callHost(stack.appUrl, myAgents.revokeMyAgent, { principalId: agent.principalId }, session);
    };
    expect((await stop(team.members.admin.email)).status).toBe(404);
    expect((await call(meetings.listMeetings, {}, headers)).ok).toBe(true);
    expect((await stop(email)).status).toBe(200);
    expect((await stop(email)).status).toBe(200);
    expect((await call(meetings.listMeetings, {}, headers)).error.code).toBe('agent.principal.revoked');
    // Whoever shows the request id of a refusal is found, too.
    const line = stack.logLines.map((text) => JSON.parse(text)).findLast(({ reason }) => reason === 'revoked');
    expect(line).toMatchObject({ keyId: expect.any(String), principalId: agent.principalId, status: 403 });
    const [invitation] =
      await stack.sql`select revoked_at is not null as ended from invitations where email = ${guest}`;
    expect(invitation).toEqual({ ended: true });
  });

  it('of a membership or a role counts at the next call', async () => {
    const own = await makeTeam(stack.sql);
    const key = await own.key('owner');
    const { email, userId } = own.members.admin;
    const headers = { ...key.headers, ...(await makeAgent(stack, { key, email })).intentHeader };
    const invite = { workspaceId: own.workspaceId, email: newPerson() };
    expect((await call(inviteForPerson, invite, headers)).ok).toBe(true);
    await stack.sql`update memberships set role = 'member' where user_id = ${userId}`;
    expect((await call(inviteForPerson, invite, headers)).error).toMatchObject({ details: { reason: 'role_missing' } });
    await stack.sql`delete from memberships where user_id = ${userId}`;
    expect((await call(meetings.listMeetings, {}, headers)).error).toMatchObject({
      details: { reason: 'not_a_member' },
    });
  });

  it('comes for the agents of a member who leaves, with their keys', async () => {
    const own = await makeTeam(stack.sql);
    const { userId } = own.members.admin;
    const key = await makeKey(stack.sql, { workspaceId: own.workspaceId, userId });
    const { principalId } = await makeAgent(stack, { key, email: own.members.owner.email });
    await stack.sql`delete from memberships where user_id = ${userId}`;
    const [row] = await stack.sql`select status, revoked_by from agent_principals where id = ${principalId}`;
    expect(row).toEqual({ status: 'revoked', revoked_by: 'key' });
  });
});

describe('a person', () => {
  const call = hostCallOver('REST', () => stack);

  it('who changes their address stays the person of their agent; who takes the old one does not become it', async () => {
    const own = await makeTeam(stack.sql);
    const key = await own.key('owner');
    const { email, userId } = own.members.manager;
    const { intentHeader } = await makeAgent(stack, { key, email });
    await stack.sql`update users set email = ${newPerson()} where id = ${userId}`;
    await stack.sql`insert into users (id, email, name) values (${uuidv7()}, ${email}, 'Mallory')`;
    const answer = await call(connectCalendarForPerson, { provider: 'google' }, { ...key.headers, ...intentHeader });
    expect(answer.output.targetUser.id).toBe(userId);
  });

  it('gets five workspaces of one identity at most', async () => {
    const { headers } = await actFor(team.members.billing_only.email);
    for (let made = 0; made < 5; made++) {
      expect((await call(createAgentWorkspace, { name: `Shop ${made}` }, headers)).status).toBe(201);
    }
    expect((await call(createAgentWorkspace, { name: 'One more' }, headers)).error).toMatchObject({
      code: 'request.unprocessable',
      details: { reason: 'too_many_workspaces', limit: 5 },
    });
  });
});
