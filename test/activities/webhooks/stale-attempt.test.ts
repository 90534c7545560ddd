import { randomBytes } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWebhookActivities } from '../../../activities/webhooks/webhook-delivery.ts';
import { tokenKeysOf } from '../../../domain/sealed-token.ts';
import { inTransaction } from '../../../store/database.ts';
import { noteEvent } from '../../../store/webhook-outbox.ts';
import { grantPermits } from '../../../store/webhooks/permits.ts';
import { settleAttempt } from '../../../store/webhooks/settle-attempt.ts';
import { createHost } from '../../support/drivers/host.ts';
import { makeEndpoint } from '../../support/factories/webhooks.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

const calendarTokens = randomBytes(32);
let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

it('an attempt that was settled by another meanwhile says what that one came to', async () => {
  const { sql } = database;
  const { workspaceId } = await createHost(sql);
  const { id: endpointId } = await makeEndpoint(sql, { calendarTokens }, { workspaceId });
  await inTransaction(sql, (tx) => noteEvent(tx, { type: 'seat.created', workspaceId, subjectId: uuidv7(), data: {} }));
  const [permit] = await grantPermits(sql, endpointId);
  const id = permit?.id ?? '';
  const failures: unknown[] = [];
  const { attemptDelivery } = createWebhookActivities({
    ...{ sql, client: {} as Client, taskQueue: 'none', tokenKeys: tokenKeysOf([], calendarTokens), now: Date.now },
    onFailedDelivery: (failed) => failures.push(failed),
    onSecretUnreadable: () => {},
    sendWebhook: async () => {
      await settleAttempt(
        sql,
        id,
        { status: 204, failure: null, answer: '', tookMs: 5, sentTo: 'https://hooks.example/in' },
        0.5,
      );
      return { outcome: 'failed', reason: 'timeout' } as never;
    },
  });
  expect(await attemptDelivery(id)).toMatchObject({ end: 'delivered' });
  expect(failures).toEqual([]);
});
