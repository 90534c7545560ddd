import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceCodeHash } from '../../../../domain/access/device-code.ts';
import {
  decide,
  expireDeviceSession,
  keysOf,
  openDevice,
  poll,
  register,
  requestPoll,
  sessionIdOf,
  sessionStatusOf,
  view,
} from '../../../support/drivers/device.ts';
import { http } from '../../../support/drivers/http.ts';
import { addMember, type SignedIn, signIn } from '../../../support/drivers/session.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
let ada: SignedIn;
beforeAll(async () => {
  stack = await startStack();
  ada = await signIn(stack);
});
afterAll(() => stack?.close());

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

    const answer = await requestPoll(stack, device.deviceCode);
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
    await expireDeviceSession(stack.sql, device.deviceCode);
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
    expect(await sessionStatusOf(stack.sql, device.deviceCode)).toBe('denied');
    expect(await keysOf(stack.sql, device.deviceCode)).toEqual([]);
  });

  it('says expired of a code that nobody was given', async () => {
    expect(await poll(stack, randomBytes(32).toString('base64url'))).toEqual({ status: 'expired' });
    expect(await poll(stack, 'sixteen letters!')).toEqual({ status: 'expired' });
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
