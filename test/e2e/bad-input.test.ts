import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MCP_PATH } from '../../api/mcp-path.ts';
import { newGuest } from '../support/guest.ts';
import { createHost, giveForm, intake, type TestHost } from '../support/host.ts';
import { type HttpAnswer, http, postJson } from '../support/http.ts';
import { bookMeeting, codeFor, iso } from '../support/meeting.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { callerOver, type OperationName, outputOf, refusalOf, type Surface } from '../support/surfaces.ts';

let stack: Stack;
let host: TestHost;
let startAt: string;
let guest: string;
let code: string;
let token: string;
let before: Readonly<Record<string, string>>;

/** A digest of every row of every table: whatever changes shows. */
async function contents(): Promise<Record<string, string>> {
  const tables = await stack.sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`;
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await stack.sql<{ digest: string }[]>`
        select count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from ${stack.sql(name)} t`;
      return [name, row?.digest ?? ''] as const;
    }),
  );
  return Object.fromEntries(rows);
}

beforeAll(async () => {
  stack = await startStack({ demo: false, deadlineMs: 20_000 });
  host = await createHost(stack.sql);
  await giveForm(stack.sql, host, intake);
  const [first = 0, second = 0] = await host.openStarts();
  const customFields = { topic: 'Plans', size: 'solo' };
  token = (await bookMeeting(stack, rest, host, first, { customFields })).token;
  guest = newGuest();
  outputOf(await rest.call('requestCode', { ...host.address, email: guest }));
  code = await codeFor(stack, guest);
  startAt = iso(second);
  before = await contents();
});
/** One check for all: nothing of what this file sends leaves a trace. */
afterAll(async () => {
  const after = await contents();
  await stack.close();
  expect(after).toEqual(before);
});

const rest = callerOver('REST', () => stack);
const mcp = callerOver('MCP', () => stack);

/** Inputs that would be taken, of each operation; each case breaks one field. */
const good = (name: OperationName): Record<string, unknown> => {
  const invitee = { email: guest, name: 'Gus', timezone: 'Europe/Berlin' };
  const inputs: Partial<Record<OperationName, Record<string, unknown>>> = {
    listSlots: { timezone: 'Europe/Berlin' },
    requestCode: { email: newGuest() },
    requestConfirmLink: {
      email: newGuest(),
      startAt,
      timezone: 'Europe/Berlin',
      customFields: { topic: 'x', size: 'solo' },
    },
    book: { startAt, code, invitee, customFields: { topic: 'x', size: 'solo' } },
    cancelEventBooking: { token },
    rescheduleEventBooking: { token, startAt },
  };
  return { ...host.address, ...inputs[name] };
};

/** Sets a value at a dotted path. */
const broken = (input: Record<string, unknown>, path: string, value: unknown): Record<string, unknown> => {
  const [head = '', ...rest] = path.split('.');
  const inner = rest.length === 0 ? value : broken(input[head] as Record<string, unknown>, rest.join('.'), value);
  return { ...input, [head]: inner };
};

const long = (length: number) => 'x'.repeat(length);
const longEmail = (length: number) => `${`${long(60)}@${`${long(50)}.`.repeat(5)}`.slice(0, length - 5)}.test`;
const eleven = Array.from({ length: 11 }, (_, n) => `extra-${n}@guest.test`);

/** Both surfaces unless said; `query`: as text in a URL the value means the same. */
const cases: readonly [OperationName, string, string, unknown, Surface[]?][] = [
  ['listEventTypes', 'workspace', 'a part of the link that is too long', long(61)],
  ['listEventTypes', 'username', 'a control character', 'ad\na'],
  ['listSlots', 'eventSlug', 'NUL', 'a\u0000b'],
  ['listSlots', 'timezone', 'no zone', 'Mars/Olympus'],
  ['listSlots', 'timezone', 'an offset', '+02:00'],
  ['listSlots', 'timezone', 'more than 80 characters', `Europe/${long(80)}`],
  ['listSlots', 'limit', 'zero', 0],
  ['listSlots', 'limit', 'a fraction', 2.5],
  ['listSlots', 'limit', 'text', 'many'],
  ['listSlots', 'limit', 'a number as text', '5', ['MCP']],
  ['listSlots', 'limit', 'beyond all integers', 1e300],
  ['listSlots', 'from', 'a date that is none', '2026-02-30T00:00:00Z'],
  ['listSlots', 'from', 'no zone', '2026-12-01T09:00:00'],
  ['listSlots', 'to', 'year 275760', '+275760-09-13T00:00:00Z'],
  ['listSlots', 'fromDate', 'a date that is none', '2026-02-30'],
  ['listSlots', 'fromDate', 'year 0', '0000-01-01'],
  ['listSlots', 'toDate', 'another order', '01.12.2026'],
  ['listSlots', 'toDate', 'month 13', '2026-13-01'],
  ['requestCode', 'email', 'no address', 'nobody'],
  ['requestCode', 'email', 'missing', undefined],
  ['requestCode', 'email', 'null', null, ['REST', 'MCP']],
  ['requestCode', 'email', 'a list', ['a@b.test']],
  ['requestCode', 'email', '255 characters', longEmail(255)],
  ['requestCode', 'email', 'a line break', 'a@b.test\nBcc: c@d.test'],
  ['requestCode', 'email', 'a lone surrogate', '\ud800@b.test'],
  ['requestCode', 'name', 'empty', ''],
  ['requestCode', 'name', '121 characters', long(121)],
  ['requestCode', 'name', 'two lines', 'Gus\r\nBcc: x@y.test'],
  ['requestCode', 'name', 'NUL', 'G\u0000us'],
  ['requestCode', 'name', 'a lone surrogate', 'Gus \udc00'],
  ['requestCode', 'agentEmail', 'no address', 'agent'],
  ['requestCode', 'agentEmail', '255 characters', longEmail(255)],
  ['requestCode', 'startAt', 'seconds since 1970', 1_790_000_000],
  ['requestCode', 'startAt', 'year 0', '0000-01-01T00:00:00Z'],
  ['requestConfirmLink', 'email', 'no address', 'a@b@c', ['REST']],
  ['requestConfirmLink', 'startAt', 'missing', undefined, ['REST']],
  ['requestConfirmLink', 'startAt', 'a date that is none', '2026-02-30T09:00:00Z', ['REST']],
  ['requestConfirmLink', 'timezone', 'missing', undefined, ['REST']],
  ['requestConfirmLink', 'name', '121 characters', long(121), ['REST']],
  ['requestConfirmLink', 'guests', 'eleven', eleven, ['REST']],
  ['requestConfirmLink', 'guests.0', 'no address', 'x', ['REST']],
  ['requestConfirmLink', 'idempotencyKey', '7 characters', long(7), ['REST']],
  ['requestConfirmLink', 'idempotencyKey', '129 characters', long(129), ['REST']],
  ['requestConfirmLink', 'customFields', 'no object', 'topic', ['REST']],
  ['book', 'startAt', 'missing', undefined],
  ['book', 'startAt', 'no instant', 'tomorrow at nine'],
  ['book', 'startAt', 'a date that is none', '2026-02-30T09:00:00Z'],
  ['book', 'startAt', 'year 275760', '275760-09-13T00:00:00Z'],
  ['book', 'code', 'five digits', '12345'],
  ['book', 'code', 'seven digits', '1234567'],
  ['book', 'code', 'a number', 123_456],
  ['book', 'code', 'other digits', '١٢٣٤٥٦'],
  ['book', 'code', 'a line break behind', '123456\n'],
  ['book', 'invitee', 'missing', undefined],
  ['book', 'invitee', 'text', 'gus@guest.test'],
  ['book', 'invitee.email', 'no address', 'gus'],
  ['book', 'invitee.email', 'missing', undefined],
  ['book', 'invitee.email', '255 characters', longEmail(255)],
  ['book', 'invitee.name', 'empty', ''],
  ['book', 'invitee.name', '121 characters', long(121)],
  ['book', 'invitee.timezone', 'missing', undefined],
  ['book', 'invitee.timezone', 'empty', ''],
  ['book', 'invitee.timezone', 'no zone', 'Mars/Olympus'],
  ['book', 'customFields', 'a list', []],
  ['book', 'customFields', 'text', 'topic'],
  ['book', 'guests', 'eleven', eleven],
  ['book', 'guests', 'text', 'a@b.test'],
  ['book', 'guests.3', 'no address', 'x'],
  ['book', 'guests.0', '255 characters', longEmail(255)],
  ['book', 'agentEmail', 'no address', 'agent'],
  ['book', 'idempotencyKey', '7 characters', long(7)],
  ['book', 'idempotencyKey', '129 characters', long(129)],
  ['book', 'idempotencyKey', 'NUL', `key\u0000${long(8)}`],
  ['book', 'customFields.topic', 'NUL', 'a\u0000b'],
  ['cancelBooking', 'token', 'empty', '', ['REST']],
  ['cancelBooking', 'token', 'missing', undefined, ['REST']],
  ['cancelBooking', 'token', 'an object', { $ne: '' }, ['REST']],
  ['cancelEventBooking', 'reason', '501 characters', long(501), ['REST']],
  ['cancelEventBooking', 'reason', 'NUL', 'a\u0000b', ['REST']],
  ['cancelEventBooking', 'reason', 'a lone surrogate', '\ud83d', ['REST']],
  ['cancelEventBooking', 'reason', 'a number', 7, ['REST']],
  ['rescheduleEventBooking', 'startAt', 'missing', undefined, ['REST']],
  ['rescheduleEventBooking', 'startAt', 'a date that is none', '2026-02-30T09:00:00Z', ['REST']],
  ['rescheduleEventBooking', 'token', 'a list', ['x'], ['REST']],
  ['viewBooking', 'token', 'missing', undefined, ['REST']],
];

describe('a field that breaks its rule: 400, named, with the rule', () => {
  it.each(cases)('%s.%s: %s', async (name, path, _, value, on = ['REST', 'MCP']) => {
    const fields = path === 'guests.3' ? eleven.slice(0, 4) : eleven.slice(0, 1);
    const base = path.startsWith('guests.') ? { ...good(name), guests: { ...fields } } : good(name);
    const input = broken(base, path, value);
    if (path.startsWith('guests.')) input.guests = Object.values(input.guests as object);
    for (const surface of on) {
      const {
        status,
        code: word,
        message,
        details,
      } = refusalOf(await (surface === 'REST' ? rest : mcp).call(name, input));
      expect([status, word]).toEqual([400, 'request.invalid']);
      expect(details.issues.map((issue: { path: string }) => issue.path)).toEqual([path]);
      expect(details.issues[0].message).toMatch(/^(must|is required, must|has )/);
      expect(message).toContain(path);
    }
  });

  it('all at once: every field is named', async () => {
    const input = { ...host.address, startAt: 'x', code: '1', invitee: { email: 'x', timezone: '' }, guests: ['x'] };
    for (const { call } of [rest, mcp]) {
      const { details } = refusalOf(await call('book', input));
      const paths = details.issues.map((issue: { path: string }) => issue.path);
      expect(paths).toEqual(['startAt', 'code', 'invitee.email', 'invitee.timezone', 'guests.0']);
    }
  });
});

const base = () => `${stack.publicUrl}/api/v1/public`;
const bookUrl = () => `${base()}/${host.address.workspace}/hedy/call/book`;

const expectEnvelope = (answer: HttpAnswer, status: number, code = 'request.invalid') => {
  expect([answer.status, answer.json().error.code]).toEqual([status, code]);
  expect(Object.keys(answer.json())).toEqual(['error']);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['x-request-id']).toBeTruthy();
};

describe('a body that is none', () => {
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

  it('empty: 400 that names what is missing', async () => {
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

  it('names of every object are names like others', async () => {
    const body =
      '{"__proto__":{"code":"123456"},"constructor":{"prototype":{"startAt":"x"}},"invitee":{"__proto__":{"email":"a@b.test"}}}';
    const answer = await post(body);
    expectEnvelope(answer, 400);
    const issues = answer.json().error.details?.issues as { path: string }[];
    expect(issues.map(({ path }) => path)).toEqual(['startAt', 'code', 'invitee.email', 'invitee.timezone']);
    expect(({} as Record<string, unknown>).code).toBeUndefined();
  });

  it.each(['constructor', 'toString', 'hasOwnProperty'])('answers named %s: 422, no such question', async (key) => {
    const text = JSON.stringify(good('book')).replace(
      '"customFields":{',
      `"customFields":{${JSON.stringify(key)}:{"x":1},`,
    );
    const answer = await post(text);
    expectEnvelope(answer, 422, 'request.unprocessable');
    expect(answer.json().error.details).toMatchObject({ reason: 'answer_invalid', key });
  });

  it('answers that hide behind a prototype are none: 422', async () => {
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

describe('a query that is none', () => {
  const slots = (query: string) => http(`${base()}/${host.address.workspace}/hedy/call/slots${query}`);

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
    '%s is a name like others: ignored',
    async (query) => {
      expect((await slots(`?${query}`)).status).toBe(200);
    },
  );
});

describe('a path that is none', () => {
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

  it('a page of another site gets no leave to call', async () => {
    const origin = { Origin: 'https://evil.example' };
    const preflight = { ...origin, 'Access-Control-Request-Method': 'POST' };
    for (const answer of [
      await http(bookUrl(), { method: 'OPTIONS', headers: preflight }),
      await http(`${base()}/a/b`, { headers: origin }),
    ])
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('{app_url}/api/mcp is not served', async () => {
    expectEnvelope(await postJson(`${stack.appUrl}/api/mcp`, {}), 404, 'resource.not_found');
    expect((await http(`${stack.publicUrl}${MCP_PATH}`)).status).toBe(405);
  });
});
