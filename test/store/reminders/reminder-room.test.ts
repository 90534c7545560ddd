import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { BookingFlowState } from '../../../domain/booking/attempt.ts';
import {
  FEW_IN_A_MINUTE,
  IN_A_MINUTE,
  type PlannedReminder,
  TESTS_IN_A_MINUTE,
} from '../../../domain/reminders/reminder-times.ts';
import { readStanding } from '../../../store/booking/booking-flow-state.ts';
import { decideBooking, rescheduleBooking } from '../../../store/booking/change-booking.ts';
import { confirmBooking } from '../../../store/booking/confirm-booking.ts';
import { inTransaction } from '../../../store/database.ts';
import { planColumns, settleReminders } from '../../../store/reminders/reminders.ts';
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
let workspaceId: string;
beforeAll(async () => {
  database = await cloneDatabase();
  const { sql } = database;
  const host = await createHost(sql);
  const [start = 0] = await host.openStarts();
  const outcome = await confirmIssue(sql, await askCode(sql, host), start);
  if (outcome.result !== 'done') throw new Error(outcome.reason);
  bookingId = outcome.bookingId;
  workspaceId = host.workspaceId;
});
afterAll(() => database.close());
beforeEach(() => database.sql`delete from bookings where id <> ${bookingId}`);

/** So many other bookings of the workspace, or of another one, remind then. */
const crowd = (atMs: number, bookings = IN_A_MINUTE, of = workspaceId, isTest = false) => database.sql`
  insert into bookings select (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'remind_at', ${new Date(atMs)}::timestamptz, 'workspace_id', ${of}::uuid, 'test_mode', ${isTest}::boolean))).*
  from bookings b, generate_series(1, ${bookings}) where b.id = ${bookingId}`;

const reminder = (atMs: number): PlannedReminder => ({ id: uuidv7(), side: 'before', to: 'guest', atMs });

/** Minutes after its due time that a reminder leaves. */
async function waitsMinutes(startMs: number, dueMs = DUE_MS, testMode = false): Promise<number | null> {
  const [row] = await inTransaction(database.sql, (tx) => {
    const { remindAt } = planColumns(tx, [reminder(dueMs)], { startMs, workspaceId, testMode });
    return tx<{ at: Date | null }[]>`select ${remindAt} as at`;
  });
  return row?.at ? (row.at.getTime() - dueMs) / MINUTE_MS : null;
}

it('a reminder leaves when it is due while its minute has room, or five minutes later, or ten', async () => {
  const dayLater = DUE_MS + 24 * HOUR_MS;
  await crowd(DUE_MS + MINUTE_MS - 1, IN_A_MINUTE - 1);
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

it('one of a workspace with few finds room in a crowd of others, until that is twice as large', async () => {
  const dayLater = DUE_MS + 24 * HOUR_MS;
  const { workspaceId: other } = await createHost(database.sql);
  await crowd(DUE_MS, IN_A_MINUTE, other);
  await crowd(DUE_MS, FEW_IN_A_MINUTE - 1);
  expect(await waitsMinutes(dayLater)).toBe(0);
  await crowd(DUE_MS, 1);
  expect(await waitsMinutes(dayLater)).toBe(5);
  await database.sql`delete from bookings where workspace_id = ${workspaceId} and id <> ${bookingId}`;
  await crowd(DUE_MS, IN_A_MINUTE - 1, other);
  expect(await waitsMinutes(dayLater)).toBe(0);
  await crowd(DUE_MS, 1, other);
  expect(await waitsMinutes(dayLater)).toBe(5);
});

it('test bookings have a room of their own: a small one, and a smaller one of each workspace; beyond it they remind of nothing', async () => {
  const dayLater = DUE_MS + 24 * HOUR_MS;
  const waits = (testMode: boolean) => waitsMinutes(dayLater, DUE_MS, testMode);
  await crowd(DUE_MS, 2 * IN_A_MINUTE);
  expect(await waits(true)).toBe(0);
  await database.sql`delete from bookings where id <> ${bookingId}`;
  await crowd(DUE_MS, FEW_IN_A_MINUTE, workspaceId, true);
  expect([await waits(true), await waits(false)]).toEqual([5, 0]);
  const { workspaceId: other } = await createHost(database.sql);
  for (let minutes = 5; minutes <= 60; minutes += 5)
    await crowd(DUE_MS + minutes * MINUTE_MS, TESTS_IN_A_MINUTE, other, true);
  expect([await waits(true), await waits(false)]).toEqual([null, 0]);
});

it('never more than an hour later, nor a third of what is left until the meeting', async () => {
  for (let minutes = 0; minutes <= 60; minutes += 5) await crowd(DUE_MS + minutes * MINUTE_MS);
  const waits = async (startMs: number): Promise<number[]> => {
    const seen = [];
    for (let nth = 0; nth < 20; nth += 1) seen.push((await waitsMinutes(startMs)) ?? Number.NaN);
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

it('less than a quarter of an hour before the start it leaves when it is due, however many do: it has no later place, and is not left out', async () => {
  await crowd(DUE_MS, 2 * IN_A_MINUTE);
  for (const minutes of [1, 5, 10, 14.9]) expect(await waitsMinutes(DUE_MS + minutes * MINUTE_MS)).toBe(0);
  expect(await waitsMinutes(DUE_MS + 15 * MINUTE_MS)).toBe(5);
});

it('so does that of a booking which was just made: after its time, and before the start', async () => {
  const { sql } = database;
  const host = await createHost(sql);
  await remindOf(sql, host.eventTypeId, [{ when: '10m before' }]);
  const start = (await host.openStarts()).at(-1) ?? 0;
  const dueMs = start - 10 * MINUTE_MS;
  for (const minute of [0, 1]) await crowd(dueMs + minute * MINUTE_MS, 2 * IN_A_MINUTE);
  const outcome = await confirmIssue(sql, await askCode(sql, host), start);
  if (outcome.result !== 'done') throw new Error(outcome.reason);
  const [row] = await sql<{ at: Date | null }[]>`select remind_at as at from bookings where id = ${outcome.bookingId}`;
  expect(row?.at?.getTime()).toBeGreaterThanOrEqual(dueMs);
  expect(row?.at?.getTime()).toBeLessThanOrEqual(dueMs + MINUTE_MS);
});

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

/** A booking of an event type that reminds an hour before, in a crowd that fills the minutes of `steps`. */
async function booked(settings: { readonly requires_approval?: boolean }, steps: number) {
  const { sql } = database;
  const host = await createHost(sql, settings);
  await remindOf(sql, host.eventTypeId, [{ when: '1h before' }]);
  const starts = await host.openStarts();
  const start = starts.at(-1) ?? 0;
  for (let minutes = 0; minutes < 5 * steps; minutes += 1)
    await crowd(start - HOUR_MS + minutes * MINUTE_MS, IN_A_MINUTE, host.workspaceId);
  return { host, starts, start };
}

/** Minutes after one hour before the start. */
async function leavesMinutes(id: string, startMs: number): Promise<number> {
  const [row] = await database.sql<{ at: Date | null }[]>`select remind_at as at from bookings where id = ${id}`;
  return ((row?.at?.getTime() ?? 0) - (startMs - HOUR_MS)) / MINUTE_MS;
}

it('a booking that was just made waits for its place, as do its flow and who reads it later', async () => {
  const { sql } = database;
  const { host, start } = await booked({}, 1);
  const { challenge } = await askCode(sql, host);
  const attempt = await openAttempt(sql, challenge.id, 'confirm', bookingRequest(challenge.guestEmail, start));
  const { standing } = atOnce(await confirmBooking(sql, testSecrets, attempt.id));
  const leavesMs = (row: BookingFlowState | null): number =>
    row === null || row.stage === 'code' ? 0 : Date.now() + (row.reminders?.waitMs ?? 0);
  for (const seen of [standing, await readStanding(sql, challenge.id)]) {
    expect(leavesMs(seen)).toBeGreaterThanOrEqual(start - HOUR_MS + 5 * MINUTE_MS - 5_000);
    expect(leavesMs(seen)).toBeLessThan(start - HOUR_MS + 10 * MINUTE_MS + 5_000);
  }
});

/** All steps that are in time are full, the next has room: it would be too late. */
const IN_TIME = 5;

it('one that was moved waits, too, and is in time for its new start', async () => {
  const { sql } = database;
  const { host, starts, start } = await booked({}, IN_TIME);
  const outcome = await confirmIssue(sql, await askCode(sql, host), starts[0] ?? 0);
  if (outcome.result !== 'done') throw new Error(outcome.reason);
  const id = outcome.bookingId;
  const attempt = await openAttempt(sql, id, 'reschedule', { startMs: start, atRevision: 1, source: 'public_api' });
  expect(atOnce(await rescheduleBooking(sql, attempt.id))).toMatchObject({ result: 'done' });
  expect(await leavesMinutes(id, start)).toBeGreaterThanOrEqual(0);
  expect(await leavesMinutes(id, start)).toBeLessThan(25);
});

it('so does one that is approved', async () => {
  const { sql } = database;
  const { host, start } = await booked({ requires_approval: true }, IN_TIME);
  const outcome = await confirmIssue(sql, await askCode(sql, host), start);
  if (outcome.result !== 'done') throw new Error(outcome.reason);
  const id = outcome.bookingId;
  const decision = { decision: 'approve', reason: null, startMs: start, atRevision: 1 } as const;
  expect(await decideBooking(sql, (await openAttempt(sql, id, 'decide', decision)).id)).toMatchObject({
    result: 'done',
  });
  expect(await leavesMinutes(id, start)).toBeGreaterThanOrEqual(0);
  expect(await leavesMinutes(id, start)).toBeLessThan(25);
});
