import { beforeEach, describe, expect, it } from 'vitest';
import { mcpTools } from '../../../api/core/tools.ts';
import { contract } from '../../../schemas/contract.ts';
import { apiKeys } from '../../../schemas/operations/access/api-keys.ts';
import { grants } from '../../../schemas/operations/oauth/grants.ts';
import { samples } from '../../samples/all.ts';
import { callHost } from '../../support/drivers/host-calls.ts';
import { callConnector, OAuthApp } from '../../support/drivers/oauth-app.ts';
import { PageClient } from '../../support/drivers/page-client.ts';
import { type SignedIn, signIn } from '../../support/drivers/session.ts';
import { needsIntent } from '../../support/factories/agents.ts';
import { bearer, makeTeam } from '../../support/factories/keys.ts';
import { NO_WEBHOOKS } from '../../support/factories/webhooks.ts';
import { shareTeamStack } from '../../support/stack/team-stack.ts';

const its = shareTeamStack({ worker: true });
let owner: SignedIn;
let app: OAuthApp;
beforeEach(async () => {
  owner = await signIn(its.stack, { email: its.team.members.owner.email, workspace: its.team.slug });
  app = await OAuthApp.register(its.stack);
});

const works = async (token: string): Promise<boolean> =>
  (await callConnector(its.stack, 'tools/list', {}, bearer(token))).status === 200;
interface Listed {
  readonly id: string;
  readonly endedAt: string | null;
}
const listOf = async (person: SignedIn): Promise<Listed[]> =>
  (await callHost(its.stack.appUrl, grants.listMyGrants, {}, person.headers)).json().grants as never;

describe('a connected app', () => {
  it('is listed, and ends at once by its person', async () => {
    const { stack, team } = its;
    const { access_token: token, refresh_token: refresh } = await app.connect(owner, team);
    expect(await works(token)).toBe(true);
    const [grant] = await listOf(owner);
    expect(grant).toEqual({
      id: expect.any(String),
      ...{
        appName: 'Desk App',
        appHost: null,
        appPath: null,
        redirectHost: '127.0.0.1:49152',
        access: 'full',
        endedAt: null,
        lastReuse: null,
      },
      workspace: { id: team.workspaceId, name: expect.any(String) },
      ...{ since: expect.any(String), lastUsedAt: expect.any(String), expiresAt: expect.any(String) },
    });
    const days = (Date.parse((grant as never as { expiresAt: string }).expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(89.9);
    for (let times = 0; times < 2; times++) {
      const ended = await callHost(stack.appUrl, grants.endMyGrant, { grantId: grant?.id }, owner.headers);
      expect([ended.status, ended.json()]).toEqual([200, { id: grant?.id, status: 'ended', ...NO_WEBHOOKS }]);
    }
    expect(await works(token)).toBe(false);
    const refusals = stack.logLines.map((line) => JSON.parse(line)).filter(({ reason }) => reason === 'grant_ended');
    expect(refusals).toContainEqual(expect.objectContaining({ keyId: grant?.id, userId: expect.any(String) }));
    expect((await app.refresh(refresh)).json().error).toBe('invalid_grant');
    expect((await listOf(owner))[0]?.endedAt).toEqual(expect.any(String));
  });

  it('is nobody else’s to end by that operation, but an admin’s by the list of keys', async () => {
    const { stack, team } = its;
    const member = await signIn(stack, { email: team.members.member.email, workspace: team.slug });
    const { access_token: token } = await app.connect(member, team);
    const [grant] = await listOf(member);
    const refused = await callHost(stack.appUrl, grants.endMyGrant, { grantId: grant?.id }, owner.headers);
    expect([refused.status, refused.json().error.details?.reason]).toEqual([404, 'grant_not_found']);
    expect(await works(token)).toBe(true);
    const revoked = await callHost(stack.appUrl, apiKeys.revokeApiKey, { apiKeyId: grant?.id }, owner.headers);
    expect(revoked.status).toBe(200);
    expect(await works(token)).toBe(false);
  });

  it('is told by mail, whose link ends it', async () => {
    const { stack, team } = its;
    const { access_token: token } = await app.connect(owner, team);
    const { subject, text } = await stack.waitForMail(owner.email, 'new_access');
    expect(subject).toBe('New connected app: Desk App');
    expect(text).toMatch(/Nobody vouches for it.*Answer went to.*Desk App \(not checked\)/s);
    const path = /\/access\/stop\/[\w-]{64}/.exec(text)?.[0] ?? '';
    const browser = new PageClient(stack.appUrl);
    const { html } = await browser.open(path);
    for (const part of ['Disconnect this app', 'Nobody vouches for it', 'Answer went to']) expect(html).toContain(part);
    expect((await browser.submit(path, {})).status).toBe(303);
    expect(await works(token)).toBe(false);
  });

  it('that registered itself replaces what it had; one with a document stands beside itself', async () => {
    const { stack, team } = its;
    const member = await signIn(stack, { email: team.members.member.email, workspace: team.slug });
    const ofColleague = await app.connect(member, team);
    const first = await app.connect(owner, team);
    const second = await app.connect(owner, team);
    expect([await works(first.access_token), await works(second.access_token)]).toEqual([false, true]);
    expect(await works(ofColleague.access_token)).toBe(true);
    expect((await listOf(owner)).filter(({ endedAt }) => endedAt === null)).toHaveLength(1);
  });

  it('that never fetched a token is over after ten minutes, one that is not used after 90 days', async () => {
    const { stack, team } = its;
    await app.allow(owner, team);
    const [unfetched] = await stack.sql`
      select extract(epoch from k.expires_at - k.created_at)::int as seconds from oauth_grants g join api_keys k on k.id = g.id
      where g.client_id = ${app.clientId}`;
    expect(unfetched?.seconds).toBe(600);
    const tokens = await app.connect(owner, team);
    await stack.sql`update api_keys set expires_at = now() - interval '1 second' where origin = 'connector'`;
    expect(await works(tokens.access_token)).toBe(false);
    expect((await app.refresh(tokens.refresh_token)).json().error).toBe('invalid_grant');
  });

  it('ends with the person’s account', async () => {
    const { stack, team } = its;
    const manager = await signIn(stack, { email: team.members.manager.email, workspace: team.slug });
    const { access_token: token } = await app.connect(manager, team);
    await stack.sql`delete from users where id = ${manager.userId}`;
    expect(await works(token)).toBe(false);
  });
});

const MARK = 'Words of the other workspace';
const ID = /"[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}"/;
/** The id in its sample is nobody’s: a filter that finds nothing. */
const BY_NO_ID = new Set(['list_activity']);

describe('two workspaces of one person', () => {
  const tools = [...mcpTools(contract, 'host').entries()].filter(([, { operation }]) => !needsIntent(operation));

  /** Everything there that has a name says whose it is. */
  async function markAll(workspaceId: string): Promise<void> {
    const { sql } = its.stack;
    await sql`update workspaces set name = ${MARK} where id = ${workspaceId}`;
    await sql`update event_types set name = ${MARK} where workspace_id = ${workspaceId}`;
    await sql`update bookings set guest_name = ${MARK} where workspace_id = ${workspaceId}`;
    await sql`update teams set name = ${MARK} || id where workspace_id = ${workspaceId}`;
    await sql`update api_keys set name = ${MARK} where workspace_id = ${workspaceId}`;
    await sql`update users set name = ${MARK} where id in (
      select user_id from memberships where workspace_id = ${workspaceId} and user_id <> ${owner.userId})`;
  }

  it('a grant for one never reads nor changes the other, on any tool', async () => {
    const { stack, team: mine } = its;
    const other = await makeTeam(stack.sql);
    await stack.sql`
      insert into memberships (id, workspace_id, user_id, username, role)
      values (gen_random_uuid(), ${other.workspaceId}, ${owner.userId}, 'both', 'owner')`;
    const { access_token: token } = await app.connect(owner, mine);
    const there = await signIn(stack, { email: owner.email, workspace: other.slug });
    const [grant] = await stack.sql`select id from oauth_grants where client_id = ${app.clientId}`;
    const found: { tool: string; of: string }[] = [];
    for (const [name, { area, operationName }] of tools) {
      const sample = samples[`${area}.${operationName}`];
      if (!sample) throw new Error(`no sample of ${name}`);
      // As right as can be for who works in the other workspace.
      const input = await sample.good({ stack, team: other, shown: there });
      await markAll(other.workspaceId);
      const answer = await callConnector(stack, 'tools/call', { name, arguments: input }, bearer(token));
      expect(answer.status, name).toBe(200);
      const { result } = answer.json() as never as { result: { isError?: boolean } };
      const isNamed = ID.test(JSON.stringify(input)) && !BY_NO_ID.has(name);
      if (answer.text.includes(MARK) || answer.text.includes(other.workspaceId))
        found.push({ tool: name, of: 'a word' });
      if (isNamed && !result.isError) found.push({ tool: name, of: 'an id that was taken' });
    }
    expect(tools.length).toBeGreaterThan(60);
    expect(found).toEqual([]);
    const acts = await stack.sql`
      select action from activity_log where workspace_id = ${other.workspaceId} and api_key_id = ${grant?.id}`;
    expect(acts).toEqual([]);
    // It did work in its own.
    const own = await stack.sql`
      select action from activity_log where workspace_id = ${mine.workspaceId} and api_key_id = ${grant?.id}`;
    expect(own.length).toBeGreaterThan(5);
  });
});
