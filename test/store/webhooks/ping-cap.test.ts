import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { CONCURRENCY } from '../../../domain/concurrency.ts';
import { inTransaction } from '../../../store/database.ts';
import { noteEvent } from '../../../store/webhook-outbox.ts';
import { redeliver } from '../../../store/webhooks/deliveries.ts';
import type { EndpointId } from '../../../store/webhooks/endpoints.ts';
import { grantPermits } from '../../../store/webhooks/permits.ts';
import { notePing } from '../../../store/webhooks/pings.ts';
import { settleAttempt } from '../../../store/webhooks/settle-attempt.ts';
import { createHost } from '../../support/drivers/host.ts';
import { makeEndpoint } from '../../support/factories/webhooks.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

const SECRETS = { calendarTokens: randomBytes(32) };
const TAKEN = { status: 204, failure: null, answer: '', tookMs: 5, sentTo: 'https://one.example/in' } as const;
const { perWorkspace, perHost, total, perMinute } = CONCURRENCY.pings;
let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase({ maxConnections: 14 });
});
afterAll(() => database.close());
beforeEach(() => database.sql`delete from webhook_endpoints`);

const endpointOf = async (workspaceId: string, host: string): Promise<EndpointId> => ({
  workspaceId,
  webhookId: (await makeEndpoint(database.sql, SECRETS, { workspaceId, url: `https://${host}/in` })).id,
});
const newEndpoint = async (host: string) => endpointOf((await createHost(database.sql)).workspaceId, host);

const ping = (endpoint: EndpointId) => notePing(database.sql, endpoint);

/** Pings that must leave, and end at once. @returns their ids */
async function pinged(endpoint: EndpointId, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const noted = await ping(endpoint);
    if (!noted || 'refused' in noted) throw new Error(`ping ${nth + 1} was refused: ${noted?.refused}`);
    await settleAttempt(database.sql, noted.id, TAKEN, 0.5);
    ids.push(noted.id);
  }
  return ids;
}

const refusalsOf = (asked: readonly Awaited<ReturnType<typeof ping>>[]) =>
  asked.flatMap((one) => (one && 'refused' in one ? [one.refused] : []));

const sendingOf = async ({ webhookId }: EndpointId) =>
  (await database.sql`select 1 from webhook_deliveries where endpoint_id = ${webhookId} and state = 'sending'`).length;

it('pings that are asked for at once keep their cap, as those one by one do', async () => {
  const endpoint = await newEndpoint('one.example');
  const asked = await Promise.all(Array.from({ length: 12 }, () => ping(endpoint)));
  expect(refusalsOf(asked)).toEqual(Array.from({ length: 12 - perWorkspace }, () => 'perWorkspace'));
  expect(await sendingOf(endpoint)).toBe(perWorkspace);
  expect(await ping(await newEndpoint('two.example'))).toMatchObject({ id: expect.any(String) });
});

it('pings of several workspaces to one host, asked for at once, keep the cap of the host', async () => {
  const endpoints = [
    await newEndpoint('one.example'),
    await newEndpoint('one.example'),
    await newEndpoint('one.example'),
  ];
  const asked = await Promise.all([0, 1, 2, 3].flatMap(() => endpoints.map(ping)));
  expect(refusalsOf(asked)).toEqual(Array.from({ length: 12 - perHost }, () => 'perHost'));
  expect(await ping(await newEndpoint('two.example'))).toMatchObject({ id: expect.any(String) });
});

it('pings of all workspaces together have a cap', async () => {
  const asked: Awaited<ReturnType<typeof ping>>[] = [];
  for (let nth = 0; nth < 13; nth += 1) {
    const endpoint = await newEndpoint(`r${nth}.example`);
    for (let many = 0; many < perWorkspace; many += 1) asked.push(await ping(endpoint));
  }
  expect(refusalsOf(asked)).toEqual(['total', 'total']);
  expect(asked.length - 2).toBe(total);
});

it('a workspace sends so many pings a minute, also by a webhook that it makes anew', async () => {
  const { sql } = database;
  const endpoint = await newEndpoint('one.example');
  await pinged(endpoint, perMinute);
  await sql`delete from webhook_endpoints`;
  const anew = await endpointOf(endpoint.workspaceId, 'two.example');
  const refused = await ping(anew);
  if (!refused || !('refused' in refused)) throw new Error('it was not refused');
  expect(refused.refused).toBe('perMinute');
  expect(refused.retryAfterSeconds).toBeGreaterThan(0);
  expect(refused.retryAfterSeconds).toBeLessThanOrEqual(60);
  // The oldest is a minute ago.
  await sql`
    update webhook_events set created_at = created_at - interval '1 minute' where id = (
      select id from webhook_events where workspace_id = ${endpoint.workspaceId} order by created_at limit 1)`;
  await pinged(anew, 1);
  expect(await ping(anew)).toMatchObject({ refused: 'perMinute' });
});

it('pings on their way take no place; pings that are sent again do', async () => {
  const { sql } = database;
  const endpoint = await newEndpoint('one.example');
  const { workspaceId, webhookId } = endpoint;
  const over = await pinged(endpoint, CONCURRENCY.deliveries.perWebhook + 3);
  await Promise.all(Array.from({ length: perWorkspace }, () => ping(endpoint)));
  const event = { type: 'seat.created', workspaceId, subjectId: webhookId, data: {} } as const;
  await inTransaction(sql, (tx) => noteEvent(tx, event));
  expect(await grantPermits(sql, webhookId)).toHaveLength(1);
  for (const deliveryId of over) await redeliver(sql, { workspaceId, deliveryId });
  expect(await grantPermits(sql, webhookId)).toHaveLength(CONCURRENCY.deliveries.perWebhook - 1);
  expect(await grantPermits(sql, webhookId)).toHaveLength(0);
});
