import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../../store/database.ts';
import { findWaiting, waitingRows } from '../../../store/ops/sweep.ts';
import { planRetry, takeRetry } from '../../../store/prep/enrichments.ts';
import { noteBookingChange, settlePack } from '../../../store/prep/prep-packs.ts';
import { refreshPack } from '../../../store/prep/refresh-pack.ts';
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

/** A meeting in so many hours, whose look-up found nothing: its pack is made. */
async function failed(hours: number): Promise<string> {
  const { sql } = database;
  const place = { hostId: host.userId, eventTypeId: host.eventTypeId, startMs: Date.now() + hours * 3_600_000 };
  const { bookingId } = await makeBooking(sql, host, place);
  await noteBookingChange(sql, bookingId, 1);
  await sql`
    insert into enrichments (id, booking_id, workspace_id, status, domain)
    values (${uuidv7()}, ${bookingId}, ${host.workspaceId}, 'failed', 'acme-robotics.com')`;
  await sql`update prep_packs set made_version = inputs_version where booking_id = ${bookingId}`;
  await inTransaction(sql, (tx) => planRetry(tx, bookingId, 'source_failed'));
  return bookingId;
}

const rowOf = async (bookingId: string) => {
  const [row] = await database.sql`
    select status, attempt, retries, retry_at is not null as planned from enrichments where booking_id = ${bookingId}`;
  return row;
};
const letItCome = (bookingId: string) =>
  database.sql`update enrichments set retry_at = now() - interval '1 minute' where booking_id = ${bookingId}`;

it('is planned before the meeting begins, or not at all', async () => {
  expect(await rowOf(await failed(1))).toMatchObject({ planned: false });
  expect(await rowOf(await failed(2))).toMatchObject({ planned: true });
});

it('is what the flow waits for, is taken once, and then the pack is to be made', async () => {
  const id = await failed(30);
  const standing = await settlePack(database.sql, id);
  expect(standing).toMatchObject({ isDue: false, isRetryDue: false, waitsFor: 'retry' });
  await takeRetry(database.sql, id);
  expect(await rowOf(id)).toMatchObject({ status: 'failed', attempt: 1 });
  await letItCome(id);
  expect(await settlePack(database.sql, id)).toMatchObject({
    isDue: false,
    isRetryDue: true,
    isMailDue: false,
  });
  await takeRetry(database.sql, id);
  await takeRetry(database.sql, id);
  expect(await rowOf(id)).toEqual({ status: 'pending', attempt: 2, retries: 1, planned: false });
  expect(await settlePack(database.sql, id)).toMatchObject({ isDue: true, isRetryDue: false });
});

it('whose flow is gone is found by the sweep', async () => {
  const id = await failed(34);
  await letItCome(id);
  await settlePack(database.sql, id);
  await database.sql`update prep_packs set next_look_at = now() - interval '1 minute' where booking_id = ${id}`;
  expect((await findWaiting(database.sql, waitingRows)).map((row) => row.id)).toContain(id);
});

it('does not come once the meeting has begun, or was moved before it', async () => {
  const id = await failed(38);
  await letItCome(id);
  await database.sql`update bookings set start_at = now() - interval '1 second' where id = ${id}`;
  expect(await settlePack(database.sql, id)).toMatchObject({ isRetryDue: false, waitsFor: 'end' });
  await takeRetry(database.sql, id);
  expect(await rowOf(id)).toMatchObject({ status: 'failed', attempt: 1 });
});

it('begins anew when a person asks for the pack', async () => {
  const id = await failed(72);
  await database.sql`update enrichments set retries = 2, updated_at = now() - interval '2 hours' where booking_id = ${id}`;
  await refreshPack(database.sql, {
    bookingId: id,
    workspaceId: host.workspaceId,
    revision: 1,
    domain: 'acme-robotics.com',
    isOffHere: false,
  });
  expect(await rowOf(id)).toEqual({ status: 'pending', attempt: 2, retries: 0, planned: false });
});
