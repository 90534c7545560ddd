import { beforeEach, describe, expect, it } from 'vitest';
import { workspace } from '../../../schemas/operations/workspaces/workspace.ts';
import { forgeries, signed } from '../../support/drivers/forged-tokens.ts';
import { callHost } from '../../support/drivers/host-calls.ts';
import { http, postJson } from '../../support/drivers/http.ts';
import { callConnector, claimsOf, OAuthApp, type Tokens } from '../../support/drivers/oauth-app.ts';
import { hiddenField, PageClient } from '../../support/drivers/page-client.ts';
import { type SignedIn, signIn } from '../../support/drivers/session.ts';
import { bearer } from '../../support/factories/keys.ts';
import { shareTeamStack } from '../../support/stack/team-stack.ts';

const its = shareTeamStack();
let owner: SignedIn;
let app: OAuthApp;
beforeEach(async () => {
  owner = await signIn(its.stack, { email: its.team.members.owner.email, workspace: its.team.slug });
  app = await OAuthApp.register(its.stack);
});

const statusOf = async (token: string): Promise<number> =>
  (await callConnector(its.stack, 'tools/list', {}, bearer(token))).status;
const codeOf = (back: URL): string => back.searchParams.get('code') ?? '';
const errorOf = (answer: { json(): Record<string, unknown> }): unknown => answer.json().error;
/** Makes what was used then used `seconds` ago. */
const age = (seconds: number) =>
  its.stack
    .sql`update oauth_artifacts set consumed_at = consumed_at - ${seconds} * interval '1 second' where consumed_at is not null`;

describe('an access token', () => {
  it.each(Object.entries(forgeries))('with %s is none', async (_what, forge) => {
    const { stack, team } = its;
    const { access_token: good } = await app.connect(owner, team);
    expect(await statusOf(await signed(stack, claimsOf(good)))).toBe(200);
    const answer = await callConnector(stack, 'tools/list', {}, bearer(await forge(stack, good)));
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
  });

  it('of the connector opens nothing else, and a key does not open the connector', async () => {
    const { stack, team } = its;
    const { access_token: token } = await app.connect(owner, team);
    const atHost = await callHost(stack.appUrl, workspace.getWorkspace, {}, bearer(token));
    expect([atHost.status, atHost.json().error.details?.reason]).toEqual([401, 'key_malformed']);
    expect(atHost.json().error.message).toContain('works at the connector alone');
    const inApp = await postJson(
      `${stack.appUrl}/api/mcp/mcp`,
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      bearer(token),
    );
    expect(inApp.status).toBe(401);
    const key = await team.key('owner');
    const refused = await callConnector(stack, 'tools/list', {}, key.headers);
    expect(refused.status).toBe(401);
    expect(refused.headers['www-authenticate']).toContain('error="invalid_token"');
    expect(refused.headers['www-authenticate']).toContain('resource_metadata=');
    expect(refused.json().error.details?.reason).toBe('token_invalid');
    const [line = '{}'] = stack.logLines.filter((one) => one.includes('the connector refused a workspace key'));
    expect(JSON.parse(line)).toMatchObject({ keyId: key.id });
    expect(stack.logLines.join()).not.toContain(key.secret);
  });

  it('and a refresh token end at once with the person’s membership', async () => {
    const { stack, team } = its;
    const member = await signIn(stack, { email: team.members.member.email, workspace: team.slug });
    const tokens = await app.connect(member, team);
    expect(await statusOf(tokens.access_token)).toBe(200);
    await stack.sql`delete from memberships where user_id = ${member.userId} and workspace_id = ${team.workspaceId}`;
    expect(await statusOf(tokens.access_token)).toBe(401);
    expect(errorOf(await app.refresh(tokens.refresh_token))).toBe('invalid_grant');
    // Who comes back connects anew.
    await stack.sql`
      insert into memberships (id, workspace_id, user_id, username, role)
      values (gen_random_uuid(), ${team.workspaceId}, ${member.userId}, 'back', 'member')`;
    expect(await statusOf(tokens.access_token)).toBe(401);
  });
});

describe('a code', () => {
  it('works once: a second use ends what the first one brought', async () => {
    const back = await app.allow(owner, its.team);
    const first = (await app.exchange(codeOf(back))).json() as never as Tokens;
    expect(await statusOf(first.access_token)).toBe(200);
    expect(errorOf(await app.exchange(codeOf(back)))).toBe('invalid_grant');
    expect(await statusOf(first.access_token)).toBe(401);
    expect(errorOf(await app.refresh(first.refresh_token))).toBe('invalid_grant');
  });

  it('used twice at once brings tokens once at most, and no working ones', async () => {
    // Used once, such a code works.
    expect((await app.exchange(codeOf(await app.allow(owner, its.team)))).status).toBe(200);
    const back = await app.allow(owner, its.team);
    const answers = await Promise.all([1, 2, 3].map(() => app.exchange(codeOf(back))));
    const good = answers.filter(({ status }) => status === 200);
    expect(good.length).toBeLessThanOrEqual(1);
    // The loser's refusal ends the grant, so even the first may be refused. All are refused for the code, and nothing else.
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(errorOf)).toEqual(refused.map(() => 'invalid_grant'));
    for (const answer of good) expect(await statusOf((answer.json() as never as Tokens).access_token)).toBe(401);
  });

  it.each([
    ['without a verifier', { code_verifier: undefined }, 'invalid_grant'],
    ['with another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    ['for another redirect', { redirect_uri: 'http://127.0.0.1:49152/other' }, 'invalid_grant'],
    ['for another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
  ])('is refused %s', async (_how, change, error) => {
    const back = await app.allow(owner, its.team);
    expect(errorOf(await app.exchange(codeOf(back), change as Record<string, string | undefined>))).toBe(error);
  });

  it('belongs to its app, and is over after a minute', async () => {
    const other = await OAuthApp.register(its.stack);
    const back = await app.allow(owner, its.team);
    expect(errorOf(await app.exchange(codeOf(back), { client_id: other.clientId }))).toBe('invalid_grant');
    const late = await app.allow(owner, its.team);
    await its.stack.sql`
      update oauth_artifacts set payload = jsonb_set(payload, '{exp}', to_jsonb(extract(epoch from now())::int - 1)) where model = 'AuthorizationCode'`;
    expect(errorOf(await app.exchange(codeOf(late)))).toBe('invalid_grant');
  });
});

describe('a refresh token', () => {
  it('yields no more chains than five, however often it is used in its grace', async () => {
    const tokens = await app.connect(owner, its.team);
    for (let times = 0; times < 8; times += 1) expect((await app.refresh(tokens.refresh_token)).status).toBe(200);
    const { gid } = claimsOf(tokens.access_token);
    const [row] = await its.stack.sql`
      select count(*)::int as working from oauth_artifacts
      where model = 'RefreshToken' and grant_id = ${String(gid)} and consumed_at is null`;
    expect(row?.working).toBe(5);
  });

  it('works for 30 seconds after its use, for answers that are lost; then it ends the grant', async () => {
    const tokens = await app.connect(owner, its.team);
    const [one, other] = await Promise.all([app.refresh(tokens.refresh_token), app.refresh(tokens.refresh_token)]);
    expect([one?.status, other?.status]).toEqual([200, 200]);
    await age(29);
    const last = await app.refresh(tokens.refresh_token);
    expect(last.status).toBe(200);
    // The uses in between have not prolonged it.
    await age(2);
    expect(errorOf(await app.refresh(tokens.refresh_token))).toBe('invalid_grant');
    const { access_token: newest, refresh_token: next } = last.json() as never as Tokens;
    expect(await statusOf(newest)).toBe(401);
    expect(errorOf(await app.refresh(next))).toBe('invalid_grant');
    const [grant] = await its.stack.sql`select id, ended_by from oauth_grants where client_id = ${app.clientId}`;
    expect(grant?.ended_by).toBe('replay');
    const lines = its.stack.logLines.filter((line) => line.includes('came twice'));
    expect(lines.map((line) => JSON.parse(line).keyId)).toContain(grant?.id);
    expect(lines.join()).not.toContain(tokens.refresh_token);
  });

  it('that comes twice within its grace is accepted, logged once, and shown to its person and the workspace', async () => {
    const { stack, team } = its;
    const mine = async () => {
      const answer = await http(`${stack.appUrl}/api/v1/me/grants`, { headers: owner.headers });
      const { grants } = answer.json() as never as { grants: { id: string; lastReuse: unknown }[] };
      return grants;
    };
    const tokens = await app.connect(owner, team);
    const id = String(claimsOf(tokens.access_token).gid);
    const lastReuse = async () => (await mine()).find((grant) => grant.id === id)?.lastReuse;
    expect((await app.refresh(tokens.refresh_token)).status).toBe(200);
    expect(await lastReuse()).toBeNull();
    for (let times = 0; times < 3; times += 1) expect((await app.refresh(tokens.refresh_token)).status).toBe(200);
    expect(await lastReuse()).toEqual({ at: expect.any(String), networks: ['127.0.0.1'] });
    const entries = await stack.sql`
      select action, source, actor, data from activity_log
      where workspace_id = ${team.workspaceId} and subject_id = ${id} and action = 'oauth_grant.token_reused'`;
    expect(entries).toHaveLength(1);
    // The log stays for ever, and networks for 30 days.
    expect(entries[0]).toMatchObject({ source: 'system', data: { name: expect.any(String) } });
    expect(JSON.stringify(entries[0])).not.toContain('127.0.0.1');
    const lines = stack.logLines.filter((line) => line.includes('within its grace'));
    expect(lines.map((line) => JSON.parse(line)).filter(({ keyId }) => keyId === id)).toHaveLength(1);
    for (const text of [JSON.stringify(entries), lines.join()]) {
      expect(text).not.toContain(tokens.refresh_token);
      expect(text).not.toContain(tokens.access_token);
    }
    // The access goes on: an app may send two requests at once.
    expect(await statusOf(tokens.access_token)).toBe(200);
  });

  it('is not used up by a request for another resource', async () => {
    const tokens = await app.connect(owner, its.team);
    expect(errorOf(await app.refresh(tokens.refresh_token, { resource: 'https://other.example' }))).toBe(
      'invalid_target',
    );
    await age(60);
    expect((await app.refresh(tokens.refresh_token)).status).toBe(200);
  });

  it('is of its app alone, and is stored as a hash', async () => {
    const tokens = await app.connect(owner, its.team);
    const other = await OAuthApp.register(its.stack);
    expect(errorOf(await app.refresh(tokens.refresh_token, { client_id: other.clientId }))).toBe('invalid_grant');
    const rows = await its.stack.sql`select payload::text from oauth_artifacts`;
    expect(rows.length).toBeGreaterThan(0);
    for (const { payload } of rows) expect(payload).not.toContain(tokens.refresh_token);
  });

  it('given back ends the grant', async () => {
    const tokens = await app.connect(owner, its.team);
    const body = new URLSearchParams({ token: tokens.refresh_token, client_id: app.clientId }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await http(`${its.stack.appUrl}/oauth/revoke`, { method: 'POST', headers, body })).status).toBe(200);
    expect(await statusOf(tokens.access_token)).toBe(401);
    const [grant] = await its.stack.sql`select ended_by from oauth_grants where client_id = ${app.clientId}`;
    expect(grant?.ended_by).toBe('client');
  });
});

describe('an authorization request', () => {
  const browserOf = (): PageClient => {
    const browser = new PageClient(its.stack.appUrl);
    browser.cookies.set('holdfast', owner.token);
    return browser;
  };

  it.each([
    ['another redirect', { redirect_uri: 'https://evil.example/cb' }],
    ['a redirect below the registered one', { redirect_uri: 'http://127.0.0.1:49152/callback/more' }],
    ['a redirect to a page of ours', { redirect_uri: 'http://localhost/login' }],
    ['a script as its redirect', { redirect_uri: 'javascript:alert(1)' }],
    ['an unknown app', { client_id: 'nobody' }],
    ['no app', { client_id: undefined }],
  ])('with %s gets a page, never a redirect', async (_what, change) => {
    const page = await app.open(browserOf(), change as Record<string, string | undefined>);
    expect([page.status, page.location]).toEqual([400, null]);
    expect(page.html).toContain('<h1>');
    expect(page.html).not.toContain('evil.example');
  });

  it.each([
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no method of its challenge', { code_challenge_method: undefined }, 'invalid_request'],
    ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
    ['prompt none', { prompt: 'none' }, 'login_required'],
  ])('with %s is sent back with the error, and with who says so', async (_what, change, error) => {
    const { location } = await app.open(browserOf(), change as Record<string, string | undefined>);
    const back = new URL(location ?? '');
    const said = back.searchParams.size > 0 ? back.searchParams : new URLSearchParams(back.hash.slice(1));
    expect(said.get('error')).toBe(error);
    expect(said.get('iss')).toBe(its.stack.appUrl);
    expect(`${back.origin}${back.pathname}`).toBe(app.redirectUri);
  });

  it.each([
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }],
    ['another resource', { resource: 'https://other.example/mcp' }],
    ['the implicit flow', { response_type: 'token' }],
    ['prompt none', { prompt: 'none' }],
  ])(
    'with %s of an app at a web address or a scheme leads nowhere: registering one needs no account',
    async (_what, change) => {
      for (const redirect of ['https://evil.example/cb', 'https://localhost.evil.example/cb', 'evil-app://cb']) {
        const app = await OAuthApp.register(its.stack, { redirect_uris: [redirect], client_name: 'Evil' });
        const page = await app.open(browserOf(), change);
        expect([page.status, page.location]).toEqual([400, null]);
        expect(page.html).toContain('<h1>');
      }
    },
  );

  it.each(['/', '//', '/x', '/.', '/..;', '/%2F', '%2F', `/${'x'.repeat(43)}`, `/${'x'.repeat(43)}/`])(
    'below its path (%s) leads nowhere, whatever its query says',
    async (below) => {
      for (const redirect of ['https://evil.example/cb', 'evil-app://cb']) {
        const evil = await OAuthApp.register(its.stack, { redirect_uris: [redirect] });
        for (const change of [
          { prompt: 'none' },
          { response_mode: 'form_post', prompt: 'none' },
          { scope: 'openid' },
        ]) {
          const path = `/oauth/authorize${below}?${evil.query(change)}`;
          // As it is written: a browser's address would lose dots.
          const { status, headers, text } = await http(`${its.stack.appUrl}${path}`, {
            headers: { accept: 'text/html' },
          });
          expect([400, 404]).toContain(status);
          expect(headers.location).toBeUndefined();
          expect(text).not.toContain('evil');
        }
      }
    },
  );

  it('that was not decided leads to no app by its way back', async () => {
    const evil = await OAuthApp.register(its.stack, { redirect_uris: ['https://evil.example/cb'] });
    const { path, browser } = await evil.atConsent(owner);
    const back = await browser.open(`${path.replace('consent', 'authorize')}?${evil.query({ prompt: 'none' })}`);
    expect([back.status, back.location]).toEqual([303, expect.stringMatching(/^\/oauth\/consent\//)]);
    await its.stack.sql`delete from oauth_artifacts where model = 'Interaction'`;
    const over = await browser.open(`${path.replace('consent', 'authorize')}?${evil.query()}`);
    expect([over.status, over.location]).toEqual([400, null]);
  });

  it('that is refused says so in the first line of its answer', async () => {
    const evil = await OAuthApp.register(its.stack, { redirect_uris: ['https://evil.example/cb'] });
    const answer = await fetch(`${its.stack.appUrl}/oauth/authorize?${evil.query({ prompt: 'none' })}`);
    expect([answer.status, answer.statusText]).toEqual([400, 'Bad Request']);
  });

  it.each([
    ['token', 'application/x-www-form-urlencoded', 'invalid_request'],
    ['revoke', 'application/x-www-form-urlencoded', 'invalid_request'],
    ['register', 'application/json', 'invalid_client_metadata'],
  ])('and a body that is too large is refused in the words of the protocol (%s)', async (path, type, error) => {
    for (const bytes of [57 * 1024, 1024 * 1024]) {
      const answer = await http(`${its.stack.appUrl}/oauth/${path}`, {
        ...{ method: 'POST', headers: { 'content-type': type }, body: 'x'.repeat(bytes) },
      });
      expect([answer.status, answer.json()]).toEqual([
        400,
        { error, error_description: 'the body must not be larger than 56 kB' },
      ]);
    }
  });

  it.each([
    ['token', 'POST'],
    ['revoke', 'POST'],
  ])('with NUL in its parameters is refused as the caller’s mistake (%s)', async (path, method) => {
    const answer = await http(`${its.stack.appUrl}/oauth/${path}`, {
      ...{ method, body: 'grant_type=refresh_token&refresh_token=x&token=x&client_id=a%00b' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([answer.status, answer.json().error]).toEqual([400, 'invalid_request']);
  });

  it.each(['token', 'revoke'])(
    'with NUL in the name that its app signs is one of an unknown app (%s)',
    async (path) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      for (const id of ['a\u0000b', `${app.clientId}\u0000`, '\ud800']) {
        const exp = Math.floor(Date.now() / 1_000) + 60;
        const claims = { iss: id, sub: id, aud: its.stack.appUrl, jti: 'x', exp };
        const fields = {
          ...{ grant_type: 'refresh_token', refresh_token: 'x', token: 'x' },
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          client_assertion: `${part({ alg: 'ES256' })}.${part(claims)}.${Buffer.alloc(64).toString('base64url')}`,
        };
        const answer = await http(`${its.stack.appUrl}/oauth/${path}`, {
          ...{ method: 'POST', body: new URLSearchParams(fields).toString() },
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        });
        expect([answer.status, answer.json().error]).toEqual([401, 'invalid_client']);
      }
      expect(its.stack.logLines.join()).not.toContain('unexpected error');
    },
  );

  it('is no place to store things', async () => {
    for (const more of [{ state: 'x'.repeat(2_001) }, { login_hint: 'x'.repeat(6_000) }]) {
      const answer = await app.open(browserOf(), more);
      expect([answer.status, answer.location]).toEqual([400, null]);
    }
    expect((await app.open(browserOf(), { state: 'x'.repeat(2_000) })).status).toBe(303);
  });

  it.each([
    ['', undefined],
    ['the origin', ''],
    ['the origin and a slash', '/'],
    ['a slash at the end', '/mcp/'],
  ])('for our resource as clients write it (%s) leads to a token for exactly it', async (_how, path) => {
    const resource = path === undefined ? undefined : `${its.stack.mcpUrl}${path}`;
    const back = await app.allow(owner, its.team, { resource });
    const answer = await app.exchange(codeOf(back), { resource });
    expect(answer.status, answer.text).toBe(200);
    const tokens = answer.json() as never as Tokens;
    expect(claimsOf(tokens.access_token).aud).toBe(`${its.stack.mcpUrl}/mcp`);
    expect((await app.refresh(tokens.refresh_token, { resource })).status).toBe(200);
  });

  it('with scopes of others, and parameters of OpenID Connect, goes on without them', async () => {
    const tokens = await app.connect(owner, its.team, {
      ...{ scope: 'openid profile offline_access workspace.act workspace.read mcp:tools', nonce: 'n', max_age: '1' },
      prompt: 'select_account consent',
    });
    expect(tokens.scope).toBe('workspace.read workspace.act');
    expect(tokens).not.toHaveProperty('id_token');
  });

  it('stays in its browser: another one that knows the address of the page decides nothing', async () => {
    const { path } = await app.atConsent(owner);
    const thief = browserOf();
    expect((await thief.open(path)).status).toBe(410);
    const csrfToken = owner.csrfToken;
    const { workspaceId } = its.team;
    const forged = await thief.submit(path, { csrfToken, workspaceId, access: 'full', decision: 'allow' });
    expect(forged.status).toBe(410);
    expect(await its.stack.sql`select 1 from oauth_grants where client_id = ${app.clientId}`).toEqual([]);
  });

  it.each([
    ['no CSRF token', ''],
    ['that of another session', 'x'.repeat(43)],
  ])('is not decided by a form with %s', async (_what, csrfToken) => {
    const { path, browser } = await app.atConsent(owner);
    const { workspaceId } = its.team;
    for (const decision of ['allow', 'deny']) {
      const forged = await browser.submit(path, { csrfToken, workspaceId, access: 'full', decision });
      expect(forged.status).toBe(403);
    }
    expect(await its.stack.sql`select 1 from oauth_grants where client_id = ${app.clientId}`).toEqual([]);
    // The request still waits for its person.
    const page = await browser.open(path);
    const fields = { csrfToken: hiddenField(page.html, 'csrfToken'), workspaceId, access: 'full', decision: 'allow' };
    expect((await browser.submit(path, fields)).status).toBe(303);
  });

  it('that was allowed is over: neither its page nor its way back work again', async () => {
    const { path, browser, page } = await app.atConsent(owner);
    const fields = {
      ...{ csrfToken: hiddenField(page.html, 'csrfToken'), workspaceId: its.team.workspaceId },
      ...{ access: 'full', decision: 'allow' },
    };
    const { location } = await browser.submit(path, fields);
    expect((await browser.open(location ?? '')).location).toContain('code=');
    expect((await browser.open(location ?? '')).status).toBe(400);
    expect((await browser.submit(path, fields)).status).toBe(410);
  });

  it('is decided once: of many clicks at once one makes a grant, and all lead to the app', async () => {
    const { path, browser, page } = await app.atConsent(owner);
    const csrfToken = hiddenField(page.html, 'csrfToken');
    const { workspaceId } = its.team;
    const decisions = ['allow', 'allow', 'deny', 'allow', 'deny', 'allow', 'allow', 'allow'];
    const answers = await Promise.all(
      decisions.map((decision) => browser.submit(path, { csrfToken, workspaceId, access: 'full', decision })),
    );
    const back = path.replace('consent', 'authorize');
    expect(answers.map(({ status, location }) => [status, location])).toEqual(decisions.map(() => [303, back]));
    const grants = await its.stack.sql`
      select id from oauth_grants where client_id = ${app.clientId}`;
    expect(grants.length).toBeLessThanOrEqual(1);
    const notices = await its.stack.sql`select 1 from access_notices where id = any(${grants.map(({ id }) => id)})`;
    expect(notices).toHaveLength(grants.length);
    const { location } = await browser.open(back);
    expect(new URL(location ?? '').searchParams.has(grants.length === 1 ? 'code' : 'error')).toBe(true);
  });

  it('cannot be led elsewhere by its headers', async () => {
    const answer = await http(`${its.stack.appUrl}/.well-known/oauth-authorization-server`, {
      headers: { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https', Forwarded: 'host=evil.example' },
    });
    expect(answer.text).not.toContain('evil.example');
    const asked = await app.open(browserOf());
    expect(asked.location).toMatch(/^\/oauth\/consent\//);
  });

  it('and all else of the server answers in JSON, without CORS', async () => {
    for (const [path, method] of [
      ['token', 'POST'],
      ['register', 'POST'],
      ['revoke', 'POST'],
    ] as const) {
      const answer = await http(`${its.stack.appUrl}/oauth/${path}`, {
        method,
        headers: { accept: 'text/html', origin: 'https://evil.example', 'content-type': 'text/plain' },
        body: 'x',
      });
      expect(answer.status).toBe(400);
      expect(answer.json().error).toBeTruthy();
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      expect((await http(`${its.stack.appUrl}/oauth/${path}`)).status).toBe(405);
    }
  });
});
