import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceCodeHash } from '../../../../domain/access/device-code.ts';
import { decide, keysOf, openDevice, poll, requestPoll } from '../../../support/drivers/device.ts';
import { http } from '../../../support/drivers/http.ts';
import { type SignedIn, signIn } from '../../../support/drivers/session.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
let ada: SignedIn;
beforeAll(async () => {
  stack = await startStack();
  ada = await signIn(stack);
});
afterAll(() => stack?.close());

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

  it('answers an early caller with the decision: only a caller who still waits is slowed down', async () => {
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
      const answer = await requestPoll(stack, code);
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
