import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { CONCURRENCY } from '../../../domain/concurrency.ts';
import { inTransaction } from '../../../store/database.ts';
import { noteEvent } from '../../../store/webhook-outbox.ts';
import { grantPermits } from '../../../store/webhooks/permits.ts';
import { settleAttempt } from '../../../store/webhooks/settle-attempt.ts';
import { createHost } from '../../support/drivers/host.ts';
import { makeEndpoint } from '../../support/factories/webhooks.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

const { perHost, perWorkspace, totalWithFirst } = CONCURRENCY.deliveries;
const KEY = randomBytes(32);
let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.sql`delete from webhook_endpoints`);

interface Space {
  readonly workspaceId: string;
  readonly endpointIds: readonly string[];
}

/** A workspace with endpoints, each at the host that `hostOf` says. */
async function spaceOf(count: number, hostOf: (nth: number) => string): Promise<Space> {
  const { workspaceId } = await createHost(database.sql);
  const endpointIds: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const url = `https://${hostOf(nth)}/in`;
    endpointIds.push((await makeEndpoint(database.sql, { calendarTokens: KEY }, { workspaceId, url })).id);
  }
  return { workspaceId, endpointIds };
}

/** An event for all webhooks of the workspace, and their permits as a worker grants them. */
async function happen({ workspaceId, endpointIds }: Space, times = 1): Promise<void> {
  for (let nth = 0; nth < times; nth += 1) {
    const seatId = uuidv7();
    const event = { type: 'seat.created', workspaceId, subjectId: seatId, data: { seatId } } as const;
    await inTransaction(database.sql, (tx) => noteEvent(tx, event));
  }
  for (const id of endpointIds) await grantPermits(database.sql, id);
}

const sending = async (ids: readonly string[]) =>
  database.sql<{ id: string; endpointId: string }[]>`
    select id, endpoint_id as "endpointId" from webhook_deliveries where state = 'sending' and endpoint_id = any(${[...ids]}::uuid[])
    order by sending_since, id`;

const countOf = async ({ endpointIds }: Space) => (await sending(endpointIds)).length;

/** The receiver takes one of these, and its permit is granted to others, as the activity does. */
async function takeOne({ endpointIds }: Space): Promise<void> {
  const [first] = await sending(endpointIds);
  if (!first) throw new Error('nothing is on its way');
  await settleAttempt(
    database.sql,
    first.id,
    { status: 204, failure: null, answer: '', tookMs: 5, sentTo: 'https://hooks.example/in' },
    0.5,
  );
  await grantPermits(database.sql, first.endpointId);
}

it('a fan-out of one workspace leaves in portions, each endpoint in its turn, and nothing is left over', async () => {
  const space = await spaceOf(30, (nth) => `r${nth}.example`);
  await happen(space, 2);
  expect(await countOf(space)).toBe(perWorkspace);
  const served = new Set<string>();
  for (let nth = 0; nth < 60; nth += 1) {
    for (const { endpointId } of await sending(space.endpointIds)) served.add(endpointId);
    expect(await countOf(space)).toBeLessThanOrEqual(perWorkspace);
    // Nobody gets all of theirs before others have their first.
    if (nth === 40) expect(served.size).toBe(30);
    await takeOne(space);
  }
  expect(await database.sql`select 1 from webhook_deliveries where state <> 'delivered'`).toHaveLength(0);
  expect(await database.sql`select 1 from webhook_endpoints where waiting_since is not null`).toHaveLength(0);
});

it('one host gets no flood, whoever sends, and shares its places among workspaces', async () => {
  const greedy: Space[] = [];
  for (let nth = 0; nth < 3; nth += 1) greedy.push(await spaceOf(20, () => 'one.example'));
  for (const space of greedy) await happen(space, 4);
  const counts = () => Promise.all(greedy.map(countOf));
  const sum = (await counts()).reduce((total, one) => total + one, 0);
  expect(sum).toBeLessThan(perHost);
  // Who comes next has a place there, once one of those that wait has gone on.
  const next = await spaceOf(1, () => 'one.example');
  const other = await spaceOf(1, () => 'other.example');
  await happen(next);
  await happen(other);
  expect([await countOf(next), await countOf(other)]).toEqual([1, 1]);
  for (let nth = 0; nth < 60; nth += 1) {
    const most = (await counts()).reduce((total, one) => total + one, await countOf(next));
    expect(most).toBeLessThanOrEqual(perHost);
    await takeOne(greedy[nth % 3] ?? next);
  }
});

it('who waits for a host that has no place for them is not asked before those that can leave', async () => {
  const victim = await spaceOf(30, (nth) => `r${nth}.example`);
  await happen(victim);
  expect(await countOf(victim)).toBe(perWorkspace);
  // Their host has two places left, and none for who has two there.
  for (let nth = 0; nth < 19; nth += 1) {
    const greedy = await spaceOf(3, () => 'full.example');
    const [third = ''] = greedy.endpointIds.slice(2);
    await happen({ ...greedy, endpointIds: greedy.endpointIds.slice(0, 2) });
    // As if they came at the same moment: else later ones wait behind the first that waits.
    await database.sql`update webhook_deliveries set state = 'sending', sending_since = now() where endpoint_id = any(${greedy.endpointIds.slice(0, 2)})`;
    await database.sql`update webhook_endpoints set waiting_since = now() - interval '1 second' where id = ${third}`;
  }
  // Each place that it leaves goes to its own that waits, until none does.
  for (let nth = 0; nth < 30; nth += 1) {
    await takeOne(victim);
    expect(await countOf(victim)).toBe(Math.min(perWorkspace, 29 - nth));
  }
});

it('first deliveries of workspaces have an end, too: beyond it they wait, and leave when one of these has ended', async () => {
  const { sql } = database;
  const crowd = await spaceOf(1, () => 'crowd.example');
  const [crowdId = ''] = crowd.endpointIds;
  for (let nth = 0; nth < totalWithFirst; nth += 1) {
    const event = { type: 'seat.created', workspaceId: crowd.workspaceId, subjectId: uuidv7(), data: {} } as const;
    await inTransaction(sql, (tx) => noteEvent(tx, event));
  }
  await sql`update webhook_deliveries set state = 'sending', sending_since = now() where endpoint_id = ${crowdId}`;
  const next = await spaceOf(1, () => 'next.example');
  await happen(next);
  expect(await countOf(next)).toBe(0);
  await takeOne(crowd);
  expect(await countOf(next)).toBe(1);
});

it('who is being served is passed over by others that end: nobody waits for its lock, and the next in line gets the place', async () => {
  const { sql } = database;
  const space = await spaceOf(perWorkspace + 2, (nth) => `r${nth}.example`);
  await happen(space);
  const [first = '', second = ''] = space.endpointIds.slice(perWorkspace);
  const [leaving] = await sending(space.endpointIds);
  await sql`update webhook_deliveries set state = 'delivered', sending_since = null, ended_at = now() where id = ${leaving?.id ?? ''}`;
  const given = await inTransaction(sql, async (tx) => {
    await tx`select 1 from webhook_endpoints where id = ${first} for no key update`;
    return grantPermits(sql, leaving?.endpointId ?? '');
  });
  expect(given).toHaveLength(1);
  expect(await sending([second])).toHaveLength(1);
});

it('endpoints of a deleted workspace that wait hold up nobody at their host', async () => {
  const { sql } = database;
  const deleted = await spaceOf(1, () => 'one.example');
  await happen({ ...deleted, endpointIds: [] });
  await sql`update webhook_endpoints set waiting_since = now() where id = any(${[...deleted.endpointIds]}::uuid[])`;
  const next = await spaceOf(1, () => 'one.example');
  await happen({ ...next, endpointIds: [] });
  await sql`update workspaces set erase_at = now() + interval '7 days' where id = ${deleted.workspaceId}`;
  expect(await grantPermits(sql, next.endpointIds[0] ?? '')).toHaveLength(1);
});
