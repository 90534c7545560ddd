import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { http } from '../../../support/drivers/http.ts';
import {
  codeOf,
  type NativeKeyAnswer,
  newAgentInbox,
  requestStart,
  signInByMail,
  start,
  verify,
} from '../../../support/drivers/native.ts';
import { addMember, signIn } from '../../../support/drivers/session.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ deadlineMs: 20_000, api: { trustProxy: 1 } });
});
afterAll(() => stack.close());

/** The code of a mail: its subject begins with it. */
const codeIn = (subject: string): string => /^[B-Z]{4}-[B-Z]{4}/.exec(subject)?.[0] ?? 'none';
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/;
const newAddress = () => `${uuidv7()}@native.test`;
const keysOf = (email: string) => stack.sql`
  select k.name from api_keys k join users u on u.id = k.created_by_user_id where u.email = ${email}`;
const reasonOf = (answer: Awaited<ReturnType<typeof verify>>) => [answer.status, answer.json().error?.details?.reason];

describe('from an address to a key', () => {
  it('mails a code, takes it from the mail, and mints a key that works, once', async () => {
    const email = newAddress();
    const began = await requestStart(stack, { email, agentName: 'Scout', clientName: 'Term' });
    expect([began.status, began.headers['cache-control']]).toEqual([200, 'no-store']);
    const { challengeId, ...times } = began.json() as never as Awaited<ReturnType<typeof start>>;
    expect(times).toEqual({ expiresIn: 600, resendAfter: 30, notice: expect.stringContaining('is being mailed') });
    const { subject, text, html } = await stack.waitForMail(email, 'sign_in_code');
    const code = codeIn(subject);
    expect(text).toMatch(/Asked: \w+ \d+ \w+ \d{4}, \d\d:\d\d \(UTC/);
    for (const said of ['From network: 198.1', 'App, as it says: Term', 'Agent, as it says: Scout'])
      expect(text).toContain(said);
    expect([text, html]).toEqual([expect.stringContaining(code), expect.stringContaining(code)]);
    const answer = await verify(stack, { challengeId, code: ` ${code.replace('-', '  ').toLowerCase()} ` });
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    const { apiKey, ...rest } = answer.json() as unknown as NativeKeyAnswer;
    expect(rest).toEqual({
      apiUrl: `${stack.appUrl}/api/v1`,
      workspace: { id: expect.any(String), name: expect.any(String), slug: expect.any(String) },
      user: { email, name: expect.any(String) },
      isNewAccount: true,
    });
    const seen = await http(`${stack.appUrl}/api/v1/workspace`, { headers: { authorization: `Bearer ${apiKey}` } });
    expect(seen.json()).toMatchObject({ workspace: { id: rest.workspace.id } });
    expect(await keysOf(email)).toEqual([{ name: 'Scout · Term' }]);
    expect(reasonOf(await verify(stack, { challengeId, code }))).toEqual([422, 'code_used']);
  });

  it('a known person gets another key of the same workspace; another one if named', async () => {
    const email = newAddress();
    const first = await signInByMail(stack, email);
    await addMember(stack, { email, workspace: 'second', role: 'member' });
    const second = await signIn(stack, { email, workspace: 'second' });
    expect(await signInByMail(stack, email)).toMatchObject({ isNewAccount: false, workspace: first.workspace });
    const named = await signInByMail(stack, email, { workspaceId: second.workspaceId, agentName: 'Named' });
    expect(named.workspace.slug).toBe('second');
    expect(await keysOf(email)).toHaveLength(3);
  });

  it('twenty-five verify at once from one network: one key; the others hear that it was used', async () => {
    const email = newAddress();
    const { challengeId } = await start(stack, { email });
    const code = await codeOf(stack, challengeId);
    const from = { 'x-forwarded-for': '203.0.113.76' };
    const answers = await Promise.all(Array.from({ length: 25 }, () => verify(stack, { challengeId, code }, from)));
    const reasons = answers.map((answer) => answer.json().error?.details?.reason ?? answer.status);
    expect(reasons.toSorted()).toEqual([200, ...Array(24).fill('code_used')]);
    expect(await keysOf(email)).toHaveLength(1);
    const rows = await stack.sql`select status, guesses from mailed_codes where id = ${challengeId}`;
    expect(rows).toEqual([{ status: 'used', guesses: 0 }]);
  });
});

describe('what gives no key', () => {
  it('a wrong, unknown, expired or burned code, and says what is left', async () => {
    const { challengeId } = await start(stack, { email: newAddress() });
    const code = await codeOf(stack, challengeId);
    const wrong = code === 'BBBBBBBB' ? 'CCCCCCCC' : 'BBBBBBBB';
    const from = { 'x-forwarded-for': '203.0.113.77' };
    const answers = [];
    for (let n = 1; n <= 6; n++) {
      const { status, json } = await verify(stack, { challengeId, code: wrong }, from);
      answers.push([status, json().error.details?.reason, json().error.details?.attemptsLeft]);
    }
    expect(answers).toEqual([
      ...[4, 3, 2, 1].map((left) => [422, 'code_invalid', left]),
      [422, 'code_burned', 0],
      [422, 'code_burned', 0],
    ]);
    expect(reasonOf(await verify(stack, { challengeId, code }, from))).toEqual([422, 'code_burned']);
    expect(reasonOf(await verify(stack, { challengeId: uuidv7(), code }))).toEqual([422, 'code_invalid']);
    await stack.sql`update mailed_codes set expires_at = clock_timestamp() where id = ${challengeId}`;
    expect(reasonOf(await verify(stack, { challengeId, code }))).toEqual([422, 'code_expired']);
  });

  it.each(['123456', 'BCDF-GHJ', 'BCDF-GHJKL', 'ABCD-EFGH', 'BCDF_GHJK', '0'])(
    '%j is no code: 422 names the field, and no try is lost',
    async (code) => {
      const { challengeId } = await start(stack, { email: newAddress() });
      const answer = await verify(stack, { challengeId, code });
      expect([...reasonOf(answer), answer.json().error.details?.field]).toEqual([422, 'code_malformed', 'code']);
      const rows = await stack.sql`select status, guesses from mailed_codes where id = ${challengeId}`;
      expect(rows).toEqual([{ status: 'open', guesses: 0 }]);
    },
  );

  it('after thirty wrong codes of a network, to whatever inboxes: 429, until the hour is over', async () => {
    const from = { 'x-forwarded-for': '203.0.113.75' };
    const tries = [];
    for (let n = 0; n < 11; n++) {
      const { challengeId } = await start(stack, { email: newAddress() });
      for (let again = 0; again < 3; again++) tries.push(await verify(stack, { challengeId, code: 'BBBBBBBB' }, from));
    }
    expect(tries.map(({ status }) => status)).toEqual([...Array(30).fill(422), 429, 429, 429]);
    const { details } = tries[32]?.json().error ?? {};
    expect(details).toEqual({ reason: 'too_many_wrong_codes', limit: 30, retryAfterSeconds: expect.any(Number) });
    expect(tries[32]?.headers['retry-after']).toBe(String(details?.retryAfterSeconds));
    expect(Number(details?.retryAfterSeconds)).toBeLessThanOrEqual(3_600);
  });

  it.each([
    [{ email: 'nobody' }, 'email'],
    [{ email: `${'a'.repeat(250)}@native.test` }, 'email'],
    [{}, 'email'],
    [{ email: 'a@native.test', agentName: '' }, 'agentName'],
    [{ email: 'a@native.test', clientName: 'x'.repeat(81) }, 'clientName'],
    [{ email: 'a@native.test', prospectEmail: 'x' }, 'prospectEmail'],
  ])('start refuses %j and names the field', async (body, path) => {
    const answer = await requestStart(stack, body);
    expect(answer.status).toBe(400);
    expect(answer.json().error.details?.issues).toMatchObject([{ path }]);
  });

  it.each([
    [{ challengeId: 'x', code: '123456' }, 'challengeId'],
    [{ challengeId: uuidv7(), code: '' }, 'code'],
    [{ challengeId: uuidv7(), code: '1'.repeat(17) }, 'code'],
    [{ challengeId: uuidv7(), code: '123456', workspaceId: 'mine' }, 'workspaceId'],
  ])('verify refuses %j and names the field', async (body, path) => {
    const answer = await verify(stack, body);
    expect(answer.status).toBe(400);
    expect(answer.json().error.details?.issues).toMatchObject([{ path }]);
  });

  it('another’s workspace: 404, no account, and the code stays good without a lost try', async () => {
    const email = newAddress();
    const { challengeId } = await start(stack, { email });
    const code = await codeOf(stack, challengeId);
    const { workspaceId } = await signIn(stack);
    for (let n = 1; n <= 6; n++) {
      const answer = await verify(stack, { challengeId, code, workspaceId }, { 'x-forwarded-for': '203.0.113.78' });
      expect(reasonOf(answer)).toEqual([404, 'workspace_unknown']);
    }
    expect(await stack.sql`select 1 from users where email = ${email}`).toEqual([]);
    expect((await verify(stack, { challengeId, code })).status).toBe(200);
  });
});

describe('known and unknown addresses', () => {
  it('get the same answer, and the same mail', async () => {
    const agent = newAgentInbox();
    const from = { 'x-forwarded-for': '203.0.113.81' };
    const shapes = [];
    for (const email of ['ada@acme.test', newAddress(), agent]) {
      const { status, headers, json } = await requestStart(stack, { email }, from);
      const { challengeId: _, notice, ...rest } = json() as never as Awaited<ReturnType<typeof start>>;
      const { text, subject } = await stack.waitForMail(email, 'sign_in_code');
      const neutral = (words: string) =>
        words
          .replaceAll(codeIn(subject), 'CODE')
          .replaceAll(email, 'ADDRESS')
          .replace(/Asked: .*, \d\d:\d\d/, 'Asked: THEN')
          .replace(INSTANT, 'THEN');
      const notices = [notice, (await start(stack, { email }, from)).notice].map(neutral);
      shapes.push({
        status,
        rest,
        notices,
        names: Object.keys(headers).sort(),
        text: neutral(text),
        subject: neutral(subject),
      });
    }
    expect(shapes[1]).toEqual(shapes[0]);
    expect(shapes[2]).toEqual(shapes[0]);
  });

  it('hear whether a new code is mailed or the earlier one stands, and until when', async () => {
    for (const email of ['grace@acme.test', newAddress()]) {
      const from = { 'x-forwarded-for': '203.0.113.82' };
      const noticeOf = async () => (await start(stack, { email }, from)).notice;
      const first = await start(stack, { email }, from);
      expect(first.notice).toMatch(/^A new code is being mailed\. It works until \S+Z\. In local mode/);
      const until = Date.parse(INSTANT.exec(first.notice)?.[0] ?? '');
      expect(Math.abs(until - Date.now() - 600_000)).toBeLessThan(20_000);
      const stands = /^No new mail: .* still stands, until \S+Z\. Find its mail; after \d+ s the same call/;
      expect(await noticeOf()).toMatch(stands);
      await stack.waitForMail(email, 'sign_in_code');
      expect(await noticeOf()).toMatch(stands);
      await stack.sql`
        update mailed_codes set accepted_at = issued_at, issued_at = issued_at - interval '31 seconds'
        where id = ${first.challengeId}`;
      expect(await noticeOf()).toMatch(/^A new code is being mailed\. .* It ends the code of your earlier call/);
    }
  });

  it('the same request within 30 seconds mails nothing; the sixth code of a network is refused', async () => {
    const email = newAddress();
    const from = { 'x-forwarded-for': '203.0.113.79' };
    const { challengeId } = await start(stack, { email }, from);
    await stack.waitForMail(email, 'sign_in_code');
    expect(await start(stack, { email }, from)).toMatchObject({ challengeId });
    expect(await stack.mailbox(email)).toHaveLength(1);
    for (let n = 2; n <= 5; n++) await start(stack, { email, agentName: `Agent ${n}` }, from);
    const refused = await requestStart(stack, { email, agentName: 'Agent 6' }, from);
    expect([...reasonOf(refused), refused.json().error.details?.limit]).toEqual([429, 'too_many_codes', 5]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
  });
});
