/** Slots over HTTP compared with bare Express; a full calendar compared with an almost empty one. */
import type { TestHost } from '../test/support/drivers/host.ts';
import { type FloorProcess, startFloor } from './floors/floor-process.ts';
import { busyHost } from './hosts.ts';
import { getText, load } from './load.ts';
import { median, type Pair, summarize, timeMs } from './measure.ts';
import { atLeast, atMost, makeRow, type Row, type Target } from './row.ts';
import type { Stack } from './stack.ts';

const MINUTE_MS = 60_000;
const SLOTS = 100;
const ROUNDS = 5;
const SECONDS = 2;
const PAIRS = 300;
const ZONES = Intl.supportedValuesOf('timeZone');

interface SlotsBody {
  readonly slots: readonly { readonly startUtc: string }[];
}

/** Paths of slots calls, each with another window and zone. */
function coldPaths(eventPath: string, days: number): () => string {
  const firstMs = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS + 180 * MINUTE_MS;
  const minutes = days * 24 * 60;
  let calls = 0;
  return () => {
    calls += 1;
    const from = new Date(firstMs + ((calls * 37) % minutes) * MINUTE_MS).toISOString();
    return `${eventPath}/slots?timezone=${encodeURIComponent(ZONES[calls % ZONES.length] ?? 'UTC')}&from=${from}`;
  };
}

const parseSlots = (text: string): SlotsBody => {
  const body = JSON.parse(text) as SlotsBody;
  if (body.slots.length !== SLOTS)
    throw new Error(`A slots call answered ${body.slots.length} slots instead of ${SLOTS}`);
  return body;
};

/** Checks that answers under load have 100 slots and equal those of a single call. */
async function checkSamples(origin: string, samples: ReadonlyMap<string, string>): Promise<void> {
  if (samples.size === 0) throw new Error('No answer was looked at');
  for (const [path, text] of [...samples].slice(-25)) {
    const alone = parseSlots(await getText(`${origin}${path}`));
    if (JSON.stringify(alone) !== JSON.stringify(parseSlots(text)))
      throw new Error(`Under load ${path} answered something else`);
  }
}

type ExpressFloor = FloorProcess<{ body: object }, { port: number }>;

/** `slots_cold` and `slots_warm`: requests per second, compared with Express sending the same body. */
export async function slotsRows(stack: Stack, wanted: ReadonlySet<string>): Promise<Row[]> {
  const eventPath = '/api/v1/public/acme/ada/intro-30';
  const nextCold = coldPaths(eventPath, 40);
  const warmPath = nextCold();
  const body = parseSlots(await getText(`${stack.publicUrl}${warmPath}`));
  const floor: ExpressFloor = startFloor('./express.ts');
  try {
    const { port } = await floor.ask({ body });
    const sides = [
      { name: 'slots_cold', target: atLeast(0.6), nextPath: nextCold, pairs: [] as Pair[] },
      { name: 'slots_warm', target: atLeast(1.8), nextPath: () => warmPath, pairs: [] as Pair[] },
    ].filter(({ name }) => wanted.has(name));
    for (let round = 0; round <= ROUNDS; round += 1) {
      const express = await load(`http://127.0.0.1:${port}`, () => '/slots', SECONDS);
      for (const { nextPath, pairs } of sides) {
        const product = await load(stack.publicUrl, nextPath, SECONDS);
        await checkSamples(stack.publicUrl, product.samples);
        // The first round warms up.
        if (round > 0) pairs.push({ floor: express.requestsPerSecond, value: product.requestsPerSecond });
      }
    }
    return sides.map(({ name, target, pairs }) => makeRow(name, target, { ...summarize(pairs), unit: 'req/s' }));
  } finally {
    await floor.stop();
  }
}

/** `busy_year`: a host with 10,000 bookings a year compared with a host with 10, same windows. */
export async function busyYearRow(stack: Stack): Promise<Row> {
  const [quiet, busy] = [await busyHost(stack.sql, 10), await busyHost(stack.sql, 10_000)];
  return compareHosts(stack, { name: 'busy_year', target: atMost(1.1) }, [quiet, busy]);
}

/** Times the slots calls of two hosts in the same windows. The first is the floor. */
export async function compareHosts(
  { publicUrl }: Stack,
  { name, target }: { readonly name: string; readonly target: Target },
  hosts: readonly [TestHost, TestHost],
): Promise<Row> {
  const sides = hosts.map(({ address }) => {
    const origin = `${publicUrl}/api/v1/public/${address.workspace}/${address.username}/${address.eventSlug}`;
    return { nextUrl: coldPaths(origin, 340), times: [] as number[] };
  });
  for (let nth = -30; nth < PAIRS; nth += 1) {
    for (const { nextUrl, times } of sides) {
      const url = nextUrl();
      let text = '';
      const tookMs = await timeMs(async () => {
        text = await getText(url);
      });
      parseSlots(text);
      if (nth >= 0) times.push(tookMs);
    }
  }
  const [floor = Number.NaN, value = Number.NaN] = sides.map(({ times }) => median(times));
  return makeRow(name, target, { value, floor, unit: 'ms' });
}
