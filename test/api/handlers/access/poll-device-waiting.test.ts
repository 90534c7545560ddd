import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { workspaceTools } from '../../../../schemas/operations/workspaces/tools.ts';
import {
  decide,
  endPollInterval,
  keysOf,
  openDevice,
  poll,
  type Registered,
  sessionIdOf,
} from '../../../support/drivers/device.ts';
import { makeBooking } from '../../../support/drivers/host-bookings.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { type SignedIn, signIn } from '../../../support/drivers/session.ts';
import { makeTeam } from '../../../support/factories/keys.ts';
import { waitFor } from '../../../support/stack/lock-tables.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

/** Less than the 5 s after which a waiting call reads again by itself. */
const SOON_MS = 3_500;
const MOST_PER_CLIENT = 20;

let stack: Stack;
let ada: SignedIn;
beforeAll(async () => {
  stack = await startStack();
  ada = await signIn(stack);
});
afterAll(() => stack?.close());

/** Ends the waiting calls of a test. */
let hungUp: AbortController;
beforeEach(() => {
  hungUp = new AbortController();
});
afterEach(() => hungUp.abort());

const timed = async <T>(asked: Promise<T>): Promise<{ answer: T; tookMs: number }> => {
  const startedMs = performance.now();
  const answer = await asked;
  return { answer, tookMs: performance.now() - startedMs };
};

/** Starts a poll that ends with the signal. Its answer is ignored. */
const hold = ({ deviceCode }: Registered, signal = hungUp.signal): void => {
  fetch(`${stack.appUrl}/api/v1/cli/auth/poll?device_code=${deviceCode}&waitSeconds=25`, { signal }).catch(() => {});
};

/** How many open sessions have been polled: their callers wait, or are about to. */
const polled = async (): Promise<number> => {
  const [row] = await stack.sql<{ count: number }[]>`
    select count(*)::int as count from device_sessions where last_poll_at is not null and status = 'pending'`;
  return row?.count ?? 0;
};

it.each([
  ['approve', 'approved'],
  ['deny', 'denied'],
])('answers as soon as the person has chosen to %s', async (decision, status) => {
  const device = await openDevice(stack);
  const asked = timed(poll(stack, device.deviceCode, 20));
  await delay(500);
  await decide(stack, ada, device.userCode, decision);
  const { answer, tookMs } = await asked;
  expect(answer.status).toBe(status);
  expect(tookMs).toBeLessThan(SOON_MS);
  // The key is made when it is handed over, not when its caller starts to wait.
  const made = await stack.sql<{ late: boolean }[]>`
    select k.created_at >= date_trunc('milliseconds', d.decided_at) as late from device_sessions d
    join api_keys k on k.id = d.api_key_id where d.id = ${await sessionIdOf(stack.sql, device.deviceCode)}`;
  expect(made).toEqual(decision === 'approve' ? [{ late: true }] : []);
});

it('answers what is decided already at once', async () => {
  const device = await openDevice(stack);
  await decide(stack, ada, device.userCode, 'approve');
  const { answer, tookMs } = await timed(poll(stack, device.deviceCode, 20));
  expect(answer.status).toBe('approved');
  expect(tookMs).toBeLessThan(1_000);
});

it('answers pending when the wait is over, and counts it as the time between two polls', async () => {
  const device = await openDevice(stack);
  const { answer, tookMs } = await timed(poll(stack, device.deviceCode, 5));
  expect(answer).toEqual({ status: 'authorization_pending' });
  expect(tookMs).toBeGreaterThanOrEqual(4_990);
  expect(tookMs).toBeLessThan(8_000);
  expect(await poll(stack, device.deviceCode)).toEqual({ status: 'authorization_pending' });
  expect((await timed(poll(stack, device.deviceCode, 20))).answer).toEqual({ status: 'slow_down', interval: 10 });
});

it('lets one caller wait for a device code: another is answered at once', async () => {
  const device = await openDevice(stack);
  const first = poll(stack, device.deviceCode, 20);
  await delay(300);
  await endPollInterval(stack.sql, device.deviceCode);
  const second = await timed(poll(stack, device.deviceCode, 20));
  expect(second.answer).toEqual({ status: 'authorization_pending' });
  expect(second.tookMs).toBeLessThan(1_500);
  await decide(stack, ada, device.userCode, 'approve');
  expect(await first).toMatchObject({ status: 'approved' });
});

it('holds no transaction, lock or connection while callers wait', async () => {
  const before = await polled();
  for (const device of await Promise.all(Array.from({ length: MOST_PER_CLIENT }, () => openDevice(stack))))
    hold(device);
  await waitFor(async () => (await polled()) === before + MOST_PER_CLIENT, 'callers that wait');
  await delay(300);
  const busy = await stack.sql`
    select state, query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend' and state <> 'idle'`;
  expect(busy).toEqual([]);
});

it('lets twenty callers of an address wait, and gives the place of one who hung up to another', async () => {
  const before = await polled();
  const one = new AbortController();
  const devices = await Promise.all(Array.from({ length: MOST_PER_CLIENT }, () => openDevice(stack)));
  devices.forEach((device, index) => {
    hold(device, index === 0 ? one.signal : hungUp.signal);
  });
  await waitFor(async () => (await polled()) === before + MOST_PER_CLIENT, 'callers that wait');
  await delay(300);

  const next = await openDevice(stack);
  expect((await timed(poll(stack, next.deviceCode, 20))).tookMs).toBeLessThan(1_500);
  one.abort();
  await delay(300);
  await endPollInterval(stack.sql, next.deviceCode);
  const { answer, tookMs } = await timed(poll(stack, next.deviceCode, 2));
  expect(answer).toEqual({ status: 'authorization_pending' });
  expect(tookMs).toBeGreaterThanOrEqual(1_990);
});

it('keeps the key of a caller who hung up for the next poll', async () => {
  const device = await openDevice(stack);
  const one = new AbortController();
  hold(device, one.signal);
  await delay(500);
  one.abort();
  await decide(stack, ada, device.userCode, 'approve');
  await delay(300);
  expect(await poll(stack, device.deviceCode)).toMatchObject({ status: 'approved' });
});

it('makes no key for a caller who hung up just before', async () => {
  const device = await openDevice(stack);
  await decide(stack, ada, device.userCode, 'approve');
  const one = new AbortController();
  await stack.sql.begin(async (tx) => {
    await tx`select 1 from device_sessions where id = ${await sessionIdOf(stack.sql, device.deviceCode)} for update`;
    hold(device, one.signal);
    const blocked = () => stack.sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await waitFor(async () => (await blocked()).length > 0, 'a poll that waits for the row');
    one.abort();
    await delay(100);
  });
  await delay(300);
  expect(await keysOf(stack.sql, device.deviceCode)).toEqual([]);
  expect(await poll(stack, device.deviceCode)).toMatchObject({ status: 'approved' });
});

it('wakes callers after the connection that listens was lost', async () => {
  const device = await openDevice(stack);
  const asked = timed(poll(stack, device.deviceCode, 20));
  await delay(300);
  const killed = await stack.sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`;
  expect(killed).toHaveLength(1);
  await delay(1_000);
  await decide(stack, ada, device.userCode, 'approve');
  const { answer, tookMs } = await asked;
  expect(answer.status).toBe('approved');
  expect(tookMs).toBeLessThan(SOON_MS);
});

it('finds a decision within five seconds without a notification', async () => {
  const device = await openDevice(stack);
  const asked = timed(poll(stack, device.deviceCode, 20));
  await delay(300);
  await stack.sql`alter table device_sessions disable trigger device_sessions_notify`;
  try {
    await decide(stack, ada, device.userCode, 'approve');
    const { answer, tookMs } = await asked;
    expect(answer.status).toBe('approved');
    expect(tookMs).toBeGreaterThan(SOON_MS);
    expect(tookMs).toBeLessThan(8_000);
  } finally {
    await stack.sql`alter table device_sessions enable trigger device_sessions_notify`;
  }
});

it('is a wait of its own: a tool may wait longer than a call may take', async () => {
  const team = await makeTeam(stack.sql);
  const [key, { bookingId }] = await Promise.all([
    team.key('owner'),
    makeBooking(stack.sql, team, { hostId: team.members.owner.userId }),
  ]);
  const args = { bookingId, since: 1, waitSeconds: 3 };
  const answer = await callHost(
    stack.appUrl,
    workspaceTools.executeTool,
    { name: 'get_meeting', arguments: args },
    key.headers,
  );
  expect([answer.status, answer.json()]).toMatchObject([200, { result: { id: bookingId, version: 1 } }]);
});
