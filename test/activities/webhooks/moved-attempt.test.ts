import { randomBytes } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebhookActivities } from '../../../activities/webhooks/webhook-delivery.ts';
import { tokenKeysOf } from '../../../domain/sealed-token.ts';
import { inTransaction } from '../../../store/database.ts';
import { noteEvent } from '../../../store/webhook-outbox.ts';
import { updateEndpoint } from '../../../store/webhooks/endpoints.ts';
import { grantPermits } from '../../../store/webhooks/permits.ts';
import { createHost } from '../../support/drivers/host.ts';
import { makeEndpoint } from '../../support/factories/webhooks.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

const calendarTokens = randomBytes(32);
let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

const OLD = 'https://hooks.example/old';
const NEW = 'https://hooks.example/new';

/** A delivery that the old address answers so after the webhook has its new one, or before. */
async function answeredSo(status: number, isMoved: boolean) {
  const { sql } = database;
  const { workspaceId } = await createHost(sql);
  const { id: webhookId } = await makeEndpoint(sql, { calendarTokens }, { workspaceId, url: OLD });
  await sql`
    update webhook_endpoints set failures = 2, failing_since = now() - interval '4 days', last_ms = 3 where id = ${webhookId}`;
  await inTransaction(sql, (tx) => noteEvent(tx, { type: 'seat.created', workspaceId, subjectId: uuidv7(), data: {} }));
  const [permit] = await grantPermits(sql, webhookId);
  const { attemptDelivery } = createWebhookActivities({
    ...{ sql, client: {} as Client, taskQueue: 'none', tokenKeys: tokenKeysOf([], calendarTokens), now: Date.now },
    ...{ onFailedDelivery: () => {}, onSecretUnreadable: () => {} },
    sendWebhook: async ({ url }) => {
      expect(url).toBe(OLD);
      const change = { settings: { url: NEW }, enabled: undefined, expectedVersion: undefined };
      if (isMoved) await updateEndpoint(sql, { workspaceId, webhookId }, change, { source: 'dashboard', actor: null });
      return { outcome: 'answered', status, body: Buffer.from('') } as never;
    },
  });
  const step = await attemptDelivery(permit?.id ?? '');
  const [standing] = await sql`
    select failures, failing_since is not null as "isFailing", disabled_reason as why, last_ms as ms, last_success_at as "wentWell"
    from webhook_endpoints where id = ${webhookId}`;
  const [delivery] =
    await sql`select state, attempts, last_status as status from webhook_deliveries where id = ${permit?.id ?? ''}`;
  return { step, standing, delivery };
}

const AS_NEW = { failures: 0, isFailing: false, why: null, ms: null, wentWell: null };

it.each([410, 500])(
  '%s of an address that the webhook has no more says nothing of the new one; it is tried there',
  async (status) => {
    const { step, standing, delivery } = await answeredSo(status, true);
    expect(standing).toEqual(AS_NEW);
    expect(delivery).toEqual({ state: 'pending', attempts: 1, status });
    expect(step).toMatchObject({ tried: { status } });
    // What Temporal keeps names no address.
    expect(JSON.stringify(step)).not.toContain('hooks.example');
  },
);

it('nor does its success, which ends the delivery', async () => {
  const { standing, delivery } = await answeredSo(204, true);
  expect(standing).toEqual(AS_NEW);
  expect(delivery).toEqual({ state: 'delivered', attempts: 1, status: 204 });
});

it.each([
  [410, 'gone'],
  [500, 'failing'],
])('%s of the address that it has disables it (%s)', async (status, why) => {
  expect((await answeredSo(status, false)).standing).toMatchObject({ failures: 3, why });
});

describe('a new address', () => {
  /** A webhook that failed for two days, with one event that it refused and one behind it. */
  async function failing() {
    const { sql } = database;
    const { workspaceId } = await createHost(sql);
    const { id } = await makeEndpoint(sql, { calendarTokens }, { workspaceId, url: OLD });
    const subjectId = uuidv7();
    for (const data of [{ nth: 0 }, { nth: 1 }])
      await inTransaction(sql, (tx) => noteEvent(tx, { type: 'seat.created', workspaceId, subjectId, data }));
    await sql`
      update webhook_endpoints set failures = 9, failing_since = now() - interval '2 days', probe_at = now() + interval '9 minutes', last_ms = 9000
      where id = ${id}`;
    await sql`
      update webhook_deliveries set attempts = 7, first_attempt_at = now() - interval '2 days', next_at = now() + interval '9 hours'
      where endpoint_id = ${id} and seq = (select min(seq) from webhook_deliveries where endpoint_id = ${id})`;
    const change = async (settings: object, enabled?: boolean) => {
      const wanted = { settings, enabled, expectedVersion: undefined };
      const outcome = await updateEndpoint(sql, { workspaceId, webhookId: id }, wanted, {
        source: 'dashboard',
        actor: null,
      });
      return outcome && 'endpoint' in outcome ? outcome.endpoint : undefined;
    };
    const turns = async () => (await grantPermits(sql, id)).length;
    const tries = async () =>
      (await sql`select attempts from webhook_deliveries where endpoint_id = ${id} order by seq`).map(
        (row) => row.attempts,
      );
    return { change, turns, tries };
  }

  it('begins without failures, and what the old one refused is tried there at once, for three days again', async () => {
    const { change, turns, tries } = await failing();
    expect((await change({ description: 'CRM' }))?.failingSince).toBeInstanceOf(Date);
    expect([await turns(), await tries()]).toEqual([0, [7, 0]]);
    expect(await change({ url: NEW })).toMatchObject({ failingSince: null, disabledReason: null });
    expect([await tries(), await turns()]).toEqual([[0, 0], 1]);
  });

  it('of a webhook that is off leaves it off, without failures; what waits is tried once it is on', async () => {
    const { change, turns, tries } = await failing();
    await change({}, false);
    expect(await change({ url: NEW })).toMatchObject({ failingSince: null, disabledReason: 'by_hand' });
    expect([await turns(), await tries()]).toEqual([0, [7, 0]]);
    await change({}, true);
    expect([await tries(), await turns()]).toEqual([[0, 0], 1]);
  });
});
