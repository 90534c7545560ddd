/** Bookings with codes, compared with the minimum of a durable confirmation on the same servers. */
import { setTimeout as delay } from 'node:timers/promises';
import { type BareFlows, startBareFlows } from './bare-flows.ts';
import { type Guest, guestsOf, type NextGuest } from './guests.ts';
import { median, type Pair, ratePerSecond, summarize, timeMs } from './measure.ts';
import { atLeast, atMost, makeRow, type Row } from './row.ts';
import type { Stack } from './stack.ts';

const AT_ONCE = 20;
const WARM_UPS = 40;
const P50_ROUNDS = 8;
const P50_PER_ROUND = 10;
const RATE_ROUNDS = 3;
const SILENCE_MS = 200;
const RATE_COUNT = 160;

interface Bench {
  readonly stack: Stack;
  readonly floor: BareFlows;
  readonly nextGuest: NextGuest;
}

interface Ready {
  readonly guest: Guest;
  readonly code: string;
}

/** `code_p50`, `confirm_p50`, `confirm_rate` and `job_rate`. */
export async function bookingRows(stack: Stack, wanted: ReadonlySet<string>): Promise<Row[]> {
  const floor = await startBareFlows(stack);
  try {
    const bench = { stack, floor, nextGuest: await guestsOf(stack) };
    await warmUp(bench);
    const rows: Row[] = [];
    if (wanted.has('code_p50')) rows.push(await codeRow(bench));
    if (wanted.has('confirm_p50')) rows.push(await p50Row(bench));
    return [...rows, ...(await rateRows(bench, wanted))];
  } finally {
    await floor.stop();
  }
}

async function warmUp(bench: Bench): Promise<void> {
  await bench.floor.ask({ kind: 'rate', count: WARM_UPS, atOnce: AT_ONCE });
  await ratePerSecond(WARM_UPS, AT_ONCE, () => wholeJob(bench.nextGuest()));
  await settled(bench);
}

/** Waits for the confirmation mails too, so that the next measurement starts with idle servers. */
export async function settled({ stack: { sql } }: Pick<Bench, 'stack'>): Promise<void> {
  for (;;) {
    const [row] = await sql<{ open: number }[]>`
      select count(*)::int as open from booking_changes where announced_at is null`;
    if (row?.open === 0) break;
    await delay(50);
  }
  await delay(SILENCE_MS);
}

async function wholeJob(guest: Guest): Promise<void> {
  await guest.requestCode();
  await guest.book(await guest.readCode());
}

/** A guest who may book now. */
export async function withCode(guest: Guest): Promise<Ready> {
  await guest.requestCode();
  return { guest, code: await guest.readCode() };
}

/** Requesting a code, alone on the servers, compared with an update that starts its flow. */
async function codeRow(bench: Bench): Promise<Row> {
  const floorMs: number[] = [];
  const valueMs: number[] = [];
  for (let round = 0; round < P50_ROUNDS; round += 1) {
    floorMs.push(...(await bench.floor.ask({ kind: 'starts', count: P50_PER_ROUND })));
    for (let nth = 0; nth < P50_PER_ROUND; nth += 1) {
      const guest = bench.nextGuest();
      await delay(SILENCE_MS);
      valueMs.push(await timeMs(() => guest.requestCode()));
    }
  }
  return makeRow('code_p50', atMost(1.5), { value: median(valueMs), floor: median(floorMs), unit: 'ms' });
}

/** The booking call, alone on the servers, compared with the update. */
async function p50Row(bench: Bench): Promise<Row> {
  const floorMs: number[] = [];
  const valueMs: number[] = [];
  for (let round = 0; round < P50_ROUNDS; round += 1) {
    floorMs.push(...(await bench.floor.ask({ kind: 'updates', count: P50_PER_ROUND })));
    for (let nth = 0; nth < P50_PER_ROUND; nth += 1) {
      const { guest, code } = await withCode(bench.nextGuest());
      // Wait for the mails of the last booking: the floor has no work left either.
      await settled(bench);
      valueMs.push(await timeMs(() => guest.book(code)));
    }
    await settled(bench);
  }
  return makeRow('confirm_p50', atMost(1.3), { value: median(valueMs), floor: median(floorMs), unit: 'ms' });
}

async function confirmRate(bench: Bench): Promise<number> {
  const ready: Ready[] = [];
  await ratePerSecond(RATE_COUNT, AT_ONCE, async () => {
    ready.push(await withCode(bench.nextGuest()));
  });
  await delay(SILENCE_MS);
  return ratePerSecond(RATE_COUNT, AT_ONCE, (nth) => {
    const { guest, code } = ready[nth] as Ready;
    return guest.book(code);
  });
}

const jobRate = ({ nextGuest }: Bench): Promise<number> =>
  ratePerSecond(RATE_COUNT, AT_ONCE, () => wholeJob(nextGuest()));

async function rateRows(bench: Bench, wanted: ReadonlySet<string>): Promise<Row[]> {
  const sides = [
    { name: 'confirm_rate', target: atLeast(0.8), measure: confirmRate, pairs: [] as Pair[] },
    { name: 'job_rate', target: atLeast(0.4), measure: jobRate, pairs: [] as Pair[] },
  ].filter(({ name }) => wanted.has(name));
  if (sides.length === 0) return [];
  for (let round = 0; round < RATE_ROUNDS; round += 1) {
    const [floor = Number.NaN] = await bench.floor.ask({ kind: 'rate', count: RATE_COUNT, atOnce: AT_ONCE });
    for (const { measure, pairs } of sides) {
      pairs.push({ floor, value: await measure(bench) });
      await settled(bench);
    }
  }
  return sides.map(({ name, target, pairs }) => makeRow(name, target, { ...summarize(pairs), unit: 'per s' }));
}
