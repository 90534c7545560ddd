import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../infra/local/ports.ts';
import { connect } from '../../../store/database.ts';
import { type HttpAnswer, http } from '../../support/drivers/http.ts';
import { callConnector, OAuthApp, type Tokens } from '../../support/drivers/oauth-app.ts';
import { PageClient } from '../../support/drivers/page-client.ts';
import { type SignedIn, signIn } from '../../support/drivers/session.ts';
import { bearer } from '../../support/factories/keys.ts';
import { type FreezableProxy, proxyTo } from '../../support/fakes/freezable-proxy.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';

/** The api's own line to the database can hang, the test's does not. */
let line: FreezableProxy;
let pool: Sql;
let stack: Stack;
let ada: SignedIn;
let metricsPort: number;
beforeAll(async () => {
  metricsPort = await freePort();
  stack = await startStack({
    worker: false,
    api: { metrics: { port: metricsPort, host: '127.0.0.1' } },
    deadlineMs: DEADLINE_MS,
    reachDatabase: async (url) => {
      line = await proxyTo(url);
      pool = connect(line.url, { name: 'api', maxConnections: 10 });
      return pool;
    },
  });
  ada = await signIn(stack);
});
afterAll(async () => {
  line?.thaw();
  await pool?.end({ timeout: 1 });
  line?.close();
  await stack?.close();
});

const SECRETS = /postgres|sql|127\.0\.0\.1:\d|ECONN|statement|relation|oops|at .*\.ts/i;
const DEADLINE_MS = 900;
/** One deadline, not one for each query of the library; with time for a busy machine. */
const ONE_DEADLINE_MS = 1.9 * DEADLINE_MS;

/** What a client does while the database hangs. */
async function whileAway<T>(work: () => Promise<T>): Promise<{ readonly answer: T; readonly tookMs: number }> {
  line.freezeAll();
  const startedMs = performance.now();
  try {
    return { answer: await work(), tookMs: performance.now() - startedMs };
  } finally {
    line.thaw();
  }
}

const expectAway = ({ status, headers, text }: HttpAnswer): void => {
  expect([status, headers['retry-after']], text).toEqual([503, '2']);
  expect(text).not.toMatch(SECRETS);
};

const AWAY = {
  error: 'temporarily_unavailable',
  error_description: 'Holdfast can not answer right now. Try again in a moment.',
};

describe('while the database does not answer', () => {
  it('the endpoints of programs say temporarily_unavailable, and when to come again', async () => {
    const app = await OAuthApp.register(stack);
    const tokens = await app.connect(ada, ada);
    const { answer: answers, tookMs } = await whileAway(() =>
      Promise.all([
        app.refresh(tokens.refresh_token),
        app.exchange('x'.repeat(43)),
        http(`${stack.appUrl}/oauth/revoke`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ token: tokens.refresh_token, client_id: app.clientId }).toString(),
        }),
        http(`${stack.appUrl}/oauth/register`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ client_name: 'Late', redirect_uris: ['https://late.example/cb'] }),
        }),
      ]),
    );
    for (const answer of answers) {
      expectAway(answer);
      expect(answer.json()).toEqual(AWAY);
    }
    expect(tookMs).toBeLessThan(ONE_DEADLINE_MS);
    // Nothing was lost: the refresh token works, as the one that was asked for during the outage.
    const refreshed = await app.refresh(tokens.refresh_token);
    expect(refreshed.status, refreshed.text).toBe(200);
  });

  it('operators see which request waited, and count it by endpoint', async () => {
    const [app, requestId] = [await OAuthApp.register(stack), 'oauth-away'];
    const body = new URLSearchParams({ token: 'x'.repeat(43), client_id: app.clientId }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-request-id': requestId };
    await whileAway(() => http(`${stack.appUrl}/oauth/revoke`, { method: 'POST', headers, body }));
    const lines = () => stack.logLines.map((line) => JSON.parse(line)).filter((line) => line.requestId === requestId);
    await expect
      .poll(() => lines().map(({ level, msg, oauth, status }) => ({ level, msg, oauth, status })))
      .toEqual([
        { level: 'warn', msg: 'dependency unavailable', oauth: 'revoke' },
        { level: 'warn', msg: 'oauth', oauth: 'revoke', status: 503 },
      ]);
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(metrics).toMatch(/^holdfast_oauth_duration_seconds_count\{endpoint="revoke",status="503"\} [1-9]/m);
  });

  it('operators see which app is refused', async () => {
    const [app, requestId] = [await OAuthApp.register(stack), 'oauth-refused'];
    const query = { grant_type: 'authorization_code', code: 'x'.repeat(43), client_id: app.clientId };
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-request-id': requestId };
    const body = new URLSearchParams({ ...query, redirect_uri: app.redirectUri, code_verifier: 'v'.repeat(43) });
    await http(`${stack.appUrl}/oauth/token`, { method: 'POST', headers, body: body.toString() });
    const lines = () => stack.logLines.map((line) => JSON.parse(line)).filter((line) => line.requestId === requestId);
    await expect
      .poll(() => lines().map(({ oauth, clientId, error, status }) => ({ oauth, clientId, error, status })))
      .toEqual([{ oauth: 'token', clientId: app.clientId, error: 'invalid_grant', status: 400 }]);
  });

  it('operators see which app nobody knows, what our own checks refused, and why', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-request-id': 'oauth-unknown' };
    const post = (fields: Record<string, string>, more = {}) =>
      http(`${stack.appUrl}/oauth/token`, {
        ...{ method: 'POST', headers: { ...headers, ...more } },
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', ...fields }).toString(),
      });
    await post({ client_id: 'nobody-knows-me' });
    await post({}, { authorization: `Basic ${Buffer.from('basic-client:secret').toString('base64')}` });
    await post({ client_id: 'elsewhere', resource: 'https://other.example/mcp' });
    await post({ client_id: 'it is my password' });
    await http(`${stack.appUrl}/oauth/token`, { headers });
    const lines = () =>
      stack.logLines.map((line) => JSON.parse(line)).filter((line) => line.requestId === 'oauth-unknown');
    await expect
      .poll(() => lines().map(({ clientId, error, status }) => [clientId, error, status]))
      .toEqual([
        ['nobody-knows-me', 'invalid_client', 401],
        ['basic-client', 'invalid_client', 401],
        ['elsewhere', 'invalid_target', 400],
        [undefined, 'invalid_client', 401],
        [undefined, 'method_not_allowed', 405],
      ]);
  });

  it('the browser of a person sees a page that says so, and no app gets an answer', async () => {
    const app = await OAuthApp.register(stack);
    const browser = new PageClient(stack.appUrl);
    const { answer: page } = await whileAway(() => app.open(browser));
    expect([page.status, page.location, page.headers.get('retry-after')]).toEqual([503, null, '2']);
    expect(page.html).toContain('Nothing was allowed');
    expect(page.html).not.toMatch(/ECONN|postgres:|temporarily_unavailable/);
    const waiting = await app.atConsent(ada);
    const { answer: consent } = await whileAway(() => waiting.browser.open(waiting.path));
    expect([consent.status, consent.headers.get('retry-after') !== null]).toEqual([503, true]);
    // The request is still there.
    expect((await waiting.browser.open(waiting.path)).html).toContain('Connect this app?');
  });

  it('the connector answers 503 before any message is read, and the token works afterwards', async () => {
    const app = await OAuthApp.register(stack);
    const { access_token: token } = (await app.connect(ada, ada)) as Tokens;
    const call = () => callConnector(stack, 'tools/call', { name: 'get_workspace', arguments: {} }, bearer(token));
    const { answer, tookMs } = await whileAway(call);
    expectAway(answer);
    expect(answer.headers['www-authenticate']).toBeUndefined();
    expect(answer.json().error).toMatchObject({ code: 'service.unavailable', details: { retryAfterSeconds: 2 } });
    expect(tookMs).toBeLessThan(ONE_DEADLINE_MS);
    expect((await call()).status).toBe(200);
    // What only describes the servers needs no database.
    const { answer: metadata } = await whileAway(() =>
      Promise.all([
        http(`${stack.mcpUrl}/.well-known/oauth-protected-resource/mcp`),
        http(`${stack.appUrl}/.well-known/oauth-authorization-server`),
        http(`${stack.appUrl}/oauth/jwks`),
        callConnector(stack, 'tools/list'),
      ]),
    );
    expect(metadata.map(({ status }) => status)).toEqual([200, 200, 200, 401]);
  });
});
