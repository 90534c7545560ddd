import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../../store/database.ts';
import { noteEvent } from '../../../store/webhook-outbox.ts';
import { grantPermits } from '../../../store/webhooks/permits.ts';
import { settleAttempt } from '../../../store/webhooks/settle-attempt.ts';
import { createHost } from '../../support/drivers/host.ts';
import { makeEndpoint } from '../../support/factories/webhooks.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

const SENT_TO = 'https://hooks.example/in';
const UNREADABLE = { status: null, failure: 'secret_unreadable', answer: null, tookMs: 0, sentTo: SENT_TO } as const;
const TAKEN = { status: 204, failure: null, answer: '', tookMs: 5, sentTo: SENT_TO } as const;

/** A webhook with six events of their own subjects, of which as many as may are on their way. */
async function sending() {
  const { workspaceId } = await createHost(database.sql);
  const { id } = await makeEndpoint(database.sql, { calendarTokens: randomBytes(32) }, { workspaceId });
  for (let nth = 0; nth < 6; nth += 1) {
    const event = { type: 'seat.created', workspaceId, subjectId: uuidv7(), data: { nth } } as const;
    await inTransaction(database.sql, (tx) => noteEvent(tx, event));
  }
  const permits = await grantPermits(database.sql, id);
  return { id, permits: permits.map((permit) => permit.id) };
}

const stateOf = async (id: string) => {
  const [row] = await database.sql`
    select failures, failing_since as "failingSince", disabled_reason as disabled, secret_retry_at is not null as "isUnsigned",
      round(extract(epoch from secret_retry_at - now()))::int as "inSeconds" from webhook_endpoints where id = ${id}`;
  return row;
};

const retryNow = async (id: string) => {
  await database.sql`update webhook_endpoints set secret_retry_at = now() where id = ${id}`;
  await database.sql`update webhook_deliveries set next_at = now() where endpoint_id = ${id} and state = 'pending'`;
};

it('a secret that no key opens is no failure of the receiver: one delivery tries again, and nothing is disabled or given up', async () => {
  const { id, permits } = await sending();
  expect(permits).toHaveLength(4);
  const [first = '', ...others] = permits;
  expect(await settleAttempt(database.sql, first, UNREADABLE, 0.5)).toEqual({ retryInMs: 5_000 });
  expect(await stateOf(id)).toEqual({
    failures: 0,
    failingSince: null,
    disabled: null,
    isUnsigned: true,
    inSeconds: 5,
  });
  for (const other of others) await settleAttempt(database.sql, other, UNREADABLE, 0.5);
  expect(await stateOf(id)).toMatchObject({ failures: 0, inSeconds: 60 });
  expect(await grantPermits(database.sql, id)).toEqual([]);
  const rows = await database.sql`
    select distinct attempts, first_attempt_at as first, state from webhook_deliveries where endpoint_id = ${id}`;
  expect(rows).toEqual([{ attempts: 0, first: null, state: 'pending' }]);
  // A minute later one tries, and takes the others with it once a worker has the key.
  await retryNow(id);
  const [probe, ...none] = await grantPermits(database.sql, id);
  expect(none).toEqual([]);
  await settleAttempt(database.sql, probe?.id ?? '', TAKEN, 0.5);
  expect(await grantPermits(database.sql, id)).toHaveLength(4);
  expect(await stateOf(id)).toMatchObject({ isUnsigned: false });
});

it('a webhook that has failed for three days is not disabled by our fault, and by its own as before', async () => {
  const { id, permits } = await sending();
  const [ours = '', its = ''] = permits;
  await database.sql`
    update webhook_endpoints set failures = 9, failing_since = now() - interval '73 hours' where id = ${id}`;
  await settleAttempt(database.sql, ours, UNREADABLE, 0.5);
  expect(await stateOf(id)).toMatchObject({ failures: 9, disabled: null });
  await settleAttempt(database.sql, its, { ...TAKEN, status: 500 }, 0.5);
  expect(await stateOf(id)).toMatchObject({ failures: 10, disabled: 'failing', isUnsigned: false });
});
