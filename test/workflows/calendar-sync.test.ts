import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { channelSecret } from '../../domain/secrets.ts';
import { startMicrosoftStandIn } from '../../stand-ins/microsoft/stand-in.ts';
import type { ConnectionRow } from '../../store/calendars/connections.ts';
import { findWaiting, waitingRows } from '../../store/ops/sweep.ts';
import { flowId } from '../../workflows/catalogue.ts';
import { exampleOf } from '../docs/run-examples.ts';
import { findLeaks, readFlows } from '../support/asserts/leaks.ts';
import { watchLateness } from '../support/drivers/call-log.ts';
import { startedFlow } from '../support/drivers/started-flow.ts';
import { providersAt } from '../support/factories/calendars.ts';
import { startCheckedGoogle } from '../support/fakes/google.ts';
import { startStack } from '../support/stack/stack.ts';
import {
  breakable,
  type CalendarWorld,
  calendarPaths,
  connect,
  idsIn,
  leave,
  putEvent,
  settled,
} from './calendar-paths.ts';
import { keepHistory } from './histories.ts';

let world: CalendarWorld;
/** Every token that the stand-ins gave. */
const given: string[] = [];
beforeAll(async () => {
  const [google, microsoft] = await Promise.all([startCheckedGoogle(), startMicrosoftStandIn()]);
  for (const tokens of [google.tokens, microsoft.tokens])
    for (const name of ['giveAccess', 'giveRefresh'] as const) {
      const give = tokens[name].bind(tokens) as (grant: never) => string;
      tokens[name] = (grant: never) => {
        const token = give(grant);
        given.push(token);
        return token;
      };
    }
  const broken = new Set<string>();
  const providers = new Map([...providersAt(google, microsoft)].map(([name, one]) => [name, breakable(one, broken)]));
  world = {
    stack: await startStack({ demo: false, calendarProviders: providers }),
    google,
    microsoft,
    providers,
    broken,
  };
});
afterAll(async () => {
  await world.stack.close();
  await Promise.all([world.google.close(), world.microsoft.close()]);
});
afterEach(() => {
  world.google.faults.clear();
  world.microsoft.faults.clear();
});

/** Disconnects and waits until our access is given back: Google then ends all that the person allowed us. */
const left = async (connection: ConnectionRow): Promise<void> => {
  const handle = world.stack.client.workflow.getHandle(await leave(world, connection));
  expect(await handle.result()).toBe('disconnected');
};
const rowOf = async (id: string) => (await world.stack.sql`select * from calendar_connections where id = ${id}`)[0];
const post = (path: string, options: RequestInit = {}) =>
  fetch(`${world.stack.appUrl}${path}`, { method: 'POST', ...options });
const channelsOf = (id: string) =>
  world.stack.sql<{ id: string; providerId: string }[]>`
    select id, provider_id as "providerId" from calendar_channels where connection_id = ${id} and replaced_at is null`;
const inWords = async (id: string): Promise<string> =>
  String(
    await world.stack.client.workflow
      .getHandle(flowId('calendarSync', id))
      .query('__temporal_workflow_metadata')
      .then((metadata) => (metadata as { currentDetails?: string }).currentDetails),
  );
/** What a push that was lost would have brought comes with the sweep, once the row says that it is time. */
const sweep = async (id: string): Promise<void> => {
  await world.stack.sql`
    update calendar_connections set next_sync_at = now() - interval '1 minute', changed_at = least(changed_at, seen_at) where id = ${id}`;
  const { client, taskQueue } = world.stack;
  await client.workflow.execute('sweep', { workflowId: `sweep-${crypto.randomUUID()}`, taskQueue });
};

describe('the flow of a calendar connection', () => {
  it.each(calendarPaths)('$name', async ({ name, ends, walk }) => {
    const handle = await startedFlow(world.stack.client, await walk(world));
    expect(await handle.result()).toBe(ends);
    const row = await rowOf(handle.workflowId.replace('calsync/', ''));
    if (ends === 'disconnected')
      expect(row).toMatchObject({ refresh_token: null, access_token: null, status: 'revoked' });
    if (ends === 'reconnect') expect(row).toMatchObject({ status: 'reconnect_required' });
    await keepHistory('calendar-sync', name, handle);
  });

  it('mails the person once when the provider refuses our access', async () => {
    const [row] = await world.stack.sql<{ id: string; to: string }[]>`
      select c.id, u.email::text as to from calendar_connections c join users u on u.id = c.user_id where c.status = 'reconnect_required'`;
    const found = exampleOf('docs/temporal-ui.md', 'queries')
      .flatMap(({ text }) => text.split('\n'))
      .filter((query) => query.includes('reconnect'));
    await expect.poll(() => world.stack.client.workflow.count(found.join())).toMatchObject({ count: 1 });
    const mail = await world.stack.waitForMail(row?.to ?? '', 'calendar_reconnect');
    expect(mail.text).toContain('linus@acme.test');
    expect(await world.stack.mailbox(row?.to ?? '')).toHaveLength(1);
  });

  it('says in words what it read, until when pushes come, and when it looks again', async () => {
    const connection = await connect(world, 'google', 'ada@acme.test');
    await settled(world, connection);
    await expect
      .poll(() => inWords(connection.id))
      .toMatch(
        /^Read 1 calendar at 2\S+Z\. Pushes until 2\S+Z\. Looks again at 2\S+Z\. The activity keepReading says it too: the later of the two times counts\.$/,
      );
    await left(connection);
  });

  it('waits for the next reading in an activity, so that a calendar at rest adds nothing to its history', async () => {
    const connection = await connect(world, 'google', 'ada@acme.test');
    await settled(world, connection);
    const handle = world.stack.client.workflow.getHandle(flowId('calendarSync', connection.id));
    const waiting = async () => {
      const { raw, historyLength } = await handle.describe();
      const [activity] = raw.pendingActivities ?? [];
      return { name: activity?.activityType?.name, words: activity?.lastFailure?.message, historyLength };
    };
    const words = expect.stringMatching(/^Read at 2\S+Z\. Looks again at 2\S+Z\.$/);
    await expect.poll(waiting).toMatchObject({ name: 'keepReading', words });
    // What it waits for is a timer of the flow otherwise.
    const { events } = await handle.fetchHistory();
    expect(events?.at(-1)?.activityTaskScheduledEventAttributes?.activityType?.name).toBe('keepReading');
    await left(connection);
  });

  it('gives channels and access back when the person disconnects', async () => {
    const { google, microsoft } = world;
    const connections = [
      await connect(world, 'google', 'ada@acme.test'),
      await connect(world, 'microsoft', 'ada@acme.test'),
    ];
    for (const connection of connections) await settled(world, connection);
    const before = [google.push.channels.size, microsoft.subscriptions.kept.size];
    for (const connection of connections) {
      await left(connection);
      expect(await channelsOf(connection.id)).toEqual([]);
      expect(await idsIn(world, connection)).toEqual([]);
    }
    expect([google.push.channels.size, microsoft.subscriptions.kept.size]).toEqual(before.map((count) => count - 1));
    expect(google.seen.some(({ path }) => path === '/revoke' || path.endsWith('/revoke'))).toBe(true);
  });
});

/**
 * An event is read within two seconds. PostgreSQL and Temporal wait for a busy machine's cores too, where this process can't see it: one of
 * three events must come in time. A slow product is slow each time.
 * @returns the id of the last event
 */
async function expectSoon(connection: ConnectionRow): Promise<string> {
  const tookMs: number[] = [];
  for (const hour of [8, 9, 10]) {
    const lateMs = watchLateness();
    const [id, beganMs] = [putEvent(world, connection, hour), Date.now()];
    await expect.poll(() => idsIn(world, connection), { interval: 20 }).toContain(id);
    tookMs.push(Date.now() - beganMs - lateMs());
    if (tookMs.some((ms) => ms < 2_000)) return id;
  }
  throw new Error(`Pushes took ${tookMs.join(', ')} ms`);
}

describe.each(['google', 'microsoft'] as const)('pushes of %s', (provider) => {
  it('bring a new event within two seconds; lost, twice or early ones do no harm', async () => {
    const connection = await connect(world, provider, 'grace@acme.test');
    await settled(world, connection);
    const { faults } = provider === 'google' ? world.google : world.microsoft;
    const plain = await expectSoon(connection);

    faults.add({ kind: 'duplicatePush' });
    const twice = putEvent(world, connection, 12);
    await expect.poll(() => idsIn(world, connection)).toContain(twice);

    faults.add({ kind: 'lostPush' });
    const lost = putEvent(world, connection, 14);
    await sweep(connection.id);
    await expect.poll(() => idsIn(world, connection)).toContain(lost);

    // The wait until it is read again takes seconds: one provider shows it.
    if (provider === 'google') {
      faults.add({ kind: 'earlyPush', delayMs: 1_500 });
      const early = putEvent(world, connection, 16);
      await expect.poll(() => idsIn(world, connection)).toContain(early);
    }
    expect(await idsIn(world, connection)).toEqual(expect.arrayContaining([plain, twice, lost]));
    await left(connection);
  });

  it('may fail in many ways: the flow reads again by itself', async () => {
    const connection = await connect(world, provider, 'linus@acme.test');
    await settled(world, connection);
    const { faults, tokens } = provider === 'google' ? world.google : world.microsoft;
    const read = async (): Promise<void> => {
      const id = putEvent(world, connection, 10);
      await expect.poll(() => sweepOnce().then(() => idsIn(world, connection)), { interval: 300 }).toContain(id);
    };
    // The row's waits would take minutes: the test lets their time come.
    const sweepOnce = async (): Promise<void> => {
      const row = await rowOf(connection.id);
      if (Number(row?.failures) > 0) {
        await world.stack.sql`update calendar_connections set throttled_until = null where id = ${connection.id}`;
        await sweep(connection.id);
      }
    };
    for (const kind of provider === 'google' ? ['401', '410', '429', '5xx', 'cut', 'cutBefore'] : ['410', '429']) {
      faults.add({ kind, retryAfterSeconds: kind === '429' ? 120 : null });
      await read();
    }
    tokens.expireAccess();
    await read();
    expect(await rowOf(connection.id)).toMatchObject({ failures: 0, sync_failure: null, status: 'active' });
    await left(connection);
  }, 60_000);
});

describe('the sweep', () => {
  it('finds a connection whose push or whose time came and whose flow did not hear of it', async () => {
    const connection = await connect(world, 'google', 'ada@acme.test');
    await settled(world, connection);
    const waits = async () => (await findWaiting(world.stack.sql, waitingRows)).some(({ id }) => id === connection.id);
    expect(await waits()).toBe(false);
    await world.stack.sql`
      update calendar_connections set changed_at = now() - interval '1 minute', seen_at = now() - interval '2 minutes'
      where id = ${connection.id}`;
    expect(await waits()).toBe(true);
    await world.stack.client.workflow.execute('sweep', {
      workflowId: `sweep-${connection.id}`,
      taskQueue: world.stack.taskQueue,
    });
    await expect.poll(waits).toBe(false);
    await left(connection);
  });
});

describe('lifecycle notifications of Microsoft', () => {
  it('are mended each in its way: missed is read, reauthorizationRequired renewed, subscriptionRemoved made anew', async () => {
    const { microsoft } = world;
    const connection = await connect(world, 'microsoft', 'ada@acme.test');
    await settled(world, connection);
    const seen = (method: string) =>
      microsoft.seen.filter((one) => one.method === method && one.path.includes('/subscriptions')).length;
    const [channel] = await channelsOf(connection.id);

    microsoft.faults.add({ kind: 'lostPush' });
    const missed = putEvent(world, connection);
    microsoft.subscriptions.lifecycle('missed', 'ada@acme.test');
    await expect.poll(() => idsIn(world, connection)).toContain(missed);

    const renewals = seen('PATCH');
    microsoft.subscriptions.lifecycle('reauthorizationRequired', 'ada@acme.test');
    await expect.poll(() => seen('PATCH')).toBe(renewals + 1);
    expect(await channelsOf(connection.id)).toEqual([channel]);

    microsoft.subscriptions.lifecycle('subscriptionRemoved', 'ada@acme.test');
    await expect
      .poll(async () => (await channelsOf(connection.id)).map(({ id }) => id !== channel?.id))
      .toEqual([true]);
    await left(connection);
  });
});

describe('inbound messages', () => {
  const google = (headers: Record<string, string>) =>
    post('/inbound/google', { headers: { 'x-goog-resource-state': 'exists', ...headers } });

  it('leave no trace with an unknown channel or a wrong secret', async () => {
    const connection = await connect(world, 'google', 'ada@acme.test');
    await settled(world, connection);
    const [channel = { id: '' }] = await channelsOf(connection.id);
    const [secret, stranger] = [channelSecret(world.stack.secrets, channel.id), crypto.randomUUID()];
    const before = await rowOf(connection.id);
    const lines = world.stack.logLines.length;
    for (const [id, token] of [
      [channel.id, `${secret.slice(0, -2)}xx`],
      [channel.id, ''],
      [stranger, secret],
      [stranger, channelSecret(world.stack.secrets, stranger)],
      ['; drop table users', 'x'],
    ] as const)
      expect((await google({ 'x-goog-channel-id': id, 'x-goog-channel-token': token })).status).toBe(404);
    const notification = (clientState: string) =>
      post('/inbound/microsoft', { body: JSON.stringify({ value: [{ clientState, lifecycleEvent: 'missed' }] }) });
    for (const clientState of ['', `${secret}x`, channelSecret(world.stack.secrets, stranger)])
      expect((await notification(clientState)).status).toBe(202);
    expect(await rowOf(connection.id)).toEqual(before);
    expect(world.stack.logLines.slice(lines)).toEqual([]);
    // With the right secret it is taken: the test can fail.
    const right = await google({ 'x-goog-channel-id': channel.id, 'x-goog-channel-token': secret });
    expect([right.status, await right.text()]).toEqual([200, '']);
    expect((await rowOf(connection.id))?.changed_at).not.toEqual(before?.changed_at);
    await left(connection);
  });

  it('answers Microsoft’s question for the address as plain text, and refuses what is too large or no push', async () => {
    const asked = await post('/inbound/microsoft?validationToken=a%20%3Cb%3E%2Bc');
    expect([asked.status, await asked.text()]).toEqual([200, 'a <b>+c']);
    expect(asked.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(asked.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await post(`/inbound/microsoft?validationToken=${'a'.repeat(1_025)}`)).status).toBe(400);
    expect((await post('/inbound/microsoft', { body: 'x'.repeat(256 * 1_024 + 1) })).status).toBe(413);
    expect((await post('/inbound/google', { body: 'x'.repeat(256 * 1_024 + 1) })).status).toBe(413);
    for (const body of ['', 'no json', '[]', 'null', '{"value":{}}'])
      expect((await post('/inbound/microsoft', { body })).status).toBe(400);
    expect((await post('/inbound/microsoft', { body: '{"value":[null,1,{"clientState":{}}]}' })).status).toBe(202);
    expect((await fetch(`${world.stack.appUrl}/inbound/google`)).status).toBe(404);
  });
});

it('no token, title or address of a calendar is in a history, in the log or in the mirror', async () => {
  const { stack } = world;
  expect(given.length).toBeGreaterThan(20);
  const secrets = [...given, 'Lunch with a rival', 'ada@acme.test', 'grace@acme.test', 'linus@acme.test'];
  const channels = await stack.sql<{ id: string }[]>`select id from calendar_channels`;
  secrets.push(...channels.map(({ id }) => channelSecret(stack.secrets, id).slice(37)));
  const flows = await readFlows(stack.client, `TaskQueue = '${stack.taskQueue}'`);
  const rows = await stack.sql<{ text: string }[]>`select calendar_busy::text as text from calendar_busy`;
  const mirror = { where: 'the mirror', text: rows.map(({ text }) => text).join('\n') };
  expect(findLeaks(secrets, [...flows, { where: 'the log', text: stack.logLines.join('\n') }, mirror])).toEqual([]);
  expect(flows.length).toBeGreaterThan(5);
});
