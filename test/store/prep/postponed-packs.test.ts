import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { CONCURRENCY } from '../../../domain/concurrency.ts';
import { findWaiting, noteNudges, waitingRows } from '../../../store/ops/sweep.ts';
import { noteBookingChange, settlePack } from '../../../store/prep/prep-packs.ts';
import { createHost, type TestHost } from '../../support/drivers/host.ts';
import { makeBooking } from '../../support/drivers/host-bookings.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

let database: TestDatabase;
let host: TestHost;
beforeAll(async () => {
  database = await cloneDatabase();
  host = await createHost(database.sql);
});
afterAll(() => database?.close());
beforeEach(() => database.sql`delete from prep_packs`);

/** So many bookings whose first packs were queued so long ago, and have not begun. */
async function queue(count: number, secondsAgo: number, of = host): Promise<string[]> {
  const ids: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const { bookingId } = await makeBooking(database.sql, of, { hostId: of.userId, eventTypeId: of.eventTypeId });
    expect(await noteBookingChange(database.sql, bookingId, 1)).toMatchObject({ workspaceId: of.workspaceId });
    ids.push(bookingId);
  }
  await database.sql`
    update prep_packs set queued_at = now() - ${secondsAgo} * interval '1 second',
      inputs_changed_at = now() - ${secondsAgo} * interval '1 second' where booking_id = any(${ids})`;
  return ids;
}

const dueIds = async () => (await findWaiting(database.sql, waitingRows)).map(({ id }) => id);

it('rest while others are put off, then are made four at a time', async () => {
  const early = await queue(6, 60);
  await queue(10, 5);
  expect(await dueIds()).toEqual([]);
  await database.sql`update prep_packs set queued_at = queued_at - interval '11 seconds'`;
  const first = await findWaiting(database.sql, waitingRows);
  expect(first).toHaveLength(CONCURRENCY.firstPacks.postponed);
  expect(early).toEqual(expect.arrayContaining(first.map(({ id }) => id)));
  // Until one of them is made, no other is started.
  await noteNudges(database.sql, first);
  expect(await dueIds()).toEqual([]);
  await settlePack(database.sql, first[0]?.id ?? '');
  expect(await dueIds()).toHaveLength(1);
});

it('rest three minutes at most, however long the rush is', async () => {
  const early = await queue(2, 181);
  await queue(10, 5);
  expect((await dueIds()).sort()).toEqual(early.sort());
});

it('come from each workspace in turn: one account’s many keep no other waiting', async () => {
  await queue(12, 300);
  const [later = ''] = await queue(1, 200, await createHost(database.sql));
  expect(await dueIds()).toContain(later);
});

it('do not rest because of a few', async () => {
  const early = await queue(1, 20);
  await queue(9, 5);
  expect(await dueIds()).toEqual(early);
});

it('are those of which enough others have not begun; one that begins makes room', async () => {
  const isPostponed = async () => {
    const { bookingId } = await makeBooking(database.sql, host, { hostId: host.userId, eventTypeId: host.eventTypeId });
    return [bookingId, (await noteBookingChange(database.sql, bookingId, 1))?.isPostponed] as const;
  };
  const begun: string[] = [];
  for (let nth = 0; nth < CONCURRENCY.firstPacks.total; nth += 1) {
    const [id, postponed] = await isPostponed();
    expect(postponed).toBe(false);
    begun.push(id);
  }
  const [late, postponed] = await isPostponed();
  expect(postponed).toBe(true);
  for (const id of begun.slice(0, 2)) await settlePack(database.sql, id);
  // Four others have not begun. A repeated call does not count its own row.
  expect((await noteBookingChange(database.sql, late, 1))?.isPostponed).toBe(false);
});

it('are first packs alone: a change of one that has begun is never postponed', async () => {
  const [id = ''] = await queue(1, 1);
  await settlePack(database.sql, id);
  await queue(10, 1);
  expect(await noteBookingChange(database.sql, id, 2)).toEqual({ workspaceId: host.workspaceId, isPostponed: false });
});
