import { setTimeout as delay } from 'node:timers/promises';
import { median } from './measure.ts';
import { atMost, makeRow, type Row } from './row.ts';
import type { Stack } from './stack.ts';

const REST_MS = 8_000;
const SAMPLES = 5;

/** `memory_api` and `memory_worker`: resident memory of both processes some seconds after their start, before any load. */
export async function memoryRows(stack: Stack, wanted: ReadonlySet<string>): Promise<Row[]> {
  await delay(REST_MS);
  const sides = [
    { name: 'memory_api', part: 'api', target: atMost(200), megabytes: [] as number[] },
    { name: 'memory_worker', part: 'worker', target: atMost(350), megabytes: [] as number[] },
  ] as const;
  for (let nth = 0; nth < SAMPLES; nth += 1) {
    for (const { part, megabytes } of sides) megabytes.push(stack.memoryMb(part));
    await delay(200);
  }
  return sides
    .filter(({ name }) => wanted.has(name))
    .map(({ name, target, megabytes }) => makeRow(name, target, { value: median(megabytes), floor: null, unit: 'MB' }));
}
