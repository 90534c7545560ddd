/**
 * By hand, not a row: rounds of prep packs that become due at once with their mails, while guests book. Says what guests wait, whether each
 * pack and each mail is there once, and what the worker holds after a collection. `npx tsx bench/packs-scale.ts --packs 10000 --rounds 1`
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { flowId } from '../workflows/catalogue.ts';
import { settled, withCode } from './bookings.ts';
import { guestsOf, type NextGuest } from './guests.ts';
import { median, ratePerSecond, timeMs } from './measure.ts';
import { countMade, makeWorkspace, startPack, type Workspace } from './packs.ts';
import { dropStackData, launch, openStack, type Stack } from './stack.ts';
import { temporalOf } from './sync-flows.ts';
import { workerHeapMb } from './worker-heap.ts';

const EACH = 50;
const DOMAINS = 1_000;
const START_AT_ONCE = 20;
const GUESTS_BEFORE = 20;
const GUEST_EVERY_MS = 2_000;
/** What is not there after so long for each pack, and five minutes, is lost. */
const LONGEST_PER_PACK_MS = 2_000;

interface Round {
  readonly seconds: number;
  readonly waitsMs: readonly number[];
  readonly failed: number;
}

/** One booking after the other: how long the guest waits for the answer. */
async function bookOne(nextGuest: NextGuest): Promise<number> {
  const { guest, code } = await withCode(nextGuest());
  return timeMs(() => guest.book(code));
}

/** Workspaces whose meetings are all within the time of their mail. Each domain is met by several of them. */
async function makeWork(stack: Stack, packs: number, round: number): Promise<Workspace[]> {
  const spaces: Workspace[] = [];
  for (let first = 0; first < packs; first += EACH) {
    const met = Array.from(
      { length: EACH },
      (_, nth) => `numbered-${(round * DOMAINS + ((first + nth) % DOMAINS)) % 10_000}.de`,
    );
    spaces.push(await makeWorkspace(stack.sql, met));
  }
  await stack.sql`
    update event_types set prep_mail_minutes = 10080 where workspace_id = any(${spaces.map(({ id }) => id)}::uuid[])`;
  return spaces;
}

async function makeRound(stack: Stack, nextGuest: NextGuest, spaces: readonly Workspace[]): Promise<Round> {
  const client = await temporalOf(stack);
  const work = spaces.flatMap(({ id, bookingIds }) =>
    bookingIds.map((bookingId) => ({ id: bookingId, workspaceId: id })),
  );
  const ids = work.map(({ id }) => id);
  const beganMs = performance.now();
  const starting = ratePerSecond(work.length, START_AT_ONCE, async (nth) => {
    const row = work[nth];
    if (row) await startPack(stack.sql, client, row);
  });
  const waitsMs: number[] = [];
  let failed = 0;
  for (;;) {
    await bookOne(nextGuest).then(
      (ms) => waitsMs.push(ms),
      (error: unknown) => {
        failed += 1;
        console.error(`  a guest could not book: ${String(error).slice(0, 160)}`);
      },
    );
    if ((await countMailed(stack, ids)) === ids.length && (await countMade(stack.sql, ids)) === ids.length) break;
    if (performance.now() - beganMs > 300_000 + ids.length * LONGEST_PER_PACK_MS)
      throw new Error('packs-scale: packs or mails are lost');
    await delay(GUEST_EVERY_MS);
  }
  await starting;
  const seconds = (performance.now() - beganMs) / 1_000;
  await checkMails(stack, ids);
  for (const id of ids) await client.workflow.getHandle(flowId('prepPack', id)).terminate('measured');
  await client.connection.close();
  return { seconds, waitsMs, failed };
}

async function countMailed({ sql }: Stack, ids: readonly string[]): Promise<number> {
  const [row] = await sql<{ mailed: number }[]>`
    select count(*)::int as mailed from prep_mails where booking_id = any(${[...ids]}::uuid[])`;
  return row?.mailed ?? 0;
}

/** @throws Error a mail is missing, or a host got two of a meeting */
async function checkMails({ sql }: Stack, ids: readonly string[]): Promise<void> {
  const [row] = await sql<{ mails: number; bookings: number }[]>`
    select count(*)::int as mails, count(distinct left(key, 36))::int as bookings from local_mails
    where kind = 'prep_pack' and left(key, 36) = any(${[...ids]})`;
  if (row?.mails !== ids.length || row.bookings !== ids.length)
    throw new Error(`packs-scale: ${JSON.stringify(row)} for ${ids.length} packs`);
}

const shown = (ms: readonly number[]): string => {
  const sorted = [...ms].sort((one, other) => one - other);
  return `p50 ${Math.round(median(ms))} ms, p95 ${Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0)} ms, of ${ms.length}`;
};

async function measure(stack: Stack, packs: number, rounds: number): Promise<void> {
  const nextGuest = await guestsOf(stack);
  const idle: number[] = [];
  for (let nth = 0; nth < GUESTS_BEFORE; nth += 1) idle.push(await bookOne(nextGuest));
  await settled({ stack });
  console.log(`guests alone: ${shown(idle.slice(5))}`);
  console.log(`worker at rest: ${await workerHeapMb(stack)}`);
  for (let round = 0; round < rounds; round += 1) {
    const spaces = await makeWork(stack, packs, round);
    const { seconds, waitsMs, failed } = await makeRound(stack, nextGuest, spaces);
    console.log(
      `round ${round + 1}: ${packs} packs made and mailed in ${seconds.toFixed(0)} s, each once; guests ${shown(waitsMs)}, failed ${failed}`,
    );
    console.log(`worker: ${await workerHeapMb(stack)}`);
  }
}

const { values } = parseArgs({
  options: { packs: { type: 'string', default: '2000' }, rounds: { type: 'string', default: '3' } },
});
const launched = launch({ fresh: true });
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void launched.stop().finally(() => process.exit(130)));
try {
  const stack = await openStack(launched);
  await measure(stack, Number(values.packs), Number(values.rounds)).finally(() => stack.stop());
} finally {
  await launched.stop();
  await dropStackData();
}
process.exit(0);
