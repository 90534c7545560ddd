import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalToken } from '../../../../domain/mail/recipient-tokens.ts';
import { signedId } from '../../../../domain/secrets.ts';
import { agentSeats } from '../../../../schemas/operations/access/agent-seats.ts';
import { apiKeys } from '../../../../schemas/operations/access/api-keys.ts';
import { eventTypes } from '../../../../schemas/operations/event-types.ts';
import { meetings } from '../../../../schemas/operations/meetings.ts';
import { members } from '../../../../schemas/operations/members.ts';
import { workspaceClaims } from '../../../../schemas/operations/workspaces/claims.ts';
import { workspace as workspaceOperations } from '../../../../schemas/operations/workspaces/workspace.ts';
import { makeOpenEvent, nextStart } from '../../../support/drivers/host-bookings.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { hiddenField, PageClient } from '../../../support/drivers/page-client.ts';
import { personWithBrowser } from '../../../support/drivers/session.ts';
import { bearer, makeKey, makeTeam, type TestKey } from '../../../support/factories/keys.ts';
import { addPerson } from '../../../support/factories/members.ts';
import { type AgentWorkspace, agentWorkspace, letDaysPass } from '../../../support/factories/workspace-claims.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false, api: { trustProxy: 1 } });
});
afterAll(() => stack.close());

let networks = 0;
const ask = (key: Pick<TestKey, 'headers'>, input: object) =>
  callHost(stack.appUrl, workspaceClaims.createClaimIntent, input as never, {
    ...key.headers,
    'x-forwarded-for': `203.${++networks}.0.7`,
  });
let people = 0;
const newHuman = (domain = 'humans.test'): string => `human-${++people}@${domain}`;

/** An agent whose claim was mailed, and the path of the link. */
async function asked(agentName = 'Scout') {
  const agent = await agentWorkspace(stack);
  const email = newHuman();
  const answer = await ask(agent.key, { prospectEmail: email, agentName });
  expect(answer.status, answer.text).toBe(201);
  const { text } = await stack.waitForMail(email, 'claim');
  const path = /\/claim\/[\w-]{64}/.exec(text)?.[0] ?? '';
  return { agent, email, path, id: (answer.json() as unknown as { claimIntentId: string }).claimIntentId };
}

/** The tokens of the signed-in browsers, as a page of theirs would hold them. */
const csrfTokens = new WeakMap<PageClient, string>();
/** A browser in which somebody is signed in. */
async function browserOf(email: string): Promise<PageClient> {
  const { cookie, csrfToken } = await personWithBrowser(stack, email);
  const client = new PageClient(stack.appUrl, '198.51.100.7');
  const [name = '', value = ''] = cookie.split('=');
  client.cookies.set(name, value);
  csrfTokens.set(client, csrfToken);
  return client;
}
const decide = async (client: PageClient, path: string, decision: string, more: Record<string, string> = {}) => {
  const csrfToken = hiddenField((await client.open(path)).html, 'csrfToken');
  return client.submit(path, { csrfToken, decision, ...more });
};
const rolesIn = async ({ workspaceId }: AgentWorkspace) =>
  Object.fromEntries(
    (
      await stack.sql<{ email: string; role: string }[]>`
        select u.email::text, m.role from memberships m join users u on u.id = m.user_id where m.workspace_id = ${workspaceId}`
    ).map(({ email, role }) => [email, role]),
  );
const works = async (key: { readonly headers: object }) =>
  (await callHost(stack.appUrl, workspaceOperations.getWorkspace, {}, key.headers as never)).status;
const reasonOf = (answer: Awaited<ReturnType<typeof ask>>) =>
  (answer.json() as unknown as { error?: { details?: { reason?: string } } }).error?.details?.reason;

describe('who offers a workspace', () => {
  it('is its owner’s own key, not a seat that somebody stole', async () => {
    const agent = await agentWorkspace(stack);
    const seat = await callHost(stack.appUrl, agentSeats.createAgentSeat, { displayName: 'Bot' }, agent.key.headers);
    const prospectEmail = newHuman();
    const answer = await ask({ headers: bearer(String(seat.json().apiKey)) }, { prospectEmail });
    expect([answer.status, answer.json().error.details?.reason]).toEqual([403, 'own_key_needed']);
    expect(await stack.sql`select 1 from workspace_claims where workspace_id = ${agent.workspaceId}`).toHaveLength(0);
  });

  it('is told, with a link that ends the key and the question', async () => {
    const { agent, email, id } = await asked();
    const mails = (await stack.mailbox(agent.email)).filter(({ subject }) => subject.includes(email));
    expect(mails.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['new_access', expect.stringMatching(/^Your workspace .* is offered to human-/)],
    ]);
    const path = `/access/stop/${signedId(stack.secrets.stopAccess, agent.key.id)}`;
    expect(mails[0]?.text).toContain(`${stack.appUrl}${path}`);
    expect(id).not.toBe('');
  });

  it('pays nothing for it: what is paid is given away by its owner in the browser', async () => {
    const agent = await agentWorkspace(stack);
    await stack.sql`
      insert into subscriptions (workspace_id, subscription_id, item_id, status, plan, billing_interval, quantity, period_end, cancel_at_period_end)
      values (${agent.workspaceId}, ${`sub_${agent.workspaceId}`}, 'si_1', 'active', 'plus', 'monthly', 1, now() + interval '9 days', false)`;
    const answer = await ask(agent.key, { prospectEmail: newHuman() });
    expect([answer.status, answer.json().error.details?.reason]).toEqual([409, 'not_claimable']);
  });
});

describe('create_claim_intent', () => {
  it('answers the intent and mails a link once; the same again while it is pending, in any spelling of the inbox', async () => {
    const { agent, email, id } = await asked();
    const again = await ask(agent.key, { prospectEmail: email.replace('@', '+x@') });
    expect([again.status, again.json()]).toEqual([
      201,
      {
        ...{ claimIntentId: id, status: 'pending', claimSentTo: email, expiresAt: expect.stringMatching(/Z$/) },
        instructions: expect.stringContaining(`a mail to ${email} has a link`),
      },
    ]);
    expect((await stack.mailbox(email)).filter(({ kind }) => kind === 'claim')).toHaveLength(1);
    const twins = await Promise.all([1, 2, 3].map(() => ask(agent.key, { prospectEmail: email })));
    expect(new Set(twins.map(({ text }) => text)).size).toBe(1);
  });

  it('is for sole owners whom no browser has seen', async () => {
    const team = await makeTeam(stack.sql);
    expect(reasonOf(await ask(await team.key('owner'), { prospectEmail: newHuman() }))).toBe('not_claimable');
    expect((await ask(await team.key('admin'), { prospectEmail: newHuman() })).status).toBe(403);
    const agent = await agentWorkspace(stack);
    await addPerson(stack.sql, agent.workspaceId, 'owner');
    expect(reasonOf(await ask(agent.key, { prospectEmail: newHuman() }))).toBe('not_claimable');
    const seen = await agentWorkspace(stack);
    await personWithBrowser(stack, seen.email);
    const refused = await ask(seen.key, { prospectEmail: newHuman() });
    expect([refused.status, reasonOf(refused)]).toEqual([409, 'not_claimable']);
    const testKey = await makeKey(stack.sql, { ...agent, mode: 'test' });
    expect(reasonOf(await ask(testKey, { prospectEmail: newHuman() }))).toBe('test_key');
  });

  it.each([
    ['their own address', (agent: AgentWorkspace) => agent.email],
    ['their own address with a tag', (agent: AgentWorkspace) => agent.email.replace('@', '+me@')],
    ['an agent’s inbox', () => 'somebody@agentmail.to'],
  ])('refuses %s and changes nothing', async (_name, address) => {
    const agent = await agentWorkspace(stack);
    const answer = await ask(agent.key, { prospectEmail: address(agent) });
    expect([answer.status, reasonOf(answer)]).toEqual([422, 'prospect_email_invalid']);
    expect(await stack.sql`select 1 from workspace_claims where workspace_id = ${agent.workspaceId}`).toHaveLength(0);
  });

  it('is no mail bomb: three prospects a workspace, five agents a prospect, twenty a network, and none to who wants none', async () => {
    const agent = await agentWorkspace(stack);
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await ask(agent.key, { prospectEmail: newHuman() })).status);
    expect(statuses).toEqual([201, 201, 201]);
    const fourth = await ask(agent.key, { prospectEmail: newHuman() });
    const { message, details } = fourth.json().error;
    const retryAfterSeconds = details?.retryAfterSeconds;
    expect([fourth.status, details]).toEqual([429, { reason: 'too_many_claims', limit: 3, retryAfterSeconds }]);
    expect(retryAfterSeconds).toSatisfy((seconds: number) => seconds > 86_300 && seconds <= 86_400);
    expect([fourth.headers['retry-after'], message]).toEqual([
      String(retryAfterSeconds),
      expect.stringMatching(/^3 such mails .* try again in 24 hours/),
    ]);
    const victim = newHuman();
    const many = [];
    for (let n = 0; n < 6; n++)
      many.push(
        (await ask((await agentWorkspace(stack)).key, { prospectEmail: victim.replace('@', `+${n}@`) })).status,
      );
    expect(many).toEqual([201, 201, 201, 201, 201, 429]);
    const oneNetwork = [];
    for (let n = 0; n < 21; n++) {
      const { key } = await agentWorkspace(stack);
      const headers = { ...key.headers, 'x-forwarded-for': '192.0.2.77' };
      const input = { prospectEmail: newHuman() };
      oneNetwork.push((await callHost(stack.appUrl, workspaceClaims.createClaimIntent, input, headers)).status);
    }
    expect(oneNetwork.filter((status) => status === 201)).toHaveLength(20);
    const shy = newHuman();
    await new PageClient(stack.publicUrl).submit(`/no-mail/${refusalToken(stack.secrets, shy)}`, {});
    const { key } = await agentWorkspace(stack);
    const first = await ask(key, { prospectEmail: shy });
    expect(first.status).toBe(201);
    await expect.poll(async () => reasonOf(await ask(key, { prospectEmail: shy }))).toBe('email_undeliverable');
    expect(await stack.mailbox(shy)).toEqual([]);
  });

  it('hides links in the names that an agent chose', async () => {
    const { email } = await asked('Win at prize.example');
    const { subject, text } = await stack.waitForMail(email, 'claim');
    expect(`${subject}${text}`).not.toContain('prize.example');
  });
});

describe('the page of a claim', () => {
  it('shows nothing to strangers, who and what to its person, and changes nothing when opened', async () => {
    const { agent, email, path } = await asked();
    const stranger = await new PageClient(stack.appUrl).open(path);
    expect(stranger.status).toBe(200);
    for (const secret of [email, agent.email, 'Scout', agent.slug]) expect(stranger.html).not.toContain(secret);
    const other = await (await browserOf(newHuman())).open(path);
    expect(other.status).toBe(403);
    for (const secret of [email, agent.email, 'Scout', agent.slug]) expect(other.html).not.toContain(secret);
    const theirs = await (await browserOf(email)).open(path);
    for (const fact of ['Scout', agent.email, 'Accept and own', 'Refuse']) expect(theirs.html).toContain(fact);
    expect(await rolesIn(agent)).toEqual({ [agent.email]: 'owner' });
  });

  it('accepts: the person owns it, the links stay, the agent and all its keys are gone', async () => {
    const { agent, email, path } = await asked();
    const second = await makeKey(stack.sql, agent);
    const link = `${stack.publicUrl}/${agent.slug}/${agent.username}/meeting-30`;
    expect((await fetch(link)).status).toBe(200);
    const browser = await browserOf(email);
    expect((await decide(browser, path, 'accept')).status).toBe(303);
    expect((await browser.open(path)).html).toContain('is yours');
    expect(await rolesIn(agent)).toEqual({ [email]: 'owner' });
    expect([await works(agent.key), await works(second)]).toEqual([401, 401]);
    const dead = await callHost(stack.appUrl, workspaceOperations.getWorkspace, {}, second.headers);
    expect(dead.json().error).toMatchObject({
      message: expect.stringContaining('This key ended because a person took over its workspace'),
      details: { reason: 'key_revoked' },
    });
    const mine = await stack.waitForMail(email, 'take_over');
    expect(mine.text).toContain(`${stack.publicUrl}/${agent.slug}`);
    expect(mine.text).toContain(`Owner before: ${agent.email}`);
    expect(mine.text).toContain('The agent kept no seat.');
    expect(mine.text).not.toContain('/access/stop/');
    const theirs = await stack.waitForMail(agent.email, 'take_over');
    expect(theirs.text).toContain(`${email} took over`);
    expect(theirs.text).toContain('- All your keys there have ended');
    expect(theirs.text).toMatch(/- You (are no member any more|leave the workspace as soon as)/);
    expect(theirs.text).not.toMatch(/https?:/);
    const page = await fetch(link);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Hana Human')]);
    const [state] = await stack.sql`
      select (select count(*)::int from unclaimed_workspaces where workspace_id = ${agent.workspaceId}) as unclaimed,
        (select count(*)::int from schedules where workspace_id = ${agent.workspaceId}) as schedules`;
    expect(state).toEqual({ unclaimed: 0, schedules: 1 });
    // Once more, as a double click.
    expect((await decide(browser, path, 'accept')).status).toBe(303);
  });

  it('keeps the agent as a seat if wished: the same key manages meetings, and neither members nor keys; its person is told and can stop it', async () => {
    const { agent, email, path } = await asked();
    const below = (await (
      await callHost(stack.appUrl, agentSeats.createAgentSeat, { displayName: 'Below' }, agent.key.headers)
    ).json()) as unknown as { apiKey?: string };
    await decide(await browserOf(email), path, 'accept', { agent: 'manager' });
    const seen = await callHost(stack.appUrl, workspaceOperations.getWorkspace, {}, agent.key.headers);
    expect(seen.json()).toMatchObject({
      credential: { kind: 'seat', name: 'Scout' },
      user: { email },
      membership: { role: 'manager' },
    });
    expect((await callHost(stack.appUrl, eventTypes.listHostEventTypes, {}, agent.key.headers)).status).toBe(200);
    const invite = { email: newHuman(), role: 'member' } as const;
    expect((await callHost(stack.appUrl, members.inviteMember, invite, agent.key.headers)).status).toBe(403);
    expect(
      (await callHost(stack.appUrl, agentSeats.createAgentSeat, { displayName: 'More' }, agent.key.headers)).status,
    ).toBe(403);
    expect(await works({ headers: bearer(below.apiKey ?? '') })).toBe(401);
    expect(await rolesIn(agent)).toEqual({ [email]: 'owner' });
    const { text } = await stack.waitForMail(email, 'new_access');
    const stop = /\/access\/stop\/[\w-]{64}/.exec(text)?.[0] ?? '';
    // The link in the agent's own old mail is dead: it is not the agent's key any more.
    const old = signedId(stack.secrets.stopAccess, agent.key.id);
    expect((await new PageClient(stack.appUrl).submit(`/access/stop/${old}`, {})).status).toBe(404);
    expect(await works(agent.key)).toBe(200);
    const mine = await stack.waitForMail(email, 'take_over');
    expect(mine.text).toContain('in a seat of yours, “Scout”, with the role manager');
    expect(mine.text).toContain(`${stack.appUrl}${stop}`);
    const theirs = await stack.waitForMail(agent.email, 'take_over');
    expect(theirs.text).toContain(
      '- The key that asked works on, as the seat “Scout” of the new owner with the role manager',
    );
    const deadBelow = await callHost(stack.appUrl, workspaceOperations.getWorkspace, {}, bearer(below.apiKey ?? ''));
    expect(deadBelow.json().error.message).toContain('a person took over its workspace');
    await new PageClient(stack.appUrl).submit(stop, {});
    expect(await works(agent.key)).toBe(401);
    // Ended by its person, not by the take-over.
    const stopped = await callHost(stack.appUrl, workspaceOperations.getWorkspace, {}, agent.key.headers);
    expect(stopped.json().error.message).toContain('This key was revoked.');
  });

  it('keeps the agent with the role that the person chose; without a choice it keeps nothing', async () => {
    const asMember = await asked();
    const browser = await browserOf(asMember.email);
    await decide(browser, asMember.path, 'accept', { agent: 'member' });
    const seen = await callHost(stack.appUrl, workspaceOperations.getWorkspace, {}, asMember.agent.key.headers);
    expect(seen.json()).toMatchObject({ credential: { kind: 'seat' }, membership: { role: 'member' } });
    expect((await browser.open(asMember.path)).html).toContain('kept a seat, with the role member');
    const { text } = await stack.waitForMail(asMember.email, 'take_over');
    expect(text).toContain('with the role member');
    const stop = /\/access\/stop\/[\w-]{64}/.exec(text)?.[0] ?? '';
    const stopPage = await new PageClient(stack.appUrl).open(stop);
    expect(stopPage.html).toContain('Change your hours');
    expect(stopPage.html).not.toContain('everybody’s');
    await new PageClient(stack.appUrl).submit(stop, {});
    expect((await browser.open(asMember.path)).html).toContain('has no seat any more');
    const odd = await asked();
    const other = await browserOf(odd.email);
    await decide(other, odd.path, 'accept', { agent: 'owner' });
    expect(await works(odd.agent.key)).toBe(401);
    expect((await other.open(odd.path)).html).toContain('kept no seat');
  });

  it('hands meetings and event types over, with the mails of a change of host', async () => {
    const { agent, email, path } = await asked();
    const eventTypeId = await makeOpenEvent(stack.sql, agent, agent.userId);
    const booked = await callHost(
      stack.appUrl,
      meetings.createBooking,
      {
        eventTypeId,
        startAt: new Date(nextStart()).toISOString(),
        invitee: { email: 'guest@guests.test', timezone: 'UTC' },
      } as never,
      agent.key.headers,
    );
    expect(booked.status, booked.text).toBe(200);
    await decide(await browserOf(email), path, 'accept');
    await expect.poll(() => rolesIn(agent)).toEqual({ [email]: 'owner' });
    const [row] = await stack.sql`
      select u.email::text, b.status from bookings b join users u on u.id = b.host_id where b.workspace_id = ${agent.workspaceId}`;
    expect(row).toEqual({ email, status: 'confirmed' });
    await stack.waitForMail('guest@guests.test', 'booking_host_changed');
  });

  it('refuses: nothing changes, and this workspace does not ask again', async () => {
    const { agent, email, path } = await asked();
    const browser = await browserOf(email);
    await decide(browser, path, 'refuse');
    expect((await browser.open(path)).html).toContain('You refused');
    expect(await rolesIn(agent)).toEqual({ [agent.email]: 'owner' });
    expect(await works(agent.key)).toBe(200);
    expect(reasonOf(await ask(agent.key, { prospectEmail: email }))).toBe('claim_refused');
    expect((await decide(browser, path, 'accept')).status).toBe(303);
    expect(await rolesIn(agent)).toEqual({ [agent.email]: 'owner' });
  });

  it('of two people who accept at once, and of one who clicks twice, one owns it', async () => {
    const { agent, email, path } = await asked();
    const rival = newHuman();
    await ask(agent.key, { prospectEmail: rival });
    const { text } = await stack.waitForMail(rival, 'claim');
    const rivalPath = /\/claim\/[\w-]{64}/.exec(text)?.[0] ?? '';
    const [one, other] = await Promise.all([browserOf(email), browserOf(rival)]);
    const tokens = await Promise.all([
      one.open(path).then(({ html }) => hiddenField(html, 'csrfToken')),
      other.open(rivalPath).then(({ html }) => hiddenField(html, 'csrfToken')),
    ]);
    await Promise.all([
      one.submit(path, { csrfToken: tokens[0], decision: 'accept' }),
      one.submit(path, { csrfToken: tokens[0], decision: 'accept' }),
      other.submit(rivalPath, { csrfToken: tokens[1], decision: 'accept' }),
    ]);
    const owners = Object.entries(await rolesIn(agent));
    expect(owners).toHaveLength(1);
    expect(owners[0]?.[1]).toBe('owner');
    const statuses =
      await stack.sql`select status from workspace_claims where workspace_id = ${agent.workspaceId} order by status`;
    expect(statuses.map(({ status }) => status)).toEqual(['accepted', 'withdrawn']);
  });

  it('decides nothing for others: a foreign session, a session without its token, no session, an id, a foreign token', async () => {
    const { agent, email, path, id } = await asked();
    const stranger = await browserOf(newHuman());
    const csrfToken = csrfTokens.get(stranger) ?? '';
    await stranger.submit(path, { csrfToken, decision: 'accept' });
    await stranger.submit(`/claim/${id}`, { csrfToken, decision: 'accept' });
    await (await browserOf(email)).submit(path, { csrfToken: 'x'.repeat(43), decision: 'accept' });
    await new PageClient(stack.appUrl).submit(path, { decision: 'accept' });
    for (const token of [signedId(stack.secrets.stopAccess, id), 'a'.repeat(64), 'a'.repeat(43)])
      expect((await (await browserOf(email)).open(`/claim/${token}`)).status).toBe(404);
    expect(await rolesIn(agent)).toEqual({ [agent.email]: 'owner' });
  });

  it('ends with the key that asked, with the owner’s own sign-in, and after seven days', async () => {
    const revoked = await asked();
    await callHost(stack.appUrl, apiKeys.revokeApiKey, { apiKeyId: revoked.agent.key.id }, revoked.agent.key.headers);
    const signedIn = await asked();
    await personWithBrowser(stack, signedIn.agent.email);
    const old = await asked();
    await stack.sql`update workspace_claims set expires_at = now() - interval '1 second' where id = ${old.id}`;
    for (const { agent, email, path } of [revoked, signedIn, old]) {
      const browser = await browserOf(email);
      const { status, html } = await browser.open(path);
      expect([status, html.includes('name="decision"')]).toEqual([410, false]);
      await browser.submit(path, {
        csrfToken: csrfTokens.get(browser) ?? '',
        decision: 'accept',
      });
      expect(await rolesIn(agent)).toEqual({ [agent.email]: 'owner' });
    }
  });
});

describe('an unclaimed workspace that became inactive', () => {
  const inactive = async () => {
    const agent = await agentWorkspace(stack);
    await letDaysPass(stack, agent.workspaceId, 30);
    await stack.sql`
      update unclaimed_workspaces set inactive_at = now(), last_mailed_at = now() - interval '1 day' where workspace_id = ${agent.workspaceId}`;
    await stack.sql`update workspaces set subscription_status = 'inactive' where id = ${agent.workspaceId}`;
    return agent;
  };
  const statusOf = async ({ workspaceId }: AgentWorkspace) =>
    (await stack.sql`select subscription_status as status from workspaces where id = ${workspaceId}`)[0]?.status;

  it('says how it works again, and a claim makes it active', async () => {
    const agent = await inactive();
    const locked = await callHost(
      stack.appUrl,
      eventTypes.createEventType,
      { name: 'Call', durationMinutes: 30 } as never,
      agent.key.headers,
    );
    expect(locked.status).toBe(402);
    expect(locked.text).toContain('create_claim_intent');
    const email = newHuman();
    expect((await ask(agent.key, { prospectEmail: email })).status).toBe(201);
    const path = /\/claim\/[\w-]{64}/.exec((await stack.waitForMail(email, 'claim')).text)?.[0] ?? '';
    await decide(await browserOf(email), path, 'accept');
    expect(await statusOf(agent)).toBe('active');
  });

  it('is active once its owner signs in with a browser; one that is unpaid stays locked', async () => {
    const agent = await inactive();
    await personWithBrowser(stack, agent.email);
    expect(await statusOf(agent)).toBe('active');
    const unpaid = await inactive();
    await stack.sql`
      insert into subscriptions (workspace_id, subscription_id, item_id, status, plan, billing_interval, quantity, period_end, cancel_at_period_end)
      values (${unpaid.workspaceId}, 'sub_1', 'si_1', 'unpaid', 'plus', 'monthly', 1, now(), false)`;
    await personWithBrowser(stack, unpaid.email);
    expect(await statusOf(unpaid)).toBe('inactive');
  });
});
