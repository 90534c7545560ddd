import { describe, expect, it } from 'vitest';
import { expectEnvelope } from '../../support/asserts/envelope.ts';
import { http, postJson } from '../../support/drivers/http.ts';
import { type FixtureApi, shareFixtureApi, startFixtureApi } from '../../support/stack/fixture-api.ts';

const fixture = shareFixtureApi();
const base = () => `${fixture.publicUrl}/api/v1/public`;
const anOrder = { amount: 2, buyer: { email: 'guest@example.com' } };

describe('routes', () => {
  it('merges path and query, converted by type', async () => {
    const answer = await http(`${base()}/acme/lamp?limit=5&fresh=true&tags=a&tags=b&answers[k]=1`);
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({
      shop: 'acme',
      item: 'lamp',
      seen: { limit: 5, fresh: true, tags: ['a', 'b'], answers: { k: '1' } },
    });
  });

  it('merges path and body, and ignores what is not declared', async () => {
    const answer = await postJson(`${base()}/acme/lamp/buy`, { ...anOrder, stranger: 1 });
    expect(answer.json()).toEqual({ bought: 2, buyer: 'guest@example.com' });
  });

  it('decodes the path once', async () => {
    expect((await http(`${base()}/a%20b/c%2525`)).json()).toMatchObject({ shop: 'a b', item: 'c%25' });
  });

  it('prefers fixed segments to parameters', async () => {
    expect((await http(`${base()}/manage/item?token=t`)).json()).toEqual({ managed: true });
  });

  it('keeps surfaces on their own origins', async () => {
    expect((await http(`${fixture.appUrl}/api/v1/state`)).json()).toEqual({ status: 'ok' });
    expectEnvelope(await http(`${fixture.publicUrl}/api/v1/state`), 404, 'resource.not_found');
    expectEnvelope(await http(`${fixture.appUrl}/api/v1/public/acme/lamp`), 404, 'resource.not_found');
    expectEnvelope(await http(`${fixture.appUrl}/api/mcp`), 404, 'resource.not_found');
  });

  it('lets the output decide the status where that is declared', async () => {
    const answer = await http(`${fixture.appUrl}/api/v1/state?ready=1`);
    expect(answer.status).toBe(503);
    expect(answer.json()).toEqual({ status: 'not_ready' });
  });

  it('answers other types as a file', async () => {
    const answer = await http(`${base()}/manage/item.ics?token=t`);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8; method=PUBLISH',
      'content-disposition': 'attachment; filename=invite.ics',
      'cache-control': 'no-store',
    });
    expect(answer.text).toBe('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n');
  });

  it('sends rendered bytes as they are', async () => {
    const answer = await http(`${base()}/acme/rendered?limit=3`);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.text).toBe('{"shop":"acme","item":"rendered","seen":{"limit":3}}');
  });
});

describe('what every answer carries', () => {
  it.each([
    ['a success', '/acme/lamp'],
    ['an error', '/acme/missing'],
    ['an unknown path', '/a/b/c/d'],
  ])('%s', async (_name, path) => {
    const { headers } = await http(`${base()}${path}`, { headers: { Origin: 'https://elsewhere.example' } });
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers.etag).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  it('keeps a request id that looks like one and makes one otherwise', async () => {
    const given = '4b4b0a52-2c9b-4a6e-9c86-1f6f9a0f6a11';
    expect((await http(`${base()}/acme/lamp`, { headers: { 'X-Request-Id': given } })).headers['x-request-id']).toBe(
      given,
    );
    for (const bad of ['short', 'a'.repeat(65), 'with space', '<script>aaaa']) {
      const { headers } = await http(`${base()}/acme/lamp`, { headers: { 'X-Request-Id': bad } });
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});

describe('methods', () => {
  it.each([
    ['POST', '/acme/lamp', 'GET, HEAD'],
    ['DELETE', '/acme/lamp', 'GET, HEAD'],
    ['OPTIONS', '/acme/lamp', 'GET, HEAD'],
    ['GET', '/acme/lamp/buy', 'POST'],
    ['PUT', '/acme/lamp/buy', 'POST'],
    ['POST', '/acme/lamp/reserve', 'GET'],
    ['POST', '/manage/item', 'GET, HEAD'],
  ])('%s %s is 405', async (method, path, allow) => {
    const answer = await http(`${base()}${path}`, { method });
    expectEnvelope(answer, 405, 'request.invalid');
    expect(answer.headers.allow).toBe(allow);
    expect(fixture.witness.runs).toEqual([]);
  });

  it('answers HEAD on reads, without a body', async () => {
    const [head, get] = await Promise.all([
      http(`${base()}/acme/lamp`, { method: 'HEAD' }),
      http(`${base()}/acme/lamp`),
    ]);
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });

  it('never acts on HEAD', async () => {
    const answer = await http(`${base()}/acme/lamp/reserve`, { method: 'HEAD' });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('GET');
    expect(fixture.witness.runs).toEqual([]);
  });

  it.each([
    ['Sec-Purpose', 'prefetch'],
    ['Sec-Purpose', 'prefetch;prerender'],
    ['Purpose', 'prefetch'],
    ['X-Purpose', 'preview'],
    ['X-Moz', 'prefetch'],
  ])('never acts on %s: %s', async (name, value) => {
    const answer = await http(`${base()}/acme/lamp/reserve`, { headers: { [name]: value } });
    expectEnvelope(answer, 405, 'request.invalid');
    expect(answer.json().error.details?.reason).toBe('prefetch_refused');
    expect(fixture.witness.runs).toEqual([]);
    expect((await http(`${base()}/acme/lamp`, { headers: { [name]: value } })).status).toBe(200);
  });
});

describe('a GET that acts, in a browser', () => {
  const site = (mode: string, dest: string, from = 'cross-site') => ({
    'Sec-Fetch-Site': from,
    'Sec-Fetch-Mode': mode,
    'Sec-Fetch-Dest': dest,
  });

  it.each([
    ['a script', site('cors', 'empty')],
    ['a frame', site('navigate', 'iframe')],
    ['an object', site('navigate', 'object')],
  ])('is not for %s of another site', async (_, headers) => {
    const answer = await http(`${base()}/acme/lamp/reserve`, { headers });
    expectEnvelope(answer, 403, 'auth.forbidden');
    expect(answer.json().error.details?.reason).toBe('foreign_page');
    expect(fixture.witness.runs).toEqual([]);
    expect((await http(`${base()}/acme/lamp`, { headers })).status).toBe(200);
  });

  it.each([
    ['a link in a web mailer', site('navigate', 'document')],
    ['a typed address', site('navigate', 'document', 'none')],
    ['a script of our own pages', site('cors', 'empty', 'same-origin')],
  ])('works from %s', async (_, headers) => {
    expect((await http(`${base()}/acme/lamp/reserve`, { headers })).status).toBe(200);
    expect(fixture.witness.runs).toHaveLength(1);
  });
});

describe('rate limit headers', () => {
  it('stand on successes and refusals; Retry-After on 429 alone', async () => {
    const limited = await startFixtureApi({ rateLimitFactor: 1 / 60 });
    const url = `${limited.publicUrl}/api/v1/public/acme/lamp`;
    const allowed = [await http(url), await http(url)];
    const refused = await http(url);
    await limited.api.close();

    expect(allowed.map(({ headers }) => headers['ratelimit-remaining'])).toEqual(['1', '0']);
    for (const { status, headers } of allowed) {
      expect(status).toBe(200);
      expect(headers['ratelimit-limit']).toBe('2');
      expect(headers['retry-after']).toBeUndefined();
    }
    expectEnvelope(refused, 429, 'rate.limited');
    const reset = refused.headers['ratelimit-reset'];
    expect(Number(reset)).toBeGreaterThanOrEqual(1);
    expect(refused.headers).toMatchObject({
      'retry-after': reset,
      'ratelimit-limit': '2',
      'ratelimit-remaining': '0',
      ratelimit: `limit=2, remaining=0, reset=${reset}`,
    });
    expect(limited.witness.runs).toHaveLength(2);
  });

  it('speak of the window of a handler that refuses by its own rules', async () => {
    const answer = await http(`${base()}/acme/hurried`);
    expectEnvelope(answer, 429, 'rate.limited');
    expect(answer.headers).toMatchObject({ 'retry-after': '37', 'ratelimit-reset': '37', 'ratelimit-remaining': '0' });
  });

  it('count broken requests too', async () => {
    const limited = await startFixtureApi({ rateLimitFactor: 1 / 60 });
    const url = `${limited.publicUrl}/api/v1/public/acme/lamp/buy`;
    const broken = () => http(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{' });
    expect((await broken()).status).toBe(400);
    expect((await broken()).status).toBe(429);
    await limited.api.close();
  });

  it('trust proxies only if the setting says so', async () => {
    const call = (from: FixtureApi, client: string) =>
      http(`${from.publicUrl}/api/v1/public/acme/lamp/buy`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': client },
        body: JSON.stringify(anOrder),
      });
    const direct = await startFixtureApi({ rateLimitFactor: 1 / 60 });
    expect([(await call(direct, '192.0.2.1')).status, (await call(direct, '192.0.2.2')).status]).toEqual([200, 429]);
    const behind = await startFixtureApi({ rateLimitFactor: 1 / 60, trustProxy: 1 });
    expect([(await call(behind, '192.0.2.1')).status, (await call(behind, '192.0.2.2')).status]).toEqual([200, 200]);
    await Promise.all([direct.api.close(), behind.api.close()]);
  });
});

describe('one listener for three hosts', () => {
  it('chooses by Host and knows no other', async () => {
    const urls = { appUrl: 'https://app.test', publicUrl: 'https://book.test', mcpUrl: 'https://mcp.test' };
    const { api, witness } = await startFixtureApi({ ports: { single: 3290 }, urls });
    const call = (host: string, path: string) => http(`http://127.0.0.1:3290${path}`, { headers: { Host: host } });
    expect((await call('app.test', '/api/v1/state')).status).toBe(200);
    expect((await call('BOOK.test', '/api/v1/public/acme/lamp')).status).toBe(200);
    expect((await call('book.test', '/api/v1/state')).status).toBe(404);
    expect((await call('mcp.test', '/api/v1/state')).status).toBe(404);
    expectEnvelope(await call('evil.test', '/api/v1/state'), 404, 'resource.not_found');
    expect(witness.runs).toEqual(['viewItem']);
    await api.close();
  });
});

describe('closing', () => {
  it('finishes the call in flight and takes no more', async () => {
    const closing = await startFixtureApi();
    const url = `${closing.publicUrl}/api/v1/public/acme`;
    const inFlight = http(`${url}/slow`);
    await expect.poll(() => closing.witness.runs).toEqual(['viewItem']);
    const closed = closing.api.close();
    await expect(http(`${url}/lamp`)).rejects.toThrow(/ECONNREFUSED/);
    expect((await inFlight).status).toBe(200);
    await closed;
  });

  it('cuts what does not finish in time', async () => {
    const closing = await startFixtureApi();
    const inFlight = http(`${closing.publicUrl}/api/v1/public/acme/slow`);
    const cut = expect(inFlight).rejects.toThrow();
    await expect.poll(() => closing.witness.runs).toEqual(['viewItem']);
    await closing.api.close(20);
    await cut;
  });

  it('says which port is taken', async () => {
    const port = Number(new URL(fixture.publicUrl).port);
    await expect(startFixtureApi({ ports: { app: 0, public: port, mcp: 0 } })).rejects.toThrow(/EADDRINUSE/);
  });
});
