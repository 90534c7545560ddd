import { setTimeout as delay } from 'node:timers/promises';
import { startFloor } from './floors/floor-process.ts';
import { type Pair, summarize } from './measure.ts';
import { atMost, makeRow, type Row } from './row.ts';
import { benchPlan, dropStackData, launch } from './stack.ts';

const ROUNDS = 3;
const POLL_MS = 10;
const WITHIN_MS = 120_000;

/** Milliseconds from a start until the first slots call is answered. */
async function firstSlots(startedMs: number): Promise<number> {
  const url = `http://localhost:${benchPlan().ports.public}/api/v1/public/acme/ada/intro-30/slots?timezone=UTC`;
  for (;;) {
    const answered = await fetch(url).then(
      async (answer) => (await answer.text()) !== '' && answer.ok,
      () => false,
    );
    const tookMs = performance.now() - startedMs;
    if (answered) return tookMs;
    if (tookMs > WITHIN_MS) throw new Error('No slots were answered in time');
    await delay(POLL_MS);
  }
}

async function startProduct(): Promise<number> {
  await dropStackData();
  const launched = launch({ fresh: false });
  try {
    const [tookMs] = await Promise.all([firstSlots(launched.startedMs), launched.ready]);
    return tookMs;
  } finally {
    await launched.stop();
  }
}

async function startServersAlone(): Promise<number> {
  await dropStackData();
  const floor = startFloor<'start' | 'stop', number>('./servers.ts');
  try {
    const tookMs = await floor.ask('start');
    await floor.ask('stop');
    return tookMs;
  } finally {
    await floor.stop();
  }
}

/** `start`: the first `npm start` until the first slots, compared with the first start of its two servers. Programs exist, data do not. */
export async function startRow(): Promise<Row> {
  const pairs: Pair[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const floor = await startServersAlone();
    pairs.push({ floor, value: await startProduct() });
  }
  return makeRow('start', atMost(1.7), { ...summarize(pairs), unit: 'ms' });
}
