import { randomBytes } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWebhookActivities } from '../../../activities/webhooks/webhook-delivery.ts';
import { tokenKeysOf } from '../../../domain/sealed-token.ts';
import { inTransaction } from '../../../store/database.ts';
import { noteEvent } from '../../../store/webhook-outbox.ts';
import { updateEndpoint } from '../../../store/webhooks/endpoints.ts';
import { giveTurns } from '../../../store/webhooks/turns.ts';
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
  const [turn] = await giveTurns(sql, webhookId);
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
  const step = await attemptDelivery(turn?.id ?? '');
  const [standing] = await sql`
    select failures, failing_since is not null as "isFailing", disabled_reason as why, last_ms = 3 as "isUntouched", last_success_at as "wentWell"
    from webhook_endpoints where id = ${webhookId}`;
  const [delivery] =
    await sql`select state, attempts, last_status as status from webhook_deliveries where id = ${turn?.id ?? ''}`;
  return { step, standing, delivery };
}

const AS_BEFORE = { failures: 2, isFailing: true, why: null, isUntouched: true, wentWell: null };

it.each([410, 500])(
  '%s of an address that the webhook has no more says nothing of the new one; it is tried there',
  async (status) => {
    const { step, standing, delivery } = await answeredSo(status, true);
    expect(standing).toEqual(AS_BEFORE);
    expect(delivery).toEqual({ state: 'pending', attempts: 1, status });
    expect(step).toMatchObject({ tried: { status } });
    // What Temporal keeps names no address.
    expect(JSON.stringify(step)).not.toContain('hooks.example');
  },
);

it('nor does its success, which ends the delivery', async () => {
  const { standing, delivery } = await answeredSo(204, true);
  expect(standing).toEqual(AS_BEFORE);
  expect(delivery).toEqual({ state: 'delivered', attempts: 1, status: 204 });
});

it.each([
  [410, 'gone'],
  [500, 'failing'],
])('%s of the address that it has disables it (%s)', async (status, why) => {
  expect((await answeredSo(status, false)).standing).toMatchObject({ failures: 3, why });
});
