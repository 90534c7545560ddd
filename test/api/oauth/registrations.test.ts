import { generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReadClientDocument } from '../../../domain/oauth/client-documents.ts';
import { clientDocuments } from '../../../outbound/client-documents.ts';
import { openOutbound } from '../../../outbound/open-outbound.ts';
import { type InternetStandIn, startInternetStandIn } from '../../../stand-ins/internet/stand-in.ts';
import { deleteOutdated } from '../../../store/ops/retention.ts';
import { http, postJson } from '../../support/drivers/http.ts';
import { callConnector, OAuthApp, type Tokens } from '../../support/drivers/oauth-app.ts';
import { type SignedIn, signIn } from '../../support/drivers/session.ts';
import { bearer, makeTeam, type TestTeam } from '../../support/factories/keys.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';

let stack: Stack;
let internet: InternetStandIn;
let guarded: ReadClientDocument;
let team: TestTeam;
let owner: SignedIn;

/** Documents of vendors, who cannot be reached here, as they publish them. All other addresses are those of the stand-in internet. */
const published = new Map<string, object>();
const asked: string[] = [];

beforeAll(async () => {
  internet = await startInternetStandIn();
  guarded = clientDocuments(
    openOutbound({ appUrl: 'https://app.holdfast.test', internetStandInUrl: internet.url }).outbound,
  );
  stack = await startStack({
    ...{ worker: false, demo: false },
    readClientDocument: async (url) => {
      asked.push(url);
      const document = published.get(url);
      if (document) return { status: 200, body: JSON.stringify(document), cacheControl: 'max-age=3600' };
      return guarded(url);
    },
  });
});
afterAll(async () => {
  await stack?.close();
  await internet?.close();
});
beforeEach(async () => {
  team = await makeTeam(stack.sql);
  owner = await signIn(stack, { email: team.members.owner.email, workspace: team.slug });
});

const connects = async (app: OAuthApp, redirectUri: string): Promise<Tokens> => {
  const tokens = await app.connect(owner, team, { redirect_uri: redirectUri });
  expect((await callConnector(stack, 'tools/list', {}, bearer(tokens.access_token))).status).toBe(200);
  expect((await app.refresh(tokens.refresh_token)).status).toBe(200);
  return tokens;
};

const VS_CODE = {
  client_name: 'Visual Studio Code',
  client_uri: 'https://code.visualstudio.com',
  grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
  response_types: ['code'],
  redirect_uris: [
    ...['https://insiders.vscode.dev/redirect', 'https://vscode.dev/redirect'],
    ...['http://127.0.0.1/', 'http://127.0.0.1:33418/'],
  ],
  scope: 'workspace.read workspace.act',
  token_endpoint_auth_method: 'none',
  application_type: 'native',
};
const CURSOR = {
  client_name: 'Cursor',
  redirect_uris: [
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'https://www.cursor.com/agents/mcp/oauth/callback',
    'http://localhost:8787/callback',
  ],
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
};
const CLAUDE = {
  client_name: 'Claude',
  redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
  token_endpoint_auth_method: 'client_secret_post',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  scope: 'workspace.read workspace.act offline_access',
};

describe('registration', () => {
  it.each([
    ['VS Code, at a port of its own choice', VS_CODE, 'http://127.0.0.1:50123/'],
    ['VS Code in a browser', VS_CODE, 'https://vscode.dev/redirect'],
    ['Cursor, by its scheme', CURSOR, 'cursor://anysphere.cursor-mcp/oauth/callback'],
    ['Cursor in a browser', CURSOR, 'https://www.cursor.com/agents/mcp/oauth/callback'],
    ['Cursor, at another port than it registered', CURSOR, 'http://localhost:9999/callback'],
    ['Claude, with a secret', CLAUDE, 'https://claude.ai/api/mcp/auth_callback'],
    ['an app that says nothing of itself', { redirect_uris: ['https://plain.example/cb'] }, 'https://plain.example/cb'],
  ])('of %s leads to tools', async (_who, registration, redirectUri) => {
    const app = await OAuthApp.register(stack, registration);
    await connects(app, redirectUri);
  });

  it('keeps a secret as its hash, and asks for it', async () => {
    const app = await OAuthApp.register(stack, CLAUDE);
    const back = await app.allow(owner, team);
    const code = back.searchParams.get('code') ?? '';
    for (const secret of ['wrong', undefined]) {
      const refused = await app.exchange(code, { client_secret: secret });
      expect([refused.status, refused.json().error]).toEqual([401, 'invalid_client']);
    }
    const rows = await stack.sql`select metadata::text from oauth_clients where client_id = ${app.clientId}`;
    expect(rows[0]?.metadata).not.toContain(app.secret);
    const stored = /sha256\.[\w-]+/.exec(rows[0]?.metadata)?.[0] ?? '';
    expect(stored).not.toBe('');
    expect((await app.exchange(code, { client_secret: stored })).status).toBe(401);
    expect((await app.exchange(code)).status).toBe(200);
  });

  it.each([
    ['a script as redirect', { redirect_uris: ['javascript:alert(1)'] }],
    ['a data address as redirect', { redirect_uris: ['data:text/html,x'] }],
    ...['ms-word:ofe|u|https://evil.example/x.doc', 'search-ms:query=x', 'tel:+49', 'view-source:https://x.example']
      .concat(['mailto:x@y.example', 'intent://x#Intent;end', 'ftp://x.example/cb', 'wss://x.example/cb'])
      .concat([
        '\nmailto:a@b',
        ' ms-settings:x',
        'microsoft-edge:https://evil.example/cb',
        'a://x?u=https://evil.example',
      ])
      .map((uri): [string, object] => [`a scheme of the computer’s own (${uri})`, { redirect_uris: [uri] }]),
    ['NUL in its name', { redirect_uris: ['https://app.example/cb'], client_name: 'a\u0000b' }],
    ['half a character in its name', { redirect_uris: ['https://app.example/cb'], client_name: '\ud800' }],
    ['a redirect without TLS', { redirect_uris: ['http://app.example/cb'] }],
    ['a redirect of a web app without TLS', { application_type: 'web', redirect_uris: ['http://192.168.1.1/cb'] }],
    ['a redirect with a fragment', { redirect_uris: ['https://app.example/cb#x'] }],
    ['no redirect', { redirect_uris: [] }],
    ['no list', { redirect_uris: 'https://app.example/cb' }],
    [
      'a secret in a signed form',
      { redirect_uris: ['https://a.example/cb'], token_endpoint_auth_method: 'client_secret_jwt' },
    ],
  ])('is refused with %s', async (_what, registration) => {
    const answer = await postJson(`${stack.appUrl}/oauth/register`, registration);
    expect(answer.status).toBe(400);
    expect(answer.json().error).toMatch(/^invalid_(client_metadata|redirect_uri)$/);
  });

  it.each([
    ['client_name', { client_name: 'x'.repeat(121) }],
    ['redirect_uris', { redirect_uris: Array.from({ length: 21 }, (_, nth) => `https://app.example/${nth}`) }],
    ['redirect_uris', { redirect_uris: [`https://app.example/${'x'.repeat(2_000)}`] }],
    ['redirect_uris', { redirect_uris: [1, 2, 3].map((nth) => `https://app.example/${nth}${'x'.repeat(1_500)}`) }],
    ['jwks', { jwks: { keys: [{ kty: 'EC', x: 'x'.repeat(8_000) }] } }],
  ])('is no place to store things: %s', async (field, more) => {
    const answer = await postJson(`${stack.appUrl}/oauth/register`, { ...CURSOR, ...more });
    expect([answer.status, answer.json()]).toEqual([
      400,
      { error: 'invalid_client_metadata', error_description: expect.stringMatching(`^${field}: at most `) },
    ]);
  });

  it('has its set of keys read twenty times a minute at most, whatever signs for it', async () => {
    const limited = await startStack({
      ...{ worker: false, demo: false, rateLimitFactor: 1 },
      readClientDocument: async (url) => {
        asked.push(url);
        return { unread: 'timeout' };
      },
    });
    const keysAt = 'https://victim.example/keys';
    const app = { ...CURSOR, token_endpoint_auth_method: 'private_key_jwt', jwks_uri: keysAt };
    const registered = await postJson(`${limited.appUrl}/oauth/register`, app);
    const { client_id: id } = registered.json() as never as { client_id: string };
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { iss: id, sub: id, aud: limited.appUrl, jti: 'x', exp: Math.floor(Date.now() / 1_000) + 60 };
    const body = new URLSearchParams({
      ...{ grant_type: 'refresh_token', refresh_token: 'x', client_id: id },
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: `${part({ alg: 'ES256' })}.${part(claims)}.${Buffer.alloc(64).toString('base64url')}`,
    });
    for (let times = 0; times < 24; times += 1) {
      const answer = await http(`${limited.appUrl}/oauth/token`, {
        ...{ method: 'POST', body: body.toString() },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(answer.status).toBe(401);
    }
    expect(asked.filter((url) => url === keysAt)).toHaveLength(20);
    const refusals = limited.logLines.map((line) => JSON.parse(line)).filter(({ oauth }) => oauth === 'token');
    for (const line of refusals) expect(line).toMatchObject({ clientId: id, error: 'invalid_client', status: 401 });
    expect(refusals.map(({ document }) => document)).toEqual([
      ...Array.from({ length: 20 }, () => 'timeout'),
      ...Array.from({ length: 4 }, () => 'too_many'),
    ]);
    const { status, headers, ...answer } = await new OAuthApp(limited, 'https://app.example/c.json', '').refresh('x');
    expect([status, answer.json().error]).toEqual([429, 'temporarily_unavailable']);
    expect(headers['retry-after']).toMatch(/^\d+$/);
    await limited.close();
  });

  it('proves itself with what ends within minutes: it is remembered until then', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] };
    const more = { token_endpoint_auth_method: 'private_key_jwt', jwks: keys };
    const app = await OAuthApp.register(stack, { ...CURSOR, ...more });
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const errorFor = async (exp: number): Promise<string> => {
      const claims = { iss: app.clientId, sub: app.clientId, aud: stack.appUrl, jti: `x${exp}`, exp };
      const signed = `${part({ alg: 'ES256' })}.${part(claims)}`;
      const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      const answer = await app.refresh('x', {
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: `${signed}.${signature.toString('base64url')}`,
      });
      return String(answer.json().error);
    };
    const nowSeconds = Math.floor(Date.now() / 1_000);
    expect(await errorFor(nowSeconds + 60)).toBe('invalid_grant');
    for (const exp of [nowSeconds + 3_600, 1e13]) expect(await errorFor(exp)).toBe('invalid_client');
    const [kept] = await stack.sql`
      select count(*)::int as rows, bool_and(expires_at < now() + interval '10 minutes') as soon
      from oauth_artifacts where model = 'ReplayDetection'`;
    expect(kept).toEqual({ rows: 1, soon: true });
  });

  it('is limited, ten a minute and address', async () => {
    const limited = await startStack({ worker: false, demo: false, rateLimitFactor: 1 });
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => postJson(`${limited.appUrl}/oauth/register`, CURSOR)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers['retry-after']).toMatch(/^\d+$/);
    expect(refused?.json().error).toBe('temporarily_unavailable');
    await limited.close();
  });

  it('of an app that nobody uses is cleared away, and the app is told to register again', async () => {
    const [unused, used] = [await OAuthApp.register(stack, CURSOR), await OAuthApp.register(stack, CURSOR)];
    const tokens = await used.connect(owner, team);
    await stack.sql`update oauth_clients set used_at = now() - interval '31 days'`;
    await deleteOutdated(stack.sql);
    const refused = await unused.refresh('any');
    expect([refused.status, refused.json().error]).toEqual([401, 'invalid_client']);
    const again = await used.refresh(tokens.refresh_token);
    expect(again.status).toBe(200);
  });
});

describe('a metadata document', () => {
  const CLAUDE_WEB = 'https://claude.ai/oauth/mcp-oauth-client-metadata';
  const CLAUDE_CODE = 'https://claude.ai/oauth/claude-code-client-metadata';
  const CODE = 'https://vscode.dev/oauth/client-metadata.json';
  beforeAll(() => {
    published.set(CLAUDE_WEB, {
      ...{ client_id: CLAUDE_WEB, client_name: 'Claude', client_uri: 'https://claude.ai' },
      ...{ redirect_uris: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'] },
      ...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
      token_endpoint_auth_method: 'none',
    });
    published.set(CLAUDE_CODE, {
      ...{ client_id: CLAUDE_CODE, client_name: 'Claude Code', token_endpoint_auth_method: 'none' },
      ...{ redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'] },
      ...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
    });
    published.set(CODE, { ...VS_CODE, client_id: CODE });
  });

  it.each([
    ['Claude', CLAUDE_WEB, 'https://claude.ai/api/mcp/auth_callback'],
    ['Claude Code, at a port of its own choice', CLAUDE_CODE, 'http://localhost:61234/callback'],
    ['VS Code, which asks for grants that we do not have', CODE, 'http://127.0.0.1:50123/'],
  ])('of %s leads to tools without registration', async (_who, clientId, redirectUri) => {
    const app = new OAuthApp(stack, clientId, redirectUri);
    const { page } = await app.atConsent(owner);
    expect(page.html).toContain(new URL(clientId).host);
    await connects(app, redirectUri);
    // Kept for as long as it says: asked for once.
    expect(asked.filter((url) => url === clientId)).toHaveLength(1);
  });

  const refusalOf = async (clientId: string): Promise<string> => {
    const app = new OAuthApp(stack, clientId, 'https://evil.example/cb');
    const answer = await http(`${stack.appUrl}/oauth/authorize?${app.query()}`, { headers: { accept: 'text/html' } });
    expect([answer.status, answer.headers.location]).toEqual([400, undefined]);
    return answer.text;
  };

  it.each([
    ['this machine', 'https://127.0.0.1/client.json'],
    ['this machine by another form', 'https://2130706433/client.json'],
    ['this machine in IPv6', 'https://[::1]/client.json'],
    ['a private network', 'https://10.0.0.1/client.json'],
    ['the metadata of a cloud', 'https://169.254.169.254/latest/meta-data'],
    ['an odd port', 'https://acme-robotics.com:8443/client.json'],
    ['a host that redirects', 'https://acme-robotics.com/'],
    ['a host that is not there', 'https://nobody-has-this.example/client.json'],
  ])('at %s is not read', async (_where, clientId) => {
    expect(await refusalOf(clientId)).toContain('This app is not known here');
    expect(await guarded(clientId)).toEqual({ unread: expect.stringMatching(/^(?:forbidden_|not_allowed$)/) });
  });

  it.each([
    ['names another id', { client_id: 'https://other.example/c.json' }],
    ['has a secret', { client_secret: 'x' }],
    ['signs in with a shared secret', { token_endpoint_auth_method: 'client_secret_post' }],
    ['sends its answer to a script', { redirect_uris: ['javascript:alert(1)'] }],
  ])('that %s is refused', async (_what, change) => {
    const clientId = `https://doc.example/${Object.keys(change)[0]}.json`;
    published.set(clientId, {
      ...{ client_id: clientId, client_name: 'Doc', redirect_uris: ['https://evil.example/cb'] },
      ...{ token_endpoint_auth_method: 'none', ...change },
    });
    await refusalOf(clientId);
  });
});
