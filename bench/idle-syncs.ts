/** A thousand calendars in which nothing happens: what the worker and Temporal have to hold. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Sql } from 'postgres';
import { READ_EVERY_MS, STATE_READ_EVERY_MS } from '../domain/calendars/sync-state.ts';
import { ratePerSecond } from './measure.ts';
import { atMost, makeRow, type Row } from './row.ts';
import type { Stack } from './stack.ts';
import { standIn } from './stand-ins.ts';
import { connectedHost, countSettled, forget, startSync, syncHandle, temporalOf } from './sync-flows.ts';

const ACCOUNT = 'ada@acme.test';
const FLOWS = 1_000;
const SAMPLE = 20;
const READINGS = 10;
const DAY_MS = 86_400_000;
/** The flow itself waits for less than a minute: an activity waits for this. */
const FIRST_WAIT_SECONDS = 70;
const NEXT_WAIT_SECONDS = 5;

/** The intervals of some connections are shorter, and their readings are counted. The product runs as it is. */
async function shorten(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql`create table bench_quick (id uuid primary key, seconds int not null, readings int not null default 0)`;
  await sql`insert into bench_quick (id, seconds) select id, ${FIRST_WAIT_SECONDS} from unnest(${[...ids]}::uuid[]) id`;
  await sql`
    create function bench_quicken() returns trigger language plpgsql as $$
    declare wait int;
    begin
      update bench_quick set readings = readings + 1 where id = new.id returning seconds into wait;
      if found then new.next_sync_at := clock_timestamp() + wait * interval '1 second'; end if;
      return new;
    end $$`;
  await sql`
    create trigger bench_quicken before update of next_sync_at on calendar_connections for each row execute function bench_quicken()`;
}

async function restore(sql: Sql): Promise<void> {
  await sql`drop trigger if exists bench_quicken on calendar_connections`;
  await sql`drop function if exists bench_quicken`;
  await sql`drop table if exists bench_quick`;
}

async function readingsOf(sql: Sql): Promise<number> {
  const [row] = await sql<{ readings: number }[]>`select min(readings)::int as readings from bench_quick`;
  return row?.readings ?? 0;
}

async function eventsOf(client: Client, ids: readonly string[]): Promise<number> {
  const lengths = await Promise.all(ids.map(async (id) => (await syncHandle(client, id).describe()).historyLength));
  return lengths.reduce((sum, length) => sum + length, 0);
}

/** A flow that the sweep has nudged waits by itself for what is due soon, and would do so for ever. */
const QUIET_WITHIN_MS = 30_000;

/** Until the histories grow no more. null: they go on growing. */
async function quietEvents(client: Client, ids: readonly string[]): Promise<number | null> {
  const untilMs = Date.now() + QUIET_WITHIN_MS;
  let events = await eventsOf(client, ids);
  while (Date.now() < untilMs) {
    await delay(1_500);
    const now = await eventsOf(client, ids);
    if (now === events) return events;
    events = now;
  }
  return null;
}

/** How long the readings of the sample, or a look of its flows, may take. */
const DONE_WITHIN_MS = 150_000;

/** @throws Error it takes too long: a loop here would hide every row that was measured before */
async function until(isDone: () => Promise<boolean>): Promise<void> {
  const untilMs = Date.now() + DONE_WITHIN_MS;
  while (!(await isDone())) {
    if (Date.now() > untilMs) throw new Error('idle_syncs: the flows of the sample did not get to rest');
    await delay(500);
  }
}

const TRIES = 3;

/** Histories before and after some readings that an activity makes. A nudge of the sweep wakes a flow: then once more. */
async function readQuietly({ sql }: Stack, client: Client, ids: readonly string[]): Promise<[number, number]> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    await sql`update bench_quick set readings = 0, seconds = ${FIRST_WAIT_SECONDS}`;
    // Flows that wait by themselves read once more, and leave the next reading to an activity.
    if (tries > 0) await until(async () => (await countSettled(sql, ids)) === SAMPLE);
    const before = await quietEvents(client, ids);
    await sql`update bench_quick set readings = 0, seconds = ${NEXT_WAIT_SECONDS}`;
    await until(async () => (await readingsOf(sql)) >= READINGS);
    const after = await quietEvents(client, ids);
    if (before !== null && after !== null) return [before, after];
    console.error('  The sweep woke some flows; once more.');
  }
  throw new Error('idle_syncs: the flows of the sample are woken again and again');
}

/** Events of one flow in a day: of its readings, and of its own looks, each with a look at its channels, which not all have. */
async function eventsOfADay(stack: Stack, client: Client, ids: readonly string[]): Promise<number> {
  const [before, after] = await readQuietly(stack, client, ids);
  await stack.sql`update calendar_connections set channels_at = now() where id = any(${[...ids]}::uuid[])`;
  await until(async () => (await eventsOf(client, ids)) !== after);
  const looked = (await quietEvents(client, ids)) ?? Number.NaN;
  const [ofReading, ofLook] = [(after - before) / SAMPLE / READINGS, (looked - after) / SAMPLE];
  console.error(`  ${ofReading.toFixed(2)} events for each reading, ${ofLook.toFixed(1)} for each look of the flow`);
  return (DAY_MS / READ_EVERY_MS.withoutPush) * ofReading + (DAY_MS / STATE_READ_EVERY_MS) * ofLook;
}

/** `idle_syncs`: the worker's most memory with a thousand flows at rest. `idle_sync_events`: history events of one, in a day. */
export async function idleSyncRows(stack: Stack, wanted: ReadonlySet<string>): Promise<Row[]> {
  const { sql } = stack;
  const google = standIn('google');
  const [client, tokens] = [await temporalOf(stack), await google.allow(ACCOUNT)];
  const ids: string[] = [];
  await ratePerSecond(FLOWS, 8, async () => {
    ids.push((await connectedHost(stack, google, ACCOUNT, tokens)).connectionId);
  });
  const sample = ids.slice(0, SAMPLE);
  let [megabytes, isOver] = [0, false];
  const watching = (async () => {
    while (!isOver) {
      megabytes = Math.max(megabytes, stack.memoryMb('worker'));
      await delay(500);
    }
  })();
  try {
    await shorten(sql, sample);
    await ratePerSecond(FLOWS, 8, (nth) => startSync(client, ids[nth] ?? ''));
    while ((await countSettled(sql, ids)) < FLOWS) await delay(1_000);
    const events = await eventsOfADay(stack, client, sample);
    isOver = true;
    await watching;
    return [
      makeRow('idle_syncs', atMost(500), { value: megabytes, floor: null, unit: 'MB' }),
      makeRow('idle_sync_events', atMost(300), { value: events, floor: null, unit: 'a day' }),
    ].filter(({ name }) => wanted.has(name));
  } finally {
    isOver = true;
    await watching;
    await restore(sql);
    await forget(stack, client, ids);
    await client.connection.close();
  }
}
