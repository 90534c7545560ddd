import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MOST_PINGS } from '../../../domain/webhooks/schedule.ts';
import { notePing } from '../../../store/webhooks/deliveries.ts';
import { createHost } from '../../support/drivers/host.ts';
import { makeEndpoint } from '../../support/factories/webhooks.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

const SECRETS = { calendarTokens: randomBytes(32) };
let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase({ maxConnections: 14 });
});
afterAll(() => database.close());

async function newEndpoint() {
  const { workspaceId } = await createHost(database.sql);
  return { workspaceId, webhookId: (await makeEndpoint(database.sql, SECRETS, { workspaceId })).id };
}

it('pings that are asked for at once keep their cap, as those one by one do', async () => {
  const endpoint = await newEndpoint();
  const asked = await Promise.all(Array.from({ length: 12 }, () => notePing(database.sql, endpoint)));
  expect(asked.filter((one) => one !== 'too_many')).toHaveLength(MOST_PINGS);
  const onTheirWay = await database.sql`
    select 1 from webhook_deliveries where endpoint_id = ${endpoint.webhookId} and state = 'sending'`;
  expect(onTheirWay).toHaveLength(MOST_PINGS);
  const other = await newEndpoint();
  expect(await notePing(database.sql, other)).toMatchObject({ id: expect.any(String) });
});
