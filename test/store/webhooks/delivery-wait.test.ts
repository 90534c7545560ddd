import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../../store/database.ts';
import { noteEvent } from '../../../store/webhook-outbox.ts';
import { readDeliveryWait } from '../../../store/webhooks/delivery-facts.ts';
import { createHost } from '../../support/drivers/host.ts';
import { makeEndpoint } from '../../support/factories/webhooks.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

const SECRETS = { calendarTokens: randomBytes(32) };
let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

async function newEndpoint() {
  const { workspaceId } = await createHost(database.sql);
  return { workspaceId, webhookId: (await makeEndpoint(database.sql, SECRETS, { workspaceId })).id };
}

it('a delivery that waits says for what: a permit of its webhook, or capacity that others use', async () => {
  const { workspaceId, webhookId } = await newEndpoint();
  const seatId = uuidv7();
  const event = { type: 'seat.created', workspaceId, subjectId: seatId, data: { seatId } } as const;
  await inTransaction(database.sql, (tx) => noteEvent(tx, event));
  const [row] = await database.sql<
    { id: string }[]
  >`select id from webhook_deliveries where endpoint_id = ${webhookId} and state = 'pending'`;
  const wait = async () => (await readDeliveryWait(database.sql, row?.id ?? '')).wait;
  expect(await wait()).toEqual({ waitsFor: 'permit', until: null });
  await database.sql`update webhook_endpoints set waiting_since = now() where id = ${webhookId}`;
  expect(await wait()).toEqual({ waitsFor: 'capacity', until: null });
});
