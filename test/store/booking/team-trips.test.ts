import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rescheduleBooking } from '../../../store/booking/change-booking.ts';
import { confirmBooking } from '../../../store/booking/confirm-booking.ts';
import { atOnce, openAttempt } from '../../support/drivers/attempts.ts';
import { askCode, bookingRequest, testSecrets } from '../../support/drivers/guest.ts';
import { createHost, type TestHost } from '../../support/drivers/host.ts';
import { createTestTeam } from '../../support/factories/team.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

// Bookings of one event wait for each other, for the round trips between lock and commit. This test counts them.

let database: TestDatabase;
/** One connection, warm after its first booking: the driver sends unprepared statements one by one. */
let sql: Sql;
let flights: string[][] = [];
beforeAll(async () => {
  database = await cloneDatabase();
  let flight: string[] | null = null;
  // Statements sent before any answer make one trip.
  const debug = (_: number, text: string) => {
    if (flight === null) {
      flight = [];
      flights.push(flight);
      setImmediate(() => {
        flight = null;
      });
    }
    flight.push(text);
  };
  sql = postgres(database.url, { max: 1, debug, onnotice: () => {} });
});
afterAll(async () => {
  await sql.end({ timeout: 5 });
  await database.close();
});

const plain = (count: number) => Array.from({ length: count }, () => ({}));

/** The round trips of a transaction from the event's lock to its end. */
async function tripsOf(work: () => Promise<unknown>): Promise<number> {
  flights = [];
  await work();
  const isLock = (text: string) => /event_types where id = \$1 for no key/.test(text);
  const locked = flights.findIndex((texts) => texts.some(isLock));
  const ended = flights.findLastIndex((texts) => texts.includes('commit'));
  if (locked < 0 || ended < 0) throw new Error(`no lock or no commit in ${flights.length} flights`);
  return ended - locked + 1;
}

const confirm = async (host: TestHost, startMs: number) => {
  const { challenge } = await askCode(database.sql, host);
  const attempt = await openAttempt(
    database.sql,
    challenge.id,
    'confirm',
    bookingRequest(challenge.guestEmail, startMs),
  );
  const trips = await tripsOf(async () => {
    expect(atOnce(await confirmBooking(sql, testSecrets, attempt.id)).outcome).toMatchObject({ result: 'done' });
  });
  return { trips, bookingId: challenge.id };
};

it('a round robin books in five trips: page, claims and turns, a try, the rows, the commit; turns are entered once', async () => {
  const team = await createTestTeam(database.sql, { assignment: 'round_robin', members: plain(3) });
  const [one = 0, two = 0, three = 0] = await team.openStarts();
  await confirm(team, one);
  await confirm(team, two);
  expect((await confirm(team, three)).trips).toBe(5);
  const texts = flights.flat();
  expect(texts.some((text) => text.includes('update round_robin_shares'))).toBe(true);
  expect(texts.some((text) => text.includes('insert into round_robin_shares'))).toBe(false);
});

it('a collective books in five, however many meet; a host alone in four', async () => {
  for (const [count, trips] of [
    [2, undefined],
    [5, 5],
  ] as const) {
    const team = await createTestTeam(database.sql, { assignment: 'collective', members: plain(count) });
    const [one = 0] = await team.openStarts();
    const booked = await confirm(team, one);
    if (trips) expect(booked.trips).toBe(trips);
  }
  const host = await createHost(database.sql);
  const [one = 0, two = 0] = await host.openStarts();
  await confirm(host, one);
  expect((await confirm(host, two)).trips).toBe(4);
});

it('holds and moves the time of five in as many trips as that of two', async () => {
  const tripsWith = async (count: number) => {
    const team = await createTestTeam(database.sql, { assignment: 'collective', members: plain(count) });
    const [one = 0, two = 0, three = 0] = await team.openStarts();
    const event = await team.event();
    const hold = await tripsOf(() => askCode(sql, { ...team, event: async () => event }, { startMs: one }));
    const { bookingId } = await confirm(team, two);
    const request = { startMs: three, atRevision: 1, source: 'web' } as const;
    const attempt = await openAttempt(database.sql, bookingId, 'reschedule', request);
    const move = await tripsOf(async () => {
      expect(await rescheduleBooking(sql, attempt.id)).toMatchObject({ result: 'done' });
    });
    return { hold, move };
  };
  await tripsWith(2);
  const ofTwo = await tripsWith(2);
  expect(await tripsWith(5)).toEqual(ofTwo);
});
