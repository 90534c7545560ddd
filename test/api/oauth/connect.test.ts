import { beforeEach, describe, expect, it } from 'vitest';
import { mcpTools } from '../../../api/core/tools.ts';
import { contract } from '../../../schemas/contract.ts';
import { apiKeys } from '../../../schemas/operations/access/api-keys.ts';
import { callHost } from '../../support/drivers/host-calls.ts';
import { http, postJson } from '../../support/drivers/http.ts';
import { callConnector, claimsOf, OAuthApp } from '../../support/drivers/oauth-app.ts';
import { connectSdk, SdkApp } from '../../support/drivers/sdk-app.ts';
import { type SignedIn, signIn } from '../../support/drivers/session.ts';
import { bearer } from '../../support/factories/keys.ts';
import { shareTeamStack } from '../../support/stack/team-stack.ts';

const its = shareTeamStack();
let owner: SignedIn;
beforeEach(async () => {
  owner = await signIn(its.stack, { email: its.team.members.owner.email, workspace: its.team.slug });
});

const tools = mcpTools(contract, 'host');
const isOfKeys = (name: string): boolean => {
  const auth = tools.get(name)?.operation.auth;
  return typeof auth === 'object' && (auth.keyOnly === true || auth.byApp === 'refused');
};
const namesOf = (text: string): string[] =>
  (JSON.parse(text) as { result: { tools: { name: string }[] } }).result.tools.map(({ name }) => name);
const toolsOf = async (token: string): Promise<string[]> =>
  namesOf((await callConnector(its.stack, 'tools/list', {}, bearer(token))).text);
const call = (token: string, name: string, args: object = {}) =>
  callConnector(its.stack, 'tools/call', { name, arguments: args }, bearer(token));

describe('connecting an app', () => {
  it('leads from registration over consent to tools, with a token for the connector alone', async () => {
    const { stack, team } = its;
    const app = await OAuthApp.register(stack);
    const back = await app.allow(owner, team);
    expect(`${back.origin}${back.pathname}`).toBe(app.redirectUri);
    // RFC 9207: who answered.
    expect(back.searchParams.get('iss')).toBe(stack.appUrl);
    expect(back.searchParams.get('state')).toBe(app.state);
    const answer = await app.exchange(back.searchParams.get('code') ?? '');
    const tokens = answer.json() as never as { access_token: string };
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toMatchObject({
      ...{ token_type: 'Bearer', expires_in: 3600, scope: 'workspace.read workspace.act' },
      refresh_token: expect.any(String),
    });
    const claims = claimsOf(tokens.access_token);
    expect(claims).toMatchObject({ iss: stack.appUrl, aud: `${stack.mcpUrl}/mcp`, sub: owner.userId });
    expect(claims).toMatchObject({ client_id: app.clientId, gid: expect.any(String) });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(3600);
    const key = await team.key('owner');
    const inApp = await postJson(
      `${stack.appUrl}/api/mcp/mcp`,
      { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
      key.headers,
    );
    // The catalog as a key of the same person has it, without what an agent does for other people, and without seats.
    const listed = await toolsOf(tokens.access_token);
    expect(listed).toEqual(namesOf(inApp.text).filter((name) => !isOfKeys(name)));
    expect(listed).toContain('create_booking');
    const refused = (await call(tokens.access_token, 'register_agent_identity', { prospectEmail: 'a@b.test' })).text;
    expect(refused).toContain('key_needed');
    expect((await call(tokens.access_token, 'get_workspace')).text).toContain(team.workspaceId);
  });

  it('lets the official client find, register and connect itself, and refresh', async () => {
    const { stack, team } = its;
    const app = new SdkApp();
    const client = await connectSdk(stack, app, owner, team.workspaceId);
    expect((await client.listTools()).tools.length).toBeGreaterThan(60);
    const before = app.saved;
    if (!before) throw new Error('no tokens');
    // An access token that is over: the client refreshes by itself.
    app.saved = { ...before, access_token: `${before.access_token.slice(0, -4)}AAAA` };
    const answer = await client.callTool({ name: 'get_workspace', arguments: {} });
    expect(JSON.stringify(answer)).toContain(team.workspaceId);
    expect(app.saved?.refresh_token).not.toBe(before.refresh_token);
    await client.close();
  });

  it('logs what the app does as its person through it, and lists it among the keys', async () => {
    const { stack, team } = its;
    const app = await OAuthApp.register(stack, { client_name: 'Desk App', redirect_uris: ['http://localhost/cb'] });
    const { access_token: token } = await app.connect(owner, team, { redirect_uri: 'http://localhost:5555/cb' });
    const event = {
      name: 'Made by an app',
      durationMinutes: 30,
      locationType: 'custom_link',
      locationDetail: 'https://meet.example/me',
    };
    expect((await call(token, 'create_event_type', event)).json().result).not.toHaveProperty('isError');
    const acts = await stack.sql`
      select actor, action from activity_log where workspace_id = ${team.workspaceId} and api_key_id is not null`;
    expect(acts.map(({ actor }) => actor)).toContain(`${team.host.address.username} through Desk App`);
    const listed = await callHost(stack.appUrl, apiKeys.listApiKeys, {}, owner.headers);
    expect(listed.json().keys).toContainEqual(
      expect.objectContaining({ name: 'Desk App', prefix: 'connector', lastUsedAt: expect.any(String) }),
    );
  });
});

describe('what an app may do', () => {
  it('is what the person allowed: one that may only look is told what it would need', async () => {
    const { stack, team } = its;
    const app = await OAuthApp.register(stack);
    const { access_token: token, scope } = await app.connect(owner, { ...team, access: 'read' });
    expect(scope).toBe('workspace.read');
    const tools = await toolsOf(token);
    expect(tools).toContain('list_event_types');
    expect(tools).not.toContain('create_event_type');
    expect((await call(token, 'list_event_types')).status).toBe(200);
    const refused = await call(token, 'create_event_type', { name: 'No' });
    expect(refused.status).toBe(403);
    expect(refused.headers['www-authenticate']).toBe(
      `Bearer resource_metadata="${stack.mcpUrl}/.well-known/oauth-protected-resource/mcp", scope="workspace.read workspace.act", error="insufficient_scope"`,
    );
    expect(refused.json().error).toMatchObject({ code: 'auth.forbidden', details: { reason: 'scope_missing' } });
    // In a batch, too: nothing of it runs.
    const both = ['list_event_types', 'create_event_type'].map((name, id) => ({
      ...{ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: { name: 'No' } } },
    }));
    expect((await postJson(`${stack.mcpUrl}/mcp`, both, bearer(token))).status).toBe(403);
    // It asks again for all of it, and the person allows.
    const more = await app.connect(owner, team, { scope: 'workspace.read workspace.act' });
    const event = {
      name: 'Yes',
      durationMinutes: 30,
      locationType: 'custom_link',
      locationDetail: 'https://meet.example/me',
    };
    expect((await call(more.access_token, 'create_event_type', event)).json().result).not.toHaveProperty('isError');
  });

  it('is never more than it asked for', async () => {
    const { stack, team } = its;
    const app = await OAuthApp.register(stack);
    const { page, browser, path } = await app.atConsent(owner, { scope: 'workspace.read' });
    expect(page.html).not.toContain('Full access');
    const csrfToken = /name="csrfToken" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
    const forced = await browser.submit(path, {
      ...{ csrfToken, workspaceId: team.workspaceId, access: 'full', decision: 'allow' },
    });
    expect(forced.status).toBe(400);
    expect(
      await stack.sql`select 1 from oauth_grants g join api_keys k on k.id = g.id where k.workspace_id = ${team.workspaceId}`,
    ).toEqual([]);
  });

  it('can be made less by the app itself, for one token', async () => {
    const { stack, team } = its;
    const app = await OAuthApp.register(stack);
    const tokens = await app.connect(owner, team);
    const less = (await app.refresh(tokens.refresh_token, { scope: 'workspace.read' })).json() as never as {
      access_token: string;
    };
    expect((await call(less.access_token, 'create_event_type', { name: 'No' })).status).toBe(403);
  });

  it('follows the person’s role at each call', async () => {
    const { stack, team } = its;
    const admin = await signIn(stack, { email: team.members.admin.email, workspace: team.slug });
    const app = await OAuthApp.register(stack);
    const { access_token: token } = await app.connect(admin, team);
    expect(await toolsOf(token)).toContain('invite_member');
    await stack.sql`update memberships set role = 'member' where user_id = ${admin.userId} and workspace_id = ${team.workspaceId}`;
    expect(await toolsOf(token)).not.toContain('invite_member');
  });
});

describe('the doors of the connector', () => {
  it('say how to sign in, whatever the method, and never redirect', async () => {
    const { stack } = its;
    const challenge = `Bearer resource_metadata="${stack.mcpUrl}/.well-known/oauth-protected-resource/mcp", scope="workspace.read workspace.act"`;
    for (const path of ['/mcp', '/mcp/']) {
      for (const method of ['GET', 'HEAD', 'DELETE']) {
        const answer = await http(`${stack.mcpUrl}${path}`, { method });
        expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, challenge]);
      }
      const posted = await postJson(`${stack.mcpUrl}${path}`, { jsonrpc: '2.0', id: 1, method: 'initialize' });
      expect([posted.status, posted.headers['www-authenticate']]).toEqual([401, challenge]);
      expect(posted.json().error).toMatchObject({ code: 'auth.required' });
    }
  });

  it('refuse other hosts and origins, and a wrong method of who has a token', async () => {
    const { stack, team } = its;
    const { access_token: token } = await (await OAuthApp.register(stack)).connect(owner, team);
    const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    for (const headers of [{ Host: 'evil.example' }, { Origin: 'https://evil.example' }] as Record<string, string>[])
      expect((await postJson(`${stack.mcpUrl}/mcp`, listing, { ...bearer(token), ...headers })).status).toBe(403);
    const read = await http(`${stack.mcpUrl}/mcp`, { method: 'GET', headers: bearer(token) });
    expect([read.status, read.headers.allow]).toEqual([405, 'POST']);
  });

  it('describe themselves at both forms of the address, and mirror the server’s metadata', async () => {
    const { stack } = its;
    const resources = await Promise.all(
      ['/mcp', ''].map(async (form) =>
        (await http(`${stack.mcpUrl}/.well-known/oauth-protected-resource${form}`)).json(),
      ),
    );
    for (const resource of resources) {
      expect(resource).toMatchObject({
        resource: `${stack.mcpUrl}/mcp`,
        authorization_servers: [stack.appUrl],
        scopes_supported: ['workspace.read', 'workspace.act'],
      });
    }
    const metadata = (await http(`${stack.appUrl}/.well-known/oauth-authorization-server`)).json();
    expect(metadata).toMatchObject({
      issuer: stack.appUrl,
      authorization_endpoint: `${stack.appUrl}/oauth/authorize`,
      token_endpoint: `${stack.appUrl}/oauth/token`,
      registration_endpoint: `${stack.appUrl}/oauth/register`,
      revocation_endpoint: `${stack.appUrl}/oauth/revoke`,
      jwks_uri: `${stack.appUrl}/oauth/jwks`,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
      response_types_supported: ['code'],
    });
    expect(metadata.token_endpoint_auth_methods_supported).toContain('none');
    expect(metadata.scopes_supported).toEqual(['workspace.read', 'workspace.act', 'offline_access']);
    expect(metadata.response_modes_supported).toEqual(['query']);
    // Nothing of what the library could do and we do not serve.
    const promised = Object.keys(metadata).filter((name) =>
      /pushed|dpop|device|introspect|userinfo|claim|logout/i.test(name),
    );
    expect(promised).toEqual([]);
    for (const [name, url] of Object.entries(metadata)) {
      if (name.endsWith('_endpoint'))
        expect((await http(url as string, { method: 'POST' })).status, name).not.toBe(404);
    }
    for (const path of [
      `${stack.mcpUrl}/.well-known/oauth-authorization-server`,
      `${stack.mcpUrl}/.well-known/oauth-authorization-server/mcp`,
      `${stack.mcpUrl}/.well-known/openid-configuration`,
      `${stack.appUrl}/.well-known/openid-configuration`,
    ])
      expect((await http(path)).json()).toEqual(metadata);
    const keys = (await http(metadata.jwks_uri as string)).json().keys as Record<string, unknown>[];
    expect(keys).toHaveLength(3);
    for (const key of keys) {
      expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
      expect(key.d).toBeUndefined();
    }
  });

  it('serve clients that guess the server’s endpoints there', async () => {
    const { stack, team } = its;
    const registered = await postJson(`${stack.mcpUrl}/register`, {
      ...{ client_name: 'Guess', redirect_uris: ['https://guess.example/cb'] },
    });
    expect(registered.status).toBe(201);
    const app = new OAuthApp(stack, String(registered.json().client_id), 'https://guess.example/cb');
    const sent = await http(`${stack.mcpUrl}/authorize?${app.query()}`);
    expect([sent.status, sent.headers.location]).toEqual([302, `${stack.appUrl}/oauth/authorize?${app.query()}`]);
    const back = await app.allow(owner, team);
    const body = new URLSearchParams({
      ...{ grant_type: 'authorization_code', code: back.searchParams.get('code') ?? '', client_id: app.clientId },
      ...{ redirect_uri: app.redirectUri, code_verifier: app.verifier },
    }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await http(`${stack.mcpUrl}/token`, { method: 'POST', headers, body })).status).toBe(200);
  });

  it('serve no pushed requests, and bind no token to a key that nobody would check', async () => {
    const { stack, team } = its;
    const app = await OAuthApp.register(stack);
    for (const path of ['/request', '/oauth/request', '/oauth/par'])
      expect((await http(`${stack.appUrl}${path}`, { method: 'POST' })).status).toBe(404);
    const back = await app.allow(owner, team, { dpop_jkt: 'x'.repeat(43) });
    const answer = await app.token(
      {
        ...{ grant_type: 'authorization_code', code: back.searchParams.get('code') ?? '' },
        ...{ redirect_uri: app.redirectUri, code_verifier: app.verifier },
      },
      { dpop: 'no.proof.atall' },
    );
    expect([answer.status, answer.json().token_type]).toEqual([200, 'Bearer']);
    expect(claimsOf(String(answer.json().access_token))).not.toHaveProperty('cnf');
  });
});
