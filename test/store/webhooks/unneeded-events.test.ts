import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../../store/database.ts';
import { deleteOutdated } from '../../../store/ops/retention.ts';
import { noteEvent } from '../../../store/webhook-outbox.ts';
import { deleteEndpoint } from '../../../store/webhooks/endpoints.ts';
import { keepListening } from '../../../store/webhooks/heard-events.ts';
import { deleteUnneeded } from '../../../store/webhooks/retention.ts';
import { plansOf, statementsOf } from '../../support/asserts/query-plans.ts';
import { createHost } from '../../support/drivers/host.ts';
import { makeEndpoint } from '../../support/factories/webhooks.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

const happen = async (workspaceId: string, nth: number) =>
  inTransaction(database.sql, (tx) =>
    noteEvent(tx, { type: 'seat.created', workspaceId, subjectId: uuidv7(), data: { nth } }),
  );

const age = (workspaceId: string, nth: number, minutes: number) => database.sql`
  update webhook_events set created_at = now() - ${minutes}::int * interval '1 minute'
  where workspace_id = ${workspaceId} and (data ->> 'nth')::int = ${nth}`;

const left = async (workspaceId: string) => {
  const rows = await database.sql<{ nth: number }[]>`
    select (data ->> 'nth')::int as nth from webhook_events where workspace_id = ${workspaceId} order by 1`;
  return rows.map(({ nth }) => nth);
};

it('the sweep deletes what was only listened to once it is an hour old; what has a delivery stays', async () => {
  const { workspaceId } = await createHost(database.sql);
  await keepListening(database.sql, workspaceId);
  for (const nth of [0, 1, 2]) await happen(workspaceId, nth);
  await makeEndpoint(database.sql, { calendarTokens: randomBytes(32) }, { workspaceId });
  for (const nth of [3, 4]) await happen(workspaceId, nth);
  for (const [nth, minutes] of [
    [0, 300],
    [3, 200],
    [1, 61],
    [2, 59],
  ] as const)
    await age(workspaceId, nth, minutes);
  await deleteOutdated(database.sql);
  expect(await left(workspaceId)).toEqual([2, 3, 4]);
  await age(workspaceId, 2, 61);
  await deleteOutdated(database.sql);
  expect(await left(workspaceId)).toEqual([3, 4]);
});

it('a webhook that is deleted takes its events along, but for those that another one has; the last hour’s go with the sweep', async () => {
  const { workspaceId } = await createHost(database.sql);
  const secrets = { calendarTokens: randomBytes(32) };
  const { id: webhookId } = await makeEndpoint(database.sql, secrets, { workspaceId });
  for (const nth of [0, 1]) await happen(workspaceId, nth);
  const { id: otherId } = await makeEndpoint(database.sql, secrets, { workspaceId });
  await happen(workspaceId, 2);
  for (const nth of [0, 2]) await age(workspaceId, nth, 61);
  // The sweep has looked at them: it does not come back to them.
  await deleteOutdated(database.sql);
  expect(await deleteEndpoint(database.sql, { workspaceId, webhookId }, { actor: null, source: 'system' })).toBe(true);
  expect(await left(workspaceId)).toEqual([1, 2]);
  const deliveries = await database.sql`
    select endpoint_id as of from webhook_deliveries where workspace_id = ${workspaceId}`;
  expect(deliveries).toEqual([{ of: otherId }]);
  await age(workspaceId, 1, 61);
  await deleteOutdated(database.sql);
  expect(await left(workspaceId)).toEqual([2]);
});

it('in portions, also of events of one instant, and reads none twice', async () => {
  const { workspaceId } = await createHost(database.sql);
  await database.sql`delete from sweep_parts`;
  const many = (count: number, seconds: number) => database.sql`
    insert into webhook_events (id, workspace_id, type, subject_id, data, created_at)
    select gen_random_uuid(), ${workspaceId}, 'seat.created', gen_random_uuid(), jsonb_build_object('nth', n),
      now() - interval '3 hours' + ${seconds}::int * interval '1 second' from generate_series(1, ${count}::int) n`;
  await many(700, 0);
  await many(600, 1);
  const statements = await statementsOf(database.url, (sql) => deleteUnneeded(sql));
  expect(await left(workspaceId)).toEqual([]);
  expect(statements.length).toBeGreaterThanOrEqual(3);
  // What needs them stays unread from now on.
  await makeEndpoint(database.sql, { calendarTokens: randomBytes(32) }, { workspaceId });
  for (let nth = 0; nth < 50; nth += 1) await happen(workspaceId, nth);
  await database.sql`update webhook_events set created_at = now() - interval '2 hours' where workspace_id = ${workspaceId}`;
  await deleteUnneeded(database.sql);
  expect(await left(workspaceId)).toHaveLength(50);
  const again = await statementsOf(database.url, (sql) => deleteUnneeded(sql));
  const read = (await plansOf(database.url, again, { enable_seqscan: 'off' })).map(({ rowsRead }) => rowsRead);
  expect(Math.max(...read)).toBeLessThanOrEqual(3);
});
