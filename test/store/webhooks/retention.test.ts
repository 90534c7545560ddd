import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inTransaction } from '../../../store/database.ts';
import { noteEvent } from '../../../store/webhook-outbox.ts';
import { updateEndpoint } from '../../../store/webhooks/endpoints.ts';
import { deleteOverCaps, giveUpOverCaps } from '../../../store/webhooks/retention.ts';
import { createHost } from '../../support/drivers/host.ts';
import { makeEndpoint } from '../../support/factories/webhooks.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

const KEY = randomBytes(32);
let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.sql`delete from webhook_endpoints`);

/** A workspace with endpoints, and events that each of them waits for. */
async function waiting(endpoints: number, events: number) {
  const { workspaceId } = await createHost(database.sql);
  const ids: string[] = [];
  for (let nth = 0; nth < endpoints; nth += 1)
    ids.push((await makeEndpoint(database.sql, { calendarTokens: KEY }, { workspaceId })).id);
  for (let nth = 0; nth < events; nth += 1) {
    const event = { type: 'seat.created', workspaceId, subjectId: uuidv7(), data: { nth } } as const;
    await inTransaction(database.sql, (tx) => noteEvent(tx, event));
  }
  // They are at work: only of such the rows grow.
  await database.sql`update webhook_endpoints set last_success_at = now() where workspace_id = ${workspaceId}`;
  return { workspaceId, ids };
}

/** The numbers of the events of an endpoint in a state, oldest first. */
const nthOf = async (endpointId: string, state: string) => {
  const rows = await database.sql<{ nth: number }[]>`
    select (e.data ->> 'nth')::int as nth from webhook_deliveries d join webhook_events e on e.id = d.event_id
    where d.endpoint_id = ${endpointId} and d.state = ${state} order by d.seq`;
  return rows.map(({ nth }) => nth);
};

it('the oldest of too many that wait are given up, and say why: of a webhook, and of a workspace in equal parts', async () => {
  const { ids } = await waiting(2, 8);
  const [one = '', other = ''] = ids;
  await giveUpOverCaps(database.sql, { ofWebhook: 8, ofWorkspace: 16 });
  expect(await nthOf(one, 'given_up')).toEqual([]);
  await giveUpOverCaps(database.sql, { ofWebhook: 6, ofWorkspace: 16 });
  expect(await nthOf(one, 'given_up')).toEqual([0, 1]);
  expect(await nthOf(one, 'pending')).toEqual([2, 3, 4, 5, 6, 7]);
  await giveUpOverCaps(database.sql, { ofWebhook: 6, ofWorkspace: 7 });
  expect([await nthOf(one, 'pending'), await nthOf(other, 'pending')]).toEqual([
    [5, 6, 7],
    [5, 6, 7],
  ]);
  const why = await database.sql`
    select distinct last_failure as failure, last_status as status, ended_at is not null as ended from webhook_deliveries where state = 'given_up'`;
  expect(why).toEqual([{ failure: 'too_many_waiting', status: null, ended: true }]);
});

it('the oldest of too many that are over are deleted, with events that nobody needs; what waits stays', async () => {
  const { ids, workspaceId } = await waiting(2, 6);
  const [one = '', other = ''] = ids;
  await database.sql`update webhook_deliveries set state = 'delivered', ended_at = now() where endpoint_id = ${one}`;
  await database.sql`
    update webhook_deliveries set state = 'delivered', ended_at = now() where endpoint_id = ${other} and seq in (
      select seq from webhook_deliveries where endpoint_id = ${other} order by seq limit 2)`;
  await database.sql`update webhook_events set created_at = now() - interval '2 hours' where workspace_id = ${workspaceId}`;
  await deleteOverCaps(database.sql, { ofWebhook: 4, ofWorkspace: 100 });
  expect([await nthOf(one, 'delivered'), await nthOf(other, 'delivered')]).toEqual([
    [2, 3, 4, 5],
    [0, 1],
  ]);
  await deleteOverCaps(database.sql, { ofWebhook: 1, ofWorkspace: 100 });
  expect([await nthOf(one, 'delivered'), await nthOf(other, 'delivered')]).toEqual([[5], [1]]);
  expect(await nthOf(other, 'pending')).toEqual([2, 3, 4, 5]);
  const left =
    await database.sql`select (data ->> 'nth')::int as nth from webhook_events where workspace_id = ${workspaceId} order by 1`;
  expect(left.map(({ nth }) => nth)).toEqual([1, 2, 3, 4, 5]);
});

it('what rests at a webhook counts for its workspace while another one is at work, and is left alone while none is', async () => {
  const { ids, workspaceId } = await waiting(2, 6);
  const [atWork = '', resting = ''] = ids;
  await database.sql`
    update webhook_endpoints set disabled_at = now() - interval '1 day', disabled_reason = 'by_hand', last_success_at = null where id = ${resting}`;
  const caps = { ofWebhook: 10, ofWorkspace: 8 };
  const counts = async () => [(await nthOf(atWork, 'pending')).length, (await nthOf(resting, 'pending')).length];
  await database.sql`update webhook_endpoints set last_success_at = now() - interval '1 hour' where id = ${atWork}`;
  await giveUpOverCaps(database.sql, caps);
  expect(await counts()).toEqual([6, 6]);
  await database.sql`update webhook_endpoints set last_success_at = now() where id = ${atWork}`;
  await giveUpOverCaps(database.sql, caps);
  expect(await counts()).toEqual([4, 4]);
  await database.sql`update webhook_deliveries set state = 'delivered', ended_at = now() where workspace_id = ${workspaceId} and state = 'pending'`;
  await deleteOverCaps(database.sql, { ofWebhook: 10, ofWorkspace: 6 });
  const kept = await database.sql<{ count: number }[]>`
    select count(*)::int as count from webhook_deliveries where workspace_id = ${workspaceId} and state in ('delivered', 'given_up') group by endpoint_id`;
  expect(kept.map(({ count }) => count)).toEqual([3, 3]);
});

it('on again, a webhook touches what was tried alone, however much waits', async () => {
  const { ids, workspaceId } = await waiting(1, 5);
  const [webhookId = ''] = ids;
  await database.sql`
    update webhook_deliveries set attempts = 3, first_attempt_at = now(), next_at = now() + interval '1 hour' where endpoint_id = ${webhookId}
      and seq = (select min(seq) from webhook_deliveries where endpoint_id = ${webhookId})`;
  const places = () => database.sql<{ place: string; isDue: boolean; attempts: number }[]>`
    select ctid::text as place, next_at <= now() as "isDue", attempts from webhook_deliveries where endpoint_id = ${webhookId} order by seq`;
  const before = await places();
  const turn = (enabled: boolean) => {
    const change = { settings: {}, enabled, expectedVersion: undefined };
    return updateEndpoint(database.sql, { workspaceId, webhookId }, change, { actor: null, source: 'system' });
  };
  await turn(false);
  await turn(true);
  const after = await places();
  expect(after.map(({ place }, nth) => place === before[nth]?.place)).toEqual([false, true, true, true, true]);
  expect(after.every(({ isDue, attempts }) => isDue && attempts === 0)).toBe(true);
});
