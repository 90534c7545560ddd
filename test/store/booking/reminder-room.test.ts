import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { BookingStanding } from '../../../domain/booking/attempt.ts';
import type { PlannedReminder } from '../../../domain/booking/reminder-times.ts';
import { readStanding } from '../../../store/booking/booking-standing.ts';
import { confirmBooking } from '../../../store/booking/confirm-booking.ts';
import { planColumns, settleReminders } from '../../../store/booking/reminders.ts';
import { inTransaction } from '../../../store/database.ts';
import { atOnce, openAttempt } from '../../support/drivers/attempts.ts';
import { askCode, bookingRequest, confirmIssue, testSecrets } from '../../support/drivers/guest.ts';
import { createHost } from '../../support/drivers/host.ts';
import { remindOf } from '../../support/drivers/reminders.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A minute begins then. */
const DUE_MS = Date.UTC(2030, 0, 7, 9);

let database: TestDatabase;
let bookingId: string;
beforeAll(async () => {
  database = await cloneDatabase();
  const { sql } = database;
  const host = await createHost(sql);
  const [start = 0] = await host.openStarts();
  const outcome = await confirmIssue(sql, await askCode(sql, host), start);
  if (outcome.result !== 'done') throw new Error(outcome.reason);
  bookingId = outcome.bookingId;
});
afterAll(() => database.close());
beforeEach(() => database.sql`delete from bookings where id <> ${bookingId}`);

/** So many other bookings remind then. */
const crowd = (atMs: number, bookings = 360) => database.sql`
  insert into bookings select (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'remind_at', ${new Date(atMs)}::timestamptz))).*
  from bookings b, generate_series(1, ${bookings}) where b.id = ${bookingId}`;

const reminder = (atMs: number): PlannedReminder => ({ id: uuidv7(), side: 'before', to: 'guest', atMs });

/** Minutes after its due time that a reminder leaves. */
async function waitsMinutes(startMs: number, dueMs = DUE_MS): Promise<number> {
  const [row] = await inTransaction(database.sql, (tx) => {
    const { remindAt } = planColumns(tx, [reminder(dueMs)], startMs);
    return tx<{ at: Date }[]>`select ${remindAt} as at`;
  });
  return ((row?.at.getTime() ?? 0) - dueMs) / MINUTE_MS;
}

it('a reminder leaves when it is due while its minute has room, or five minutes later, or ten', async () => {
  const dayLater = DUE_MS + 24 * HOUR_MS;
  await crowd(DUE_MS + MINUTE_MS - 1, 359);
  expect(await waitsMinutes(dayLater)).toBe(0);
  await crowd(DUE_MS, 1);
  expect(await waitsMinutes(dayLater)).toBe(5);
  // Its place within the minute stays, and neighbours count for nothing.
  expect(await waitsMinutes(dayLater, DUE_MS + 0.5 * MINUTE_MS)).toBe(5);
  expect(await waitsMinutes(dayLater, DUE_MS + MINUTE_MS)).toBe(0);
  expect(await waitsMinutes(dayLater, DUE_MS - 1)).toBe(0);
  await crowd(DUE_MS + 5.9 * MINUTE_MS);
  expect(await waitsMinutes(dayLater)).toBe(10);
});

it('never more than an hour later, nor a third of what is left until the meeting', async () => {
  for (let minutes = 0; minutes <= 60; minutes += 5) await crowd(DUE_MS + minutes * MINUTE_MS);
  const waits = async (startMs: number): Promise<number[]> => {
    const seen = [];
    for (let nth = 0; nth < 20; nth += 1) seen.push(await waitsMinutes(startMs));
    return seen.toSorted((one, other) => one - other);
  };
  expect((await waits(DUE_MS + 24 * HOUR_MS)).every((minutes) => minutes <= 60)).toBe(true);
  const hourBefore = await waits(DUE_MS + HOUR_MS);
  expect(new Set(hourBefore).size).toBeGreaterThan(1);
  expect(hourBefore.at(-1)).toBeLessThanOrEqual(20);
  expect(await waitsMinutes(DUE_MS + 5 * MINUTE_MS)).toBe(0);
  // One that leaves after the meeting has no start to be in time for.
  expect(await waitsMinutes(DUE_MS - HOUR_MS)).toBeLessThanOrEqual(60);
}, 60_000);

it('the next one finds its place once the one before has left', async () => {
  const [first, second] = [reminder(DUE_MS - HOUR_MS), reminder(DUE_MS)];
  await crowd(DUE_MS);
  await database.sql`
    update bookings set reminders = ${database.sql.json([first, second] as never)}, start_at = ${new Date(DUE_MS + HOUR_MS)},
      end_at = ${new Date(DUE_MS + 2 * HOUR_MS)} where id = ${bookingId}`;
  const waitMs = await settleReminders(database.sql, bookingId, [first]);
  const [row] = await database.sql<{ at: Date; now: Date }[]>`
    select remind_at as at, clock_timestamp() as now from bookings where id = ${bookingId}`;
  expect(row?.at).toEqual(new Date(DUE_MS + 5 * MINUTE_MS));
  expect(Math.abs((row?.at.getTime() ?? 0) - (row?.now.getTime() ?? 0) - (waitMs ?? 0))).toBeLessThan(5_000);
});

it('a booking that was just made waits for its place, as do its flow and who reads it later', async () => {
  const { sql } = database;
  const host = await createHost(sql);
  await remindOf(sql, host.eventTypeId, [{ when: '1h before' }]);
  const start = (await host.openStarts()).at(-1) ?? 0;
  const dueMs = start - HOUR_MS;
  for (let minutes = 0; minutes < 5; minutes += 1) await crowd(dueMs + minutes * MINUTE_MS);
  const { challenge } = await askCode(sql, host);
  const attempt = await openAttempt(sql, challenge.id, 'confirm', bookingRequest(challenge.guestEmail, start));
  const { standing } = atOnce(await confirmBooking(sql, testSecrets, attempt.id));
  const leavesMs = (row: BookingStanding | null): number =>
    row === null || row.stage === 'code' ? 0 : Date.now() + (row.reminders?.waitMs ?? 0);
  for (const seen of [standing, await readStanding(sql, challenge.id)]) {
    expect(leavesMs(seen)).toBeGreaterThanOrEqual(dueMs + 5 * MINUTE_MS - 5_000);
    expect(leavesMs(seen)).toBeLessThan(dueMs + 10 * MINUTE_MS + 5_000);
  }
});
