import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { findWaiting, noteNudges, waitingRows } from '../../../store/ops/sweep.ts';
import { noteBookingChange, settlePrepStanding } from '../../../store/prep/prep-packs.ts';
import { PUT_OFF_AT_ONCE, RUSH } from '../../../store/prep/put-off-packs.ts';
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

/** So many bookings whose first packs were put off so long ago. */
async function putOff(count: number, secondsAgo: number, of = host): Promise<string[]> {
  const ids: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const { bookingId } = await makeBooking(database.sql, of, { hostId: of.userId, eventTypeId: of.eventTypeId });
    expect(await noteBookingChange(database.sql, bookingId, 1)).toEqual({
      workspaceId: of.workspaceId,
      isFirst: true,
    });
    ids.push(bookingId);
  }
  await database.sql`
    update prep_packs set starts_at = now() - ${secondsAgo} * interval '1 second',
      inputs_changed_at = now() - ${secondsAgo} * interval '1 second' where booking_id = any(${ids})`;
  return ids;
}

const dueIds = async () => (await findWaiting(database.sql, waitingRows)).map(({ id }) => id);

it('rest while others are put off, then are made four at a time', async () => {
  const early = await putOff(6, 60);
  await putOff(RUSH.packs, 5);
  expect(await dueIds()).toEqual([]);
  await database.sql`update prep_packs set starts_at = starts_at - interval '11 seconds'`;
  const first = await findWaiting(database.sql, waitingRows);
  expect(first).toHaveLength(PUT_OFF_AT_ONCE);
  expect(early).toEqual(expect.arrayContaining(first.map(({ id }) => id)));
  // Until one of them is made, no other is started.
  await noteNudges(database.sql, first);
  expect(await dueIds()).toEqual([]);
  await settlePrepStanding(database.sql, first[0]?.id ?? '');
  expect(await dueIds()).toHaveLength(1);
});

it('rest three minutes at most, however long the rush is', async () => {
  const early = await putOff(2, 181);
  await putOff(RUSH.packs, 5);
  expect((await dueIds()).sort()).toEqual(early.sort());
});

it('come from each workspace in turn: one account’s many keep no other waiting', async () => {
  await putOff(12, 300);
  const [later = ''] = await putOff(1, 200, await createHost(database.sql));
  expect(await dueIds()).toContain(later);
});

it('do not rest because of a few', async () => {
  const early = await putOff(1, 20);
  await putOff(RUSH.packs - 1, 5);
  expect(await dueIds()).toEqual(early);
});

it('are first packs alone: one that is made takes no turn', async () => {
  const [id = ''] = await putOff(1, 1);
  await settlePrepStanding(database.sql, id);
  expect(await noteBookingChange(database.sql, id, 2)).toEqual({ workspaceId: host.workspaceId, isFirst: false });
});
