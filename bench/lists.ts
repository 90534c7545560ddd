/** Lists of a workspace in a database with a million bookings, compared with the same lists in a small one. */
import postgres, { type Sql } from 'postgres';
import { connect } from '../store/database.ts';
import { migrate } from '../store/migrate.ts';
import { listCases } from '../test/support/drivers/list-cases.ts';
import { fillDatabase, GROWN, type Size, SMALL } from '../test/support/factories/grown-database.ts';
import { median, timeMs } from './measure.ts';
import { atMost, makeRow, type Row } from './row.ts';
import type { Stack } from './stack.ts';

const LIMIT = 50;
const ROUNDS = 60;
const WARM_UPS = 10;
/** A list that takes less than this longer counts as equal: no caller notices, and of a query of 0.1 ms it would be twice the time. */
const UNNOTICED_MS = 0.1;

const say = (line: string): void => console.error(line);

/** What a list takes in the grown database by what it takes in the small one. 1: it takes no longer that a caller could notice. */
const ratioOf = (value: number, floor: number): number =>
  value >= floor && value - floor < UNNOTICED_MS ? 1 : value / floor;

/** `lists_grown`: every list by every filter. The slowest list decides, by its own floor. */
export async function listsGrownRow({ databaseUrl }: Stack): Promise<Row> {
  const [small, grown] = [
    await filled(databaseUrl, 'bench_lists_small', SMALL),
    await filled(databaseUrl, 'bench_lists_grown', GROWN),
  ];
  try {
    const cases = [];
    for (const { name, run } of listCases(Date.now(), LIMIT)) {
      const [few, many] = [(await run(small)).length, (await run(grown)).length];
      // A fuller page takes longer in any database.
      if (many > few) throw new Error(`${name} has ${few} rows in the small database, and ${many} in the grown one`);
      const [floor, value] = await alternately(
        () => run(small),
        () => run(grown),
      );
      cases.push({ name, floor, value, ratio: ratioOf(value, floor) });
    }
    const slowest = cases.toSorted((one, other) => other.ratio - one.ratio);
    for (const { name, floor, value, ratio } of slowest.slice(0, 10))
      say(`  ${ratio.toFixed(2)}  ${name}: ${value.toFixed(2)} ms, small ${floor.toFixed(2)} ms`);
    const [worst] = slowest;
    if (!worst) throw new Error('no lists');
    return makeRow('lists_grown', atMost(1.2), { ...worst, unit: 'ms' });
  } finally {
    await Promise.all([small.end(), grown.end()]);
    for (const name of ['bench_lists_small', 'bench_lists_grown']) await dropDatabase(databaseUrl, name);
  }
}

/** Medians of both, each measured once a round in turn. */
async function alternately(one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
    const taken = [await timeMs(one), await timeMs(other)] as const;
    if (round < 0) continue;
    times[0].push(taken[0]);
    times[1].push(taken[1]);
  }
  return [median(times[0]), median(times[1])];
}

async function filled(databaseUrl: string, name: string, size: Size): Promise<Sql> {
  say(`  Writing ${size.bookings} bookings of ${size.hosts} hosts …`);
  await dropDatabase(databaseUrl, name);
  const admin = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  await admin`create database ${admin(name)}`;
  await admin.end();
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  const sql = connect(url.href, { maxConnections: 1, name: 'holdfast-bench-lists' });
  await migrate(sql);
  await fillDatabase(sql, size);
  return sql;
}

async function dropDatabase(databaseUrl: string, name: string): Promise<void> {
  const admin = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  await admin`drop database if exists ${admin(name)} with (force)`;
  await admin.end();
}
