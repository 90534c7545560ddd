import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceCodeHash } from '../../../domain/device-code.ts';
import {
  askPoll,
  decide,
  keysOf,
  letSessionPass,
  openDevice,
  poll,
  register,
  sessionIdOf,
  view,
} from '../../support/device.ts';
import { http, postJson } from '../../support/http.ts';
import { addMember, type SignedIn, signIn } from '../../support/session.ts';
import { type Stack, startStack } from '../../support/stack.ts';

let stack: Stack;
let ada: SignedIn;
beforeAll(async () => {
  stack = await startStack();
  ada = await signIn(stack);
});
afterAll(() => stack?.close());

const statusOf = async (deviceCode: string): Promise<string | undefined> => {
  const [row] = await stack.sql<{ status: string }[]>`
    select status from device_sessions where device_code_hash = ${deviceCodeHash(deviceCode)}`;
  return row?.status;
};

const scopesOf = async (deviceCode: string): Promise<string[] | undefined> => {
  const [row] = await stack.sql<{ scopes: string[] }[]>`
    select k.scopes from device_sessions d join api_keys k on k.id = d.api_key_id
    where d.device_code_hash = ${deviceCodeHash(deviceCode)}`;
  return row?.scopes;
};

const callWith = (apiKey: string) =>
  http(`${stack.appUrl}/api/v1/workspace`, { headers: { authorization: `Bearer ${apiKey}` } });

describe('from registration to the key', () => {
  it('registers, is viewed, is approved, and hands over a key that works, once', async () => {
    const registered = await register(stack, { agentName: 'Claude', clientName: 'Terminal' });
    expect(registered.status).toBe(201);
    expect(registered.headers['cache-control']).toBe('no-store');
    const device = registered.json() as unknown as Awaited<ReturnType<typeof openDevice>>;
    expect(device).toEqual({
      deviceCode: expect.stringMatching(/^[\w-]{43}$/),
      userCode: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verificationUrl: `${stack.appUrl}/device?code=${device.userCode}`,
      expiresIn: 900,
      interval: 5,
    });
    expect(await poll(stack, device.deviceCode)).toEqual({ status: 'authorization_pending' });

    const seen = await view(stack, ada, device.userCode.toLowerCase().replace('-', ' '));
    expect(seen.json()).toMatchObject({
      userCode: device.userCode,
      status: 'pending',
      agentName: 'Claude',
      clientName: 'Terminal',
      ip: expect.stringMatching(/127\.0\.0\.1|::1/),
    });

    const decided = await decide(stack, ada, device.userCode, 'approve');
    expect([decided.status, decided.json()]).toEqual([200, { status: 'approved' }]);
    const id = await sessionIdOf(stack.sql, device.deviceCode);
    expect(decided.headers['x-workflow-id']).toBe(`device/${id}`);

    const answer = await askPoll(stack, device.deviceCode);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { apiKey, ...rest } = answer.json() as unknown as Awaited<ReturnType<typeof poll>>;
    expect(apiKey).toMatch(/^svc_live_[0-9A-Za-z]{32}$/);
    expect(rest).toEqual({
      status: 'approved',
      apiUrl: `${stack.appUrl}/api/v1`,
      workspace: { id: ada.workspaceId, name: 'Acme', slug: 'acme' },
      user: { id: ada.userId, email: ada.email },
    });
    expect((await keysOf(stack.sql, device.deviceCode))[0]).toMatchObject({
      name: 'Claude · Terminal',
      lastUsedAt: null,
    });
    const workspace = await callWith(apiKey ?? '');
    expect(workspace.status).toBe(200);
    expect(workspace.json()).toMatchObject({ workspace: { id: ada.workspaceId }, user: { id: ada.userId } });
    expect(await poll(stack, device.deviceCode)).toEqual({ status: 'expired' });
    expect((await view(stack, ada, device.userCode)).json()).toMatchObject({ status: 'consumed' });
  });

  it('logs who allowed it and what was made', async () => {
    const device = await openDevice(stack, { agentName: 'Logbook' });
    await decide(stack, ada, device.userCode, 'approve');
    await poll(stack, device.deviceCode);
    const id = await sessionIdOf(stack.sql, device.deviceCode);
    const rows = await stack.sql`
      select actor, source, action, user_id, workspace_id from activity_log
      where subject_id = ${id} or subject_id = (select api_key_id from device_sessions where id = ${id}) order by created_at`;
    const common = { actor: 'ada', user_id: ada.userId, workspace_id: ada.workspaceId };
    expect(rows).toEqual([
      { ...common, source: 'dashboard', action: 'device.approved' },
      { ...common, source: 'host_api', action: 'api_key.created' },
    ]);
  });

  it('keeps only the hash of the device code and of the key', async () => {
    const device = await openDevice(stack);
    await decide(stack, ada, device.userCode, 'approve');
    const { apiKey = 'none' } = await poll(stack, device.deviceCode);
    const rows =
      await stack.sql`select d::text || k::text as text from device_sessions d join api_keys k on k.id = d.api_key_id`;
    const text = rows.map((row) => String(row.text)).join('\n');
    expect(text).toContain(deviceCodeHash(device.deviceCode).toString('hex'));
    expect(text).not.toContain(device.deviceCode);
    expect(text).not.toContain(apiKey);
  });
});

describe('a refusal and an end', () => {
  it('says denied, again and again', async () => {
    const device = await openDevice(stack);
    expect((await decide(stack, ada, device.userCode, 'deny')).json()).toEqual({ status: 'denied' });
    expect(await poll(stack, device.deviceCode)).toEqual({ status: 'denied' });
    expect(await poll(stack, device.deviceCode)).toEqual({ status: 'denied' });
    expect(await keysOf(stack.sql, device.deviceCode)).toEqual([]);
  });

  it.each(['pending', 'approved'])('says expired once the time of a session that is %s is over', async (state) => {
    const device = await openDevice(stack);
    if (state === 'approved') await decide(stack, ada, device.userCode, 'approve');
    await letSessionPass(stack.sql, device.deviceCode);
    expect(await poll(stack, device.deviceCode)).toEqual({ status: 'expired' });
    expect(await keysOf(stack.sql, device.deviceCode)).toEqual([]);
    expect((await view(stack, ada, device.userCode)).json()).toMatchObject({ status: 'expired' });
    const late = await decide(stack, ada, device.userCode, 'approve');
    expect([late.status, late.json().error.details?.reason]).toEqual([409, 'session_expired']);
  });

  it('says denied, and makes no key, where the approver has left the workspace meanwhile', async () => {
    await addMember(stack, { email: 'leaver@acme.test', role: 'member' });
    const leaver = await signIn(stack, { email: 'leaver@acme.test' });
    const device = await openDevice(stack);
    await decide(stack, leaver, device.userCode, 'approve');
    await stack.sql`delete from memberships where user_id = ${leaver.userId}`;
    expect(await poll(stack, device.deviceCode)).toEqual({ status: 'denied' });
    expect(await poll(stack, device.deviceCode)).toEqual({ status: 'denied' });
    expect(await statusOf(device.deviceCode)).toBe('denied');
    expect(await keysOf(stack.sql, device.deviceCode)).toEqual([]);
  });

  it('says expired of a code that nobody was given', async () => {
    expect(await poll(stack, randomBytes(32).toString('base64url'))).toEqual({ status: 'expired' });
    expect(await poll(stack, 'sixteen letters!')).toEqual({ status: 'expired' });
  });
});

describe('polling', () => {
  it('slows an early caller down by five seconds each time, and keeps it', async () => {
    const { deviceCode } = await openDevice(stack);
    expect(await poll(stack, deviceCode)).toEqual({ status: 'authorization_pending' });
    expect(await poll(stack, deviceCode)).toEqual({ status: 'slow_down', interval: 10 });
    expect(await poll(stack, deviceCode)).toEqual({ status: 'slow_down', interval: 15 });
    await stack.sql`
      update device_sessions set last_poll_at = last_poll_at - interval '13 seconds' where device_code_hash = ${deviceCodeHash(deviceCode)}`;
    expect(await poll(stack, deviceCode)).toEqual({ status: 'slow_down', interval: 20 });
    await stack.sql`
      update device_sessions set last_poll_at = last_poll_at - interval '20 seconds' where device_code_hash = ${deviceCodeHash(deviceCode)}`;
    expect(await poll(stack, deviceCode)).toEqual({ status: 'authorization_pending' });
  });

  it('has a second of patience with callers whose timer fires early, and no more', async () => {
    const { deviceCode } = await openDevice(stack);
    const age = (ms: number) => stack.sql`
      update device_sessions set last_poll_at = clock_timestamp() - ${ms} * interval '1 millisecond'
      where device_code_hash = ${deviceCodeHash(deviceCode)}`;
    for (let time = 0; time < 3; time++) {
      expect(await poll(stack, deviceCode)).toEqual({ status: 'authorization_pending' });
      await age(4_100);
    }
    await age(3_000);
    expect(await poll(stack, deviceCode)).toEqual({ status: 'slow_down', interval: 10 });
  });

  it('tells an early caller what was decided: only who still waits is slowed down', async () => {
    const device = await openDevice(stack);
    await poll(stack, device.deviceCode);
    await decide(stack, ada, device.userCode, 'approve');
    expect(await poll(stack, device.deviceCode)).toMatchObject({ status: 'approved' });
  });

  it('gives one key to twenty pollers at once', async () => {
    const device = await openDevice(stack);
    await decide(stack, ada, device.userCode, 'approve');
    const before = await stack.sql`select 1 from api_keys`;
    const answers = await Promise.all(Array.from({ length: 20 }, () => poll(stack, device.deviceCode)));
    expect(answers.filter(({ status }) => status === 'approved')).toHaveLength(1);
    expect(answers.filter(({ apiKey }) => apiKey !== undefined)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 'expired')).toHaveLength(19);
    expect(await stack.sql`select 1 from api_keys`).toHaveLength(before.length + 1);
  });

  it('gives one key to one who waits for it and nineteen who do not', async () => {
    const device = await openDevice(stack);
    const waiting = poll(stack, device.deviceCode, 20);
    await delay(200);
    await decide(stack, ada, device.userCode, 'approve');
    const racing = Array.from({ length: 19 }, () => poll(stack, device.deviceCode));
    const answers = await Promise.all([waiting, ...racing]);
    expect(answers.filter(({ apiKey }) => apiKey !== undefined)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 'expired')).toHaveLength(19);
    expect(await keysOf(stack.sql, device.deviceCode)).toHaveLength(1);
  });

  it.each(['', 'fifteen letters', 'x'.repeat(201), 'sixteen\u0000letters!'])(
    'refuses %j as malformed',
    async (code) => {
      const answer = await askPoll(stack, code);
      expect([answer.status, answer.json().error.code]).toEqual([400, 'request.invalid']);
    },
  );

  it('needs a code, given once', async () => {
    const url = `${stack.appUrl}/api/v1/cli/auth/poll`;
    expect((await http(url)).status).toBe(400);
    const code = 'x'.repeat(43);
    expect((await http(`${url}?device_code=${code}&device_code=${code}`)).status).toBe(400);
    expect((await http(`${url}?device_code=${code}&waitSeconds=26`)).status).toBe(400);
  });

  it('does nothing on a prefetch or HEAD', async () => {
    const device = await openDevice(stack);
    await decide(stack, ada, device.userCode, 'approve');
    const url = `${stack.appUrl}/api/v1/cli/auth/poll?device_code=${device.deviceCode}`;
    expect((await http(url, { method: 'HEAD' })).status).toBe(405);
    expect((await http(url, { headers: { 'sec-purpose': 'prefetch' } })).status).toBe(405);
    expect(await poll(stack, device.deviceCode)).toMatchObject({ status: 'approved' });
  });
});

describe('deciding', () => {
  it('answers the same word of the same person the same, and another 409', async () => {
    const device = await openDevice(stack);
    for (let n = 0; n < 2; n++)
      expect((await decide(stack, ada, device.userCode, 'approve')).json()).toEqual({ status: 'approved' });
    const other = await decide(stack, ada, device.userCode, 'deny');
    expect([other.status, other.json().error.details?.reason]).toEqual([409, 'already_decided']);
    await poll(stack, device.deviceCode);
    expect((await decide(stack, ada, device.userCode, 'approve')).status).toBe(200);
    expect((await decide(stack, ada, device.userCode, 'deny')).status).toBe(409);
    const log =
      await stack.sql`select 1 from activity_log where subject_id = ${await sessionIdOf(stack.sql, device.deviceCode)}`;
    expect(log).toHaveLength(1);
  });

  it('lets one of two people decide, who alone sees it afterwards', async () => {
    const grace = await signIn(stack, { email: 'grace@acme.test' });
    const device = await openDevice(stack);
    const answers = await Promise.all([ada, grace].map((who) => decide(stack, who, device.userCode, 'approve')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const views = await Promise.all([ada, grace].map((who) => view(stack, who, device.userCode)));
    expect(views.map(({ status }) => status)).toEqual(answers.map(({ status }) => (status === 200 ? 200 : 404)));
  });

  it('binds the key to the workspace of the input', async () => {
    await addMember(stack, { email: ada.email, workspace: 'second', role: 'billing_only' });
    const second = await signIn(stack, { workspace: 'second' });
    const device = await openDevice(stack);
    expect((await decide(stack, ada, device.userCode, 'approve', second.workspaceId)).status).toBe(200);
    expect(await poll(stack, device.deviceCode)).toMatchObject({
      workspace: { id: second.workspaceId, slug: 'second' },
    });
    expect(await scopesOf(device.deviceCode)).toEqual(['billing.manage']);
  });

  it('makes no key that would grow with the role: of whoever is there for billing alone when the key is made', async () => {
    await addMember(stack, { email: 'payer@acme.test', role: 'member' });
    const payer = await signIn(stack, { email: 'payer@acme.test' });
    const device = await openDevice(stack);
    await decide(stack, payer, device.userCode, 'approve');
    await stack.sql`update memberships set role = 'billing_only' where user_id = ${payer.userId}`;
    expect(await poll(stack, device.deviceCode)).toMatchObject({ status: 'approved' });
    expect(await scopesOf(device.deviceCode)).toEqual(['billing.manage']);
  });

  it.each([
    ['one of others', { 'x-workspace-id': uuidv7() }],
    ['none', { 'x-workspace-id': '' }],
  ])('does not look at X-Workspace-Id: %s', async (_name, header) => {
    const device = await openDevice(stack);
    const shown = { ...ada, headers: { ...ada.headers, ...header } };
    expect((await decide(stack, shown, device.userCode, 'approve')).status).toBe(200);
    expect(await poll(stack, device.deviceCode)).toMatchObject({ workspace: { id: ada.workspaceId } });
    expect(await scopesOf(device.deviceCode)).toEqual(['workspace.act']);
  });

  it('knows no workspace of others', async () => {
    await addMember(stack, { email: 'stranger@other.test', workspace: 'other', role: 'owner' });
    const stranger = await signIn(stack, { email: 'stranger@other.test', workspace: 'other' });
    const device = await openDevice(stack);
    for (const workspaceId of [stranger.workspaceId, uuidv7()]) {
      const answer = await decide(stack, ada, device.userCode, 'approve', workspaceId);
      expect([answer.status, answer.json().error.details?.reason]).toEqual([404, 'workspace_not_found']);
    }
    expect(await statusOf(device.deviceCode)).toBe('pending');
  });

  it('needs a signed-in person, whose page it is', async () => {
    const device = await openDevice(stack);
    const body = { userCode: device.userCode, decision: 'approve', workspaceId: ada.workspaceId };
    const url = `${stack.appUrl}/api/v1/cli/auth/decide`;
    expect((await postJson(url, body)).status).toBe(401);
    const { 'x-csrf-token': _, ...withoutToken } = ada.headers;
    const forged = await postJson(url, body, withoutToken);
    expect([forged.status, forged.json().error.details?.reason]).toEqual([401, 'csrf_mismatch']);
    const own = await openDevice(stack);
    await decide(stack, ada, own.userCode, 'approve');
    const { apiKey } = await poll(stack, own.deviceCode);
    const byKey = await postJson(url, body, { authorization: `Bearer ${apiKey}` });
    expect([byKey.status, byKey.json().error.details?.reason]).toEqual([401, 'session_missing']);
    expect((await http(`${stack.appUrl}/api/v1/cli/auth/session?userCode=${device.userCode}`)).status).toBe(401);
    expect(await statusOf(device.deviceCode)).toBe('pending');
  });

  it.each(['', 'BCDF', 'ABCD-EFGH', 'BCDF-GHJKL', "BCDF'GHJK", '\u0000'])('refuses %j as a code', async (userCode) => {
    const decided = await decide(stack, ada, userCode, 'approve');
    expect([decided.status, decided.json().error.code]).toEqual([400, 'request.invalid']);
    expect((await view(stack, ada, userCode)).status).toBe(400);
  });

  it('knows no code that nobody waits with', async () => {
    for (const answer of [await decide(stack, ada, 'ZZZZ-ZZZZ', 'approve'), await view(stack, ada, 'ZZZZ-ZZZZ')])
      expect([answer.status, answer.json().error.details?.reason]).toEqual([404, 'code_unknown']);
  });

  it('takes no other word', async () => {
    const device = await openDevice(stack);
    expect((await decide(stack, ada, device.userCode, 'maybe')).status).toBe(400);
    expect((await decide(stack, ada, device.userCode, 'approve', 'acme')).status).toBe(400);
  });
});

describe('registering', () => {
  it.each([{ agentName: '' }, { agentName: 'x'.repeat(81) }, { clientName: 'two\nlines' }, { clientName: 7 }])(
    'refuses %j',
    async (body) => {
      expect((await register(stack, body)).status).toBe(400);
    },
  );

  it('tells sessions apart that wait at the same time', async () => {
    const devices = await Promise.all(Array.from({ length: 30 }, () => openDevice(stack)));
    expect(new Set(devices.map(({ userCode }) => userCode)).size).toBe(30);
    expect(new Set(devices.map(({ deviceCode }) => deviceCode)).size).toBe(30);
  });

  it('never gives two open sessions one user code', async () => {
    const { userCode } = await openDevice(stack);
    const twin = stack.sql`
      insert into device_sessions (id, device_code_hash, user_code, client_ip, status, interval_seconds, created_at, expires_at)
      values (${uuidv7()}, ${randomBytes(32)}, ${userCode.replace('-', '')}, '', 'pending', 5, now(), now())`;
    await expect(twin).rejects.toThrow(/device_sessions_waiting_code/);
  });
});
