import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../store/database.ts';
import { noteEvent } from '../../store/webhook-outbox.ts';
import { readDeliveryWait } from '../../store/webhooks/delivery-facts.ts';
import { grantPermits } from '../../store/webhooks/permits.ts';
import { askCode, confirmIssue } from '../support/drivers/guest.ts';
import { createHost } from '../support/drivers/host.ts';
import { makeEndpoint } from '../support/factories/webhooks.ts';
import { cloneDatabase, type TestDatabase } from '../support/stack/database.ts';
import { exampleOf } from './run-examples.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

/** Runs the statements of a block of an operations page. @returns the rows of each */
async function run(page: 'webhooks' | 'restore', name: string, ids: Readonly<Record<string, string>> = {}) {
  const [block] = exampleOf(`docs/operations/${page}.md`, name);
  const text = Object.entries(ids).reduce((now, [word, id]) => now.replaceAll(`<${word}>`, id), block?.text ?? '');
  const answers: Record<string, unknown>[][] = [];
  for (const statement of text.split(';').filter((part) => part.trim() !== ''))
    answers.push([...(await database.sql.unsafe(statement))]);
  return answers;
}

const hook = async (workspaceId: string, host = 'hooks.example') =>
  (await makeEndpoint(database.sql, { calendarTokens: randomBytes(32) }, { workspaceId, url: `https://${host}/in` }))
    .id;

const happen = async (workspaceId: string) => {
  const event = { type: 'seat.created', workspaceId, subjectId: uuidv7(), data: {} } as const;
  await inTransaction(database.sql, (tx) => noteEvent(tx, event));
};

it('docs/operations/webhooks.md: deliveries are found by their booking, receiver, webhook and workspace', async () => {
  const host = await createHost(database.sql);
  const { workspaceId } = host;
  const endpointId = await hook(workspaceId, 'found.example');
  const other = await hook((await createHost(database.sql)).workspaceId, 'other.example');
  const issue = await askCode(database.sql, host);
  await confirmIssue(database.sql, issue, (await host.openStarts())[0] ?? 0);
  await happen(workspaceId);
  const [booking] = await database.sql<{ id: string }[]>`select id from bookings where workspace_id = ${workspaceId}`;
  const ids = { 'booking id': booking?.id ?? '', 'workspace id': workspaceId, 'endpoint id': endpointId };
  const [ofBooking, endpoints, ofEndpoint, ofWorkspace] = await run('webhooks', 'webhook-deliveries', {
    ...ids,
    host: 'other.example',
  });
  expect(ofBooking).toMatchObject([{ type: 'booking.created', state: 'pending', endpoint_id: endpointId }]);
  expect(endpoints?.map(({ id }) => id).sort()).toEqual([endpointId, other].sort());
  expect(ofEndpoint).toHaveLength(2);
  expect(ofWorkspace).toMatchObject([{ endpoint_id: endpointId, state: 'pending', count: '2' }]);
});

it('docs/operations/restore.md: after a restore all webhooks are held, what happens waits, and one is let go', async () => {
  const { sql } = database;
  const { workspaceId } = await createHost(sql);
  const [held, off] = [await hook(workspaceId), await hook(workspaceId)];
  await sql`update webhook_endpoints set disabled_at = now(), disabled_reason = 'by_hand' where id = ${off}`;
  await happen(workspaceId);
  const [sending] = await grantPermits(sql, held);
  const [, , list] = await run('restore', 'webhooks-held');
  expect(list?.map(({ id }) => id)).toContain(held);
  expect(list?.map(({ id }) => id)).not.toContain(off);
  expect(list?.find(({ id }) => id === held)).toMatchObject({
    workspace_id: workspaceId,
    host: 'hooks.example',
    waiting: '1',
  });
  await happen(workspaceId);
  expect(await grantPermits(sql, held)).toEqual([]);
  expect((await readDeliveryWait(sql, sending?.id ?? '')).wait).toEqual({ waitsFor: 'failing', until: null });
  await run('restore', 'webhooks-released', { 'endpoint id': off });
  expect(await grantPermits(sql, held)).toEqual([]);
  await run('restore', 'webhooks-released', { 'endpoint id': held });
  const turns = (await grantPermits(sql, held)).map(({ id }) => id);
  expect(turns).toHaveLength(2);
  expect(turns).toContain(sending?.id);
});
