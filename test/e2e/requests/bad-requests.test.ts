import { describe, expect, it } from 'vitest';
import { MCP_PATH } from '../../../api/mcp/path.ts';
import { expectEnvelope } from '../../support/asserts/envelope.ts';
import { http, postJson } from '../../support/drivers/http.ts';
import { shareUntouchedStack } from '../../support/stack/untouched-stack.ts';

const its = shareUntouchedStack();
const { good } = its;

const base = () => `${its.stack.publicUrl}/api/v1/public`;
const bookUrl = () => `${base()}/${its.host.address.workspace}/hedy/call/book`;

describe('an invalid body', () => {
  const json = { 'Content-Type': 'application/json' };
  const post = (body: string | Buffer, headers: Record<string, string> = json) =>
    http(bookUrl(), { method: 'POST', headers, body });

  it.each([
    ['broken JSON', '{"startAt": '],
    ['a list', '[]'],
    ['a text', '"book"'],
    ['null', 'null'],
    ['two objects', '{}{}'],
    ['over 100 kB', JSON.stringify({ topic: 'x'.repeat(110_000) })],
    ['deep inside itself', '['.repeat(40_000)],
  ])('%s: 400', async (_, body) => {
    expectEnvelope(await post(body), 400);
  });

  it('empty: 400 that names the missing fields', async () => {
    const answer = await post('', {});
    expectEnvelope(answer, 400);
    const issues = answer.json().error.details?.issues as { path: string }[];
    expect(issues.map(({ path }) => path)).toEqual(['startAt', 'code', 'invitee']);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    '%s: 400',
    async (type) => {
      expectEnvelope(await post(JSON.stringify(good('book')), { 'Content-Type': type }), 400);
    },
  );

  it.each([
    ['another charset', { 'Content-Type': 'application/json; charset=shift_jis' }],
    ['another encoding', { ...json, 'Content-Encoding': 'compress' }],
  ])('%s: 400', async (_, headers) => {
    expectEnvelope(await post('{}', headers), 400);
  });

  it('property names of Object.prototype are unknown names', async () => {
    const body =
      '{"__proto__":{"code":"123456"},"constructor":{"prototype":{"startAt":"x"}},"invitee":{"__proto__":{"email":"a@b.test"}}}';
    const answer = await post(body);
    expectEnvelope(answer, 400);
    const issues = answer.json().error.details?.issues as { path: string }[];
    expect(issues.map(({ path }) => path)).toEqual(['startAt', 'code', 'invitee.email', 'invitee.timezone']);
    expect(({} as Record<string, unknown>).code).toBeUndefined();
  });

  it.each(['constructor', 'toString', 'hasOwnProperty'])('an answer named %s answers no question: 422', async (key) => {
    const answer = await postJson(bookUrl(), { ...good('book'), customFields: { [key]: { x: 1 } } });
    expectEnvelope(answer, 422, 'request.unprocessable');
    expect(answer.json().error.details).toMatchObject({ reason: 'answer_required', key: 'topic' });
  });

  it('answers inside __proto__ are ignored: 422', async () => {
    const answers = '"customFields":{"__proto__":{"topic":"x","size":"solo"}}';
    const text = JSON.stringify({ ...good('book'), customFields: 0 }).replace('"customFields":0', answers);
    const answer = await post(text);
    expectEnvelope(answer, 422, 'request.unprocessable');
    expect(answer.json().error.details).toMatchObject({ reason: 'answer_required', key: 'topic' });
  });

  it('another value in the body than in the path: 400', async () => {
    const answer = await postJson(bookUrl(), { ...good('book'), username: 'other' });
    expectEnvelope(answer, 400);
    expect(answer.json().error.message).toContain('username');
  });
});

describe('an invalid query', () => {
  const slots = (query: string) => http(`${base()}/${its.host.address.workspace}/hedy/call/slots${query}`);

  it.each([
    ['a repeated field', '?timezone=UTC&timezone=Europe/Berlin'],
    ['a broken escape', '?timezone=%ZZ'],
    ['an escape that is no UTF-8', '?timezone=%ff'],
    ['NUL', '?timezone=UTC%00'],
    ['a list', '?timezone[]=UTC'],
    ['an object', '?limit[gte]=1'],
    ['a plus sign that was not escaped', '?from=2026-12-01T09:00:00+02:00'],
    ['a hundred and one keys', `?${Array.from({ length: 101 }, (_, n) => `k${n}=1`).join('&')}`],
    ['a year too far', '?fromDate=9999-01-01'],
  ])('%s: 400', async (_, query) => {
    expectEnvelope(await slots(query), 400);
  });

  it.each(['__proto__[limit]=1', 'constructor=1', 'toString=1', 'unknown=1'])(
    '%s is an unknown name: ignored',
    async (query) => {
      expect((await slots(`?${query}`)).status).toBe(200);
    },
  );
});

describe('an invalid path', () => {
  it.each([
    ['/'],
    ['/acme'],
    ['/a/b/c/d/e'],
    ['/manage'],
    ['/manage/other/path'],
    ['/confirm'],
    ['/a/b/c/unknown'],
    ['/%00/b'],
    [`/${'x'.repeat(4_000)}/b/c/slots`],
    ['/..%2f..%2fetc/passwd'],
  ])('%s: 404 or 400, in the envelope', async (path) => {
    const answer = await http(`${base()}${path}`);
    expect([400, 404]).toContain(answer.status);
    expectEnvelope(answer, answer.status, answer.status === 404 ? 'resource.not_found' : 'request.invalid');
  });

  it('a broken escape: 400', async () => {
    expectEnvelope(await http(`${base()}/%E0%A4/b`), 400);
  });

  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    '%s of a path that takes POST: 405 with Allow',
    async (method) => {
      const answer = await http(bookUrl(), { method });
      expectEnvelope(answer, 405);
      expect(answer.headers.allow).toBe('POST');
    },
  );

  it('a page of another site gets no CORS headers', async () => {
    const origin = { Origin: 'https://evil.example' };
    const preflight = { ...origin, 'Access-Control-Request-Method': 'POST' };
    for (const answer of [
      await http(bookUrl(), { method: 'OPTIONS', headers: preflight }),
      await http(`${base()}/a/b`, { headers: origin }),
    ])
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('{app_url}/api/mcp is not served', async () => {
    expectEnvelope(await postJson(`${its.stack.appUrl}/api/mcp`, {}), 404, 'resource.not_found');
    expect((await http(`${its.stack.publicUrl}${MCP_PATH}`)).status).toBe(405);
  });
});
