/** How long a host's slot is still offered after an event has come into their calendar. */
import { setTimeout as delay } from 'node:timers/promises';
import { getText } from './load.ts';
import { atMost, makeRow, type Row } from './row.ts';
import type { Stack } from './stack.ts';
import { standIn } from './stand-ins.ts';
import { connectedHost, countSettled, forget, startSync, temporalOf } from './sync-flows.ts';

const ACCOUNT = 'grace@acme.test';
const PUSHES = 50;
const MOST_MS = 2_000;
const POLL_MS = 10;
const HALF_HOUR_MS = 1_800_000;

/** The value under which 95 of 100 lie. */
const p95 = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;

/** Events one after the other, with pauses of up to two seconds, as hosts make them. @returns milliseconds until each slot is gone */
async function pushTimes(stack: Stack, provider: 'google' | 'microsoft'): Promise<number[]> {
  const there = standIn(provider);
  const [client, tokens] = [await temporalOf(stack), await there.allow(ACCOUNT)];
  const { host, connectionId } = await connectedHost(stack, there, ACCOUNT, tokens);
  await startSync(client, connectionId);
  while ((await countSettled(stack.sql, [connectionId])) === 0) await delay(100);
  const { workspace, username, eventSlug } = host.address;
  const slots = `${stack.publicUrl}/api/v1/public/${workspace}/${username}/${eventSlug}/slots?timezone=UTC`;
  const starts = (await host.openStarts()).filter((startMs) => startMs % HALF_HOUR_MS === 0);
  const times: number[] = [];
  for (let nth = 0; nth < PUSHES; nth += 1) {
    const startMs = starts[nth + 2] ?? Number.NaN;
    const url = `${slots}&from=${new Date(startMs - HALF_HOUR_MS).toISOString()}`;
    const start = `"startUtc":"${new Date(startMs).toISOString()}"`;
    if (!(await getText(url)).includes(start)) throw new Error(`${start} is not offered`);
    await delay((nth % 10) * 200);
    await there.put(ACCOUNT, tokens, { startMs, endMs: startMs + HALF_HOUR_MS });
    // The stand-in pushes before it answers.
    const pushedMs = performance.now();
    while ((await getText(url)).includes(start)) await delay(POLL_MS);
    times.push(performance.now() - pushedMs);
  }
  await forget(stack, client, [connectionId]);
  await client.connection.close();
  return times;
}

/** `push_to_slots_google`, `push_to_slots_microsoft`: from the push until GET slots no longer has the start; p95 of 50. */
export async function pushRows(stack: Stack, wanted: ReadonlySet<string>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const provider of ['google', 'microsoft'] as const) {
    const name = `push_to_slots_${provider}`;
    if (!wanted.has(name)) continue;
    rows.push(
      makeRow(name, atMost(MOST_MS), { value: p95(await pushTimes(stack, provider)), floor: null, unit: 'ms' }),
    );
  }
  return rows;
}
