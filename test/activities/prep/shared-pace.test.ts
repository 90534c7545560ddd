import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSharedPace } from '../../../activities/prep/pace.ts';
import { connect } from '../../../store/database.ts';
import { reserveRequest } from '../../../store/prep/look-up-leases.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database?.close());

/** Paces of so many workers. */
const workers = (count: number, limits: { intervalMs: number; maxWaitMs: number }) =>
  Array.from({ length: count }, () => createSharedPace(database.sql, limits));

it('three workers together ask a server no more often than one may', async () => {
  const paces = workers(3, { intervalMs: 40, maxWaitMs: 10_000 });
  const startMs = performance.now();
  const turns = Array.from({ length: 12 }, (_, nth) => paces[nth % 3]?.wait('rdap.a.test'));
  expect(await Promise.all(turns)).toEqual(turns.map(() => true));
  const tookMs = performance.now() - startMs;
  expect(tookMs).toBeGreaterThanOrEqual(11 * 40 - 5);
  // Ten times as slow would be more, and a busy machine takes less.
  expect(tookMs).toBeLessThan(4_000);
});

it('the moments of a server are one interval apart', async () => {
  const waits: number[] = [];
  const limits = { intervalMs: 3_600_000, maxWaitMs: 10 * 3_600_000 };
  for (let nth = 0; nth < 4; nth++) waits.push((await reserveRequest(database.sql, 'rdap.f.test', limits)) ?? -1);
  // The clock goes on between two calls: a minute is far less than an interval.
  expect(waits.map((waitMs) => Math.round(waitMs / 60_000))).toEqual([0, 60, 120, 180]);
});

it('who would wait too long hears so at once, takes no moment from others, and servers do not wait for each other', async () => {
  const [one, other] = workers(2, { intervalMs: 3_600_000, maxWaitMs: 0 });
  expect(await one?.wait('rdap.b.test')).toBe(true);
  for (let nth = 0; nth < 5; nth++) expect(await other?.wait('rdap.b.test')).toBe(false);
  expect(await other?.wait('rdap.c.test')).toBe(true);
  const [row] = await database.sql`
    select next_at < clock_timestamp() + interval '61 minutes' as "isOne" from registry_pace where server = 'rdap.b.test'`;
  expect(row?.isOne).toBe(true);
});

it('an idle server has no moments saved up', async () => {
  const [pace] = workers(1, { intervalMs: 3_600_000, maxWaitMs: 0 });
  await database.sql`insert into registry_pace values ('rdap.d.test', now() - interval '1 day')`;
  expect([await pace?.wait('rdap.d.test'), await pace?.wait('rdap.d.test')]).toEqual([true, false]);
});

it('without the database the server is left alone', async () => {
  const gone = connect('postgres://localhost:1/none', { name: 'gone', maxConnections: 1 });
  expect(await createSharedPace(gone, { intervalMs: 1, maxWaitMs: 1 }).wait('rdap.e.test')).toBe(false);
  await gone.end();
});
