import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { createHoldfast, dataOf, eachOf, type HoldfastError } from '../../client/holdfast.ts';
import { makeOpenEvent, nextStart } from '../support/drivers/host-bookings.ts';
import { makeTeam, type TestKey, type TestTeam } from '../support/factories/keys.ts';
import { type FakeAnswer, startFakeApp } from '../support/fakes/fake-app.ts';
import { giveCredits, type PrepStack, startPrepStack } from '../support/stack/prep-stack.ts';

vi.setConfig({ testTimeout: 60_000 });

let its: PrepStack;
let team: TestTeam;
let key: TestKey;
beforeAll(async () => {
  its = await startPrepStack();
  team = await makeTeam(its.stack.sql);
  key = await team.key('owner');
});
afterAll(() => its?.close());

const holdfast = (apiKey = key.secret) =>
  createHoldfast({ appUrl: its.stack.appUrl, publicUrl: its.stack.publicUrl, apiKey });
const thrown = (call: Promise<unknown>): Promise<HoldfastError> =>
  call.then(
    () => expect.fail('nothing was thrown'),
    (error) => error,
  );

async function fake(says: (before: number) => FakeAnswer, forGuests = false) {
  const app = await startFakeApp((_call, before) => says(before));
  onTestFinished(() => app.close());
  return {
    app,
    client: createHoldfast({
      appUrl: app.appUrl,
      apiKey: 'svc_live_secret',
      ...(forGuests && { publicUrl: app.publicUrl }),
    }),
  };
}
const BUSY = { error: { code: 'service.unavailable', message: 'Later.' } };
const booking = (email: string, more: object = {}) => ({
  eventTypeId: '0190f0a4-7a34-7c5e-9a41-3f2c5a9d7e10',
  startAt: new Date(nextStart()).toISOString(),
  invitee: { email, timezone: 'Europe/Berlin', name: 'Ada Guest' },
  ...more,
});

it('books once for one idempotencyKey, waits for the pack, and walks the pages of a list', async () => {
  await giveCredits(its.stack, team.workspaceId, 1);
  const eventTypeId = await makeOpenEvent(its.stack.sql, team, team.members.owner.userId);
  const body = booking('ada@acme-robotics.com', { eventTypeId, idempotencyKey: 'once-0001' });
  const first = await dataOf(holdfast().host.POST('/bookings', { body }));
  const again = await dataOf(holdfast().host.POST('/bookings', { body }));
  expect(again.booking.id).toBe(first.booking.id);
  const pack = await holdfast().waitForPrepPack(first.booking.id);
  expect(['succeeded', 'degraded']).toContain(pack.status);
  const pages = eachOf(
    (cursor) =>
      dataOf(
        holdfast().host.GET('/workspace/meetings', {
          params: { query: { filter: 'all', limit: 1, ...(cursor && { cursor }) } },
        }),
      ),
    ({ meetings }) => meetings,
  );
  const ids: string[] = [];
  for await (const { id } of pages) ids.push(id);
  expect(ids).toEqual([first.booking.id]);
});

it('throws the envelope: code, issues and the id of the request', async () => {
  const bad = await thrown(
    holdfast().host.GET('/bookings/{bookingId}', { params: { path: { bookingId: 'no-uuid' } } }),
  );
  expect(bad).toMatchObject({ name: 'HoldfastError', code: 'request.invalid', status: 400 });
  expect(bad.issues[0]?.path).toBe('bookingId');
  expect(bad.requestId).toMatch(/\S{8}/);
});

it('shows the key nowhere, and sends it to no other origin', async () => {
  const elsewhere = await fake(() => ({ json: {} }));
  const location = `${elsewhere.app.appUrl}/api/v1/workspace/meetings`;
  const { app, client } = await fake(() => ({ status: 302, json: {}, headers: { location } }), true);
  const redirected = await thrown(client.host.GET('/workspace/meetings'));
  expect(redirected.code).toBe('client.redirect');
  expect(elsewhere.app.calls).toEqual([]);
  const other = await thrown(client.host.GET('/workspace/meetings', { baseUrl: its.stack.appUrl }));
  expect(other.code).toBe('client.other_origin');
  expect(app.calls.map(({ authorization }) => authorization)).toEqual(['Bearer svc_live_secret']);
  await thrown(client.guest.GET('/manage/booking', { params: { query: { token: 'none' } } }));
  expect(app.calls.at(-1)?.authorization).toBeUndefined();
  expect(inspect([client, redirected, other], { depth: 9, showHidden: true })).not.toContain('svc_live_secret');
  expect(() => createHoldfast({ appUrl: app.appUrl, apiKey: 'svc_live\nsecret' })).toThrow(/^apiKey has characters/);
});

it('repeats reads and writes with an idempotencyKey, never another write', async () => {
  const says = (before: number): FakeAnswer =>
    before === 0 ? { status: 503, json: BUSY } : before === 1 ? 'cut' : { json: { booking: { id: 'b' } } };
  const read = await fake(says);
  await read.client.host.GET('/workspace/meetings');
  const keyed = await fake(says);
  await keyed.client.host.POST('/bookings', { body: booking('a@b.test', { idempotencyKey: 'k-00000001' }) });
  const other = await fake(says);
  const error = await thrown(other.client.host.POST('/bookings', { body: booking('a@b.test') }));
  expect(error.code).toBe('service.unavailable');
  expect([read, keyed, other].map(({ app }) => app.calls.length)).toEqual([3, 3, 1]);
});

it('waits as long as Retry-After says, but not for an hour', async () => {
  const busy = (seconds: string): FakeAnswer => ({ status: 429, json: BUSY, headers: { 'retry-after': seconds } });
  const { app, client } = await fake((before) =>
    before === 0 ? busy('1') : { json: { meetings: [], nextCursor: null } },
  );
  await client.host.GET('/workspace/meetings');
  const [first, second] = app.calls.map(({ atMs }) => atMs);
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(990);
  const late = await fake(() => busy('3600'));
  expect(await thrown(late.client.host.GET('/workspace/meetings'))).toMatchObject({ retryAfterSeconds: 3600 });
  expect(late.app.calls).toHaveLength(1);
});

it('stops at its timeout and at the signal of the caller', async () => {
  const { client } = await fake(() => ({ status: 503, json: BUSY }));
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error('enough')), 100);
  const stopped = await thrown(client.host.GET('/workspace/meetings', { signal: stop.signal }));
  expect(stopped.message).toBe('enough');
  const quick = createHoldfast({ appUrl: its.stack.appUrl, apiKey: key.secret, timeoutMs: 1 });
  expect((await thrown(quick.host.GET('/workspace/meetings'))).code).toBe('client.timeout');
});

const DEVICE = { deviceCode: 'a-device-code', interval: 0, expiresIn: 60 };
const decided = { status: 'approved', apiKey: 'svc_live_given' };

it('waits for a decision: a lost poll is no decision and no repeat, slow_down makes it slower', async () => {
  const answers: FakeAnswer[] = [
    { status: 503, json: BUSY },
    { json: { status: 'authorization_pending' } },
    { json: { status: 'slow_down', interval: 1 } },
    { json: decided },
  ];
  const { app, client } = await fake((before) => answers[before] ?? { json: decided });
  expect(await client.waitForDevice(DEVICE)).toEqual(decided);
  expect(app.calls.length).toBe(4);
  const { app: lost, client: asker } = await fake(() => ({ status: 503, json: BUSY }));
  const error = await thrown(asker.waitForDevice({ ...DEVICE, interval: 5, expiresIn: 1 }));
  expect(error.code).toBe('client.timeout');
  expect(lost.calls.length).toBe(1);
});

it('tells who denied and what is wrong at once', async () => {
  const { client } = await fake(() => ({ json: { status: 'denied' } }));
  expect(await client.waitForDevice(DEVICE)).toEqual({ status: 'denied' });
  const wrong = { error: { code: 'validation.invalid_input', message: 'No.', details: { issues: [] } } };
  const { app, client: asker } = await fake(() => ({ status: 400, json: wrong }));
  expect((await thrown(asker.waitForDevice(DEVICE))).code).toBe('validation.invalid_input');
  expect(app.calls.length).toBe(1);
});

it('calls no guest without the origin of the booking pages', async () => {
  const { app, client } = await fake(() => ({ json: {} }));
  const error = await thrown(client.guest.GET('/manage/booking', { params: { query: { token: 'none' } } }));
  expect(error).toMatchObject({ code: 'client.no_public_url', message: expect.stringContaining('publicUrl') });
  expect(app.calls.length).toBe(0);
});
