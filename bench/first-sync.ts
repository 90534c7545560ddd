/** The first reading of a large calendar, compared with a loop over its pages that inserts rows. */
import { setTimeout as delay } from 'node:timers/promises';
import { windowAt } from '../domain/calendars/sync-state.ts';
import { type FloorProcess, startFloor } from './floors/floor-process.ts';
import type { PagesAsk } from './floors/pages.ts';
import { median, type Pair, ratePerSecond, summarize } from './measure.ts';
import { atMost, makeRow, type Row } from './row.ts';
import type { Stack } from './stack.ts';
import { type Allowed, type BenchStandIn, standIn } from './stand-ins.ts';
import { connectedHost, forget, startSync, temporalOf } from './sync-flows.ts';

const ACCOUNT = 'linus@acme.test';
const EVENTS = 10_000;
const ROUNDS = 3;
const POLL_MS = 10;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Half an hour each, over the coming year. */
async function fill(google: BenchStandIn, tokens: Allowed): Promise<void> {
  const firstMs = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  const stepMs = Math.floor((365 * 24 * 60) / EVENTS) * MINUTE_MS;
  await ratePerSecond(EVENTS, 8, (nth) => {
    const startMs = firstMs + nth * stepMs;
    return google.put(ACCOUNT, tokens, { startMs, endMs: startMs + 30 * MINUTE_MS });
  });
}

/** From the signal that starts the flow until the row says that all was read. @returns milliseconds, and the worker's most memory */
async function firstSync(stack: Stack, google: BenchStandIn, tokens: Allowed) {
  const { sql } = stack;
  const client = await temporalOf(stack);
  const { connectionId } = await connectedHost(stack, google, ACCOUNT, tokens);
  const beganMs = performance.now();
  await startSync(client, connectionId);
  let megabytes = 0;
  for (;;) {
    const [row] = await sql`select 1 from calendar_connections where id = ${connectionId} and synced_at is not null`;
    if (row) break;
    megabytes = Math.max(megabytes, stack.memoryMb('worker'));
    await delay(POLL_MS);
  }
  const tookMs = performance.now() - beganMs;
  const [busy] = await sql<{ count: number }[]>`
    select count(*)::int from calendar_busy b join calendars k on k.id = b.calendar_id where k.connection_id = ${connectionId}`;
  if (busy?.count !== EVENTS) throw new Error(`The mirror has ${busy?.count} events`);
  await forget(stack, client, [connectionId]);
  await client.connection.close();
  return { tookMs, megabytes };
}

/** `first_sync` and `first_sync_memory`: 10,000 events of the stand-in, from the start of the flow until they are in the mirror. */
export async function firstSyncRows(stack: Stack, wanted: ReadonlySet<string>): Promise<Row[]> {
  const google = standIn('google');
  const tokens = await google.allow(ACCOUNT);
  await fill(google, tokens);
  const floor: FloorProcess<PagesAsk, number> = startFloor('./pages.ts');
  const [pairs, megabytes]: [Pair[], number[]] = [[], []];
  try {
    const ask = { ...windowAt(Date.now()), url: google.url, databaseUrl: stack.databaseUrl };
    for (let round = 0; round < ROUNDS; round += 1) {
      const took = await floor.ask({ ...ask, calendarId: ACCOUNT, accessToken: tokens.accessToken, events: EVENTS });
      const synced = await firstSync(stack, google, tokens);
      pairs.push({ floor: took, value: synced.tookMs });
      megabytes.push(synced.megabytes);
    }
  } finally {
    await floor.stop();
  }
  const memory = { value: median(megabytes), floor: null, unit: 'MB' };
  return [
    makeRow('first_sync', atMost(3), { ...summarize(pairs), unit: 'ms' }),
    makeRow('first_sync_memory', atMost(300), memory),
  ].filter(({ name }) => wanted.has(name));
}
