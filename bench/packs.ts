/**
 * Two thousand prep packs that become due at once, compared with the slower of what they cannot do without: the plain requests of their
 * look-ups under the registry's limit, and one bare flow with one transaction for each, on the same servers.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { standInUrl } from '../infra/local/plan.ts';
import { grantCredits } from '../store/billing/credits.ts';
import { inTransaction } from '../store/database.ts';
import { noteBookingChange } from '../store/prep/prep-packs.ts';
import { createHost } from '../test/support/drivers/host.ts';
import { flowId, flowStart } from '../workflows/catalogue.ts';
import { startBareFlows } from './bare-flows.ts';
import { startFloor } from './floors/floor-process.ts';
import type { InternetAsk } from './floors/internet.ts';
import { insertBookings } from './hosts.ts';
import { median, ratePerSecond } from './measure.ts';
import { atLeast, atMost, makeRow, type Row } from './row.ts';
import { benchPlan, type Stack } from './stack.ts';
import { temporalOf } from './sync-flows.ts';

const DOMAINS = 1_000;
/** Twenty pairs: look-ups of one workspace are eight at most at once. Both of a pair meet the same companies, and the later finds what the earlier has found, and pays as well. */
const PAIRS = 20;
const EACH = DOMAINS / PAIRS;
/** One of five has a registry that answers: at five a second it cannot answer all of them, so the limit is met. */
const domains = Array.from({ length: DOMAINS }, (_, nth) => `numbered-${nth}.${nth % 5 === 0 ? 'com' : 'de'}`);
const REGISTRY = 'rdap.stand-in-registry.com';
/** What all workers together ask one registry at most (activities/prep/look-up-domain.ts). */
const REGISTRY_PER_SECOND = 5;
const AT_ONCE = 20;
/** More than are needed: what is left shows that no more were taken. */
const SPARE_CREDITS = 7;
const WITHIN_MS = 300_000;
const BARE_FLOWS = 200;
const BARE_ROUNDS = 3;
/**
 * Memory is compared from this pack on (docs/decisions/operation.md#work-between-calls): what a worker at rest has given back, and code that is compiled once, come with the first
 * ones, and say nothing about how memory follows the number of packs.
 */
const WARM_PACKS = 100;
const DAY_MS = 86_400_000;
const MINUTES = 15;

/** A host's workspace with its meetings. */
export interface Workspace {
  readonly id: string;
  readonly bookingIds: readonly string[];
}

/** A host with one meeting with each of its companies, and credits for them all. */
export async function makeWorkspace(sql: Sql, met: readonly string[]): Promise<Workspace> {
  const host = await createHost(sql);
  const firstMs = Math.ceil(Date.now() / DAY_MS + 2) * DAY_MS;
  await insertBookings(
    sql,
    host,
    met.map((_, nth) => firstMs + nth * MINUTES * 60_000),
    MINUTES,
  );
  const rows = await sql<{ id: string }[]>`
    update bookings b set guest_email = 'guest@' || d.domain
    from (select id, row_number() over (order by start_at) as nth from bookings where event_type_id = ${host.eventTypeId}) r
      join unnest(${[...met]}::text[]) with ordinality as d (domain, nth) on d.nth = r.nth
    where b.id = r.id returning b.id`;
  const expiresMs = Date.now() + 365 * DAY_MS;
  const grant = { source: 'pack', key: `bench/${uuidv7()}`, amount: met.length + SPARE_CREDITS, expiresMs } as const;
  await inTransaction(sql, (tx) => grantCredits(tx, host.workspaceId, grant));
  return { id: host.workspaceId, bookingIds: rows.map(({ id }) => id) };
}

/** Notes that a meeting was booked, and starts the flow of its pack, as the API does. */
export async function startPack(sql: Sql, client: Client, row: { id: string; workspaceId: string }): Promise<void> {
  await noteBookingChange(sql, row.id, 1);
  const start = flowStart('prepPack', row, 'interactive');
  await client.workflow.signalWithStart('prepPack', { ...start, signal: 'changed' });
}

/** How many packs of these bookings are made. */
export async function countMade(sql: Sql, ids: readonly string[]): Promise<number> {
  const [row] = await sql<{ made: number }[]>`
    select count(*)::int as made from prep_packs
    where booking_id = any(${[...ids]}::uuid[]) and made_version >= inputs_version and status in ('succeeded', 'degraded')`;
  return row?.made ?? 0;
}

/** @throws Error a credit too many or too few was taken, a registry was asked too often, or a company was not found */
async function check(sql: Sql, spaces: readonly Workspace[], tookMs: number): Promise<void> {
  for (const { id } of spaces) {
    const [row] = await sql<{ left: number; charged: number; found: number }[]>`
      select (select sum(remaining) from credit_grants where workspace_id = ${id})::int as left,
        sum(credits_charged)::int as charged, count(*) filter (where facts is not null)::int as found
      from enrichments where workspace_id = ${id}`;
    if (row?.left !== SPARE_CREDITS || row.charged !== EACH || row.found !== EACH)
      throw new Error(
        `packs: a workspace has ${JSON.stringify(row)}, of ${EACH} look-ups and ${SPARE_CREDITS} spare credits`,
      );
  }
  const [asked] = await sql<{ domains: number; answered: number; busy: number }[]>`
    select count(*)::int as domains, count(*) filter (where facts -> 'rdap' ->> 'outcome' = 'found')::int as answered,
      count(*) filter (where facts -> 'rdap' ->> 'reason' = 'busy')::int as busy
    from domain_lookups where domain like 'numbered-%'`;
  const { answered = 0, busy = 0 } = asked ?? {};
  console.error(
    `  ${DOMAINS} of ${2 * DOMAINS} packs asked the sources, the others had facts that are kept. The registry answered ${answered}, for ${busy} it had no free moment.`,
  );
  if (answered === 0 || answered > (REGISTRY_PER_SECOND * tookMs) / 1_000 + 1)
    throw new Error(`packs: the registry was asked ${answered} times in ${tookMs} ms`);
}

/** @returns packs per second, and by how many MB the worker grew from its hundredth pack on */
async function makeAll(stack: Stack, spaces: readonly Workspace[]): Promise<{ perSecond: number; megabytes: number }> {
  const { sql } = stack;
  const client = await temporalOf(stack);
  const work = spaces.flatMap(({ id, bookingIds }) =>
    bookingIds.map((bookingId) => ({ id: bookingId, workspaceId: id })),
  );
  const ids = work.map(({ id }) => id);
  const atRest = stack.memoryMb('worker');
  let warm: number | null = null;
  let most = 0;
  const beganMs = performance.now();
  const starting = ratePerSecond(work.length, AT_ONCE, async (nth) => {
    const row = work[nth];
    if (row) await startPack(sql, client, row);
  });
  for (;;) {
    const made = await countMade(sql, ids);
    const now = stack.memoryMb('worker');
    if (made >= WARM_PACKS) warm ??= now;
    most = Math.max(most, now);
    if (made === ids.length) break;
    if (performance.now() - beganMs > WITHIN_MS) throw new Error(`packs: ${made} of ${ids.length} were made`);
    await delay(250);
  }
  await starting;
  const tookMs = performance.now() - beganMs;
  await check(sql, spaces, tookMs);
  for (const id of ids) await client.workflow.getHandle(flowId('prepPack', id)).terminate('measured');
  await client.connection.close();
  console.error(`  The worker: ${atRest} MB at rest, ${warm} MB after ${WARM_PACKS} packs, ${most} MB at most.`);
  return { perSecond: (ids.length * 1_000) / tookMs, megabytes: most - (warm ?? atRest) };
}

/** @returns bare flows per second: the middle one of three rounds, after one that warms them up */
async function bareFlowsPerSecond(stack: Stack): Promise<number> {
  const bare = await startBareFlows(stack);
  try {
    const rates: number[] = [];
    for (let round = 0; round <= BARE_ROUNDS; round += 1)
      rates.push(...(await bare.ask({ kind: 'rate', count: BARE_FLOWS, atOnce: AT_ONCE })));
    return median(rates.slice(1));
  } finally {
    await bare.stop();
  }
}

/** `packs`: packs made per second by one worker, half of them with facts that are kept. `packs_memory`: by how much it grows once it is warm. */
export async function packRows(stack: Stack, wanted: ReadonlySet<string>): Promise<Row[]> {
  const floor = startFloor<InternetAsk, number>('./internet.ts');
  const ask = { url: standInUrl(benchPlan(), 'internet'), domains, registry: REGISTRY, atOnce: AT_ONCE };
  try {
    const spaces: Workspace[] = [];
    for (let nth = 0; nth < 2 * PAIRS; nth += 1) {
      const first = (nth % PAIRS) * EACH;
      spaces.push(await makeWorkspace(stack.sql, domains.slice(first, first + EACH)));
    }
    // The first time, the stand-in makes a certificate for each host.
    await floor.ask({ ...ask, registryPerSecond: null });
    const unlimited = await floor.ask({ ...ask, registryPerSecond: null });
    const limited = await floor.ask({ ...ask, registryPerSecond: REGISTRY_PER_SECOND });
    console.error(
      `  The plain requests of a look-up: ${Math.round(unlimited)} a second, ${limited.toFixed(1)} with the registry's limit. Each serves two packs.`,
    );
    const bareFlows = await bareFlowsPerSecond(stack);
    console.error(`  Bare flows with one transaction: ${bareFlows.toFixed(1)} a second. Each pack has one.`);
    const { perSecond, megabytes } = await makeAll(stack, spaces);
    return [
      makeRow('packs', atLeast(0.3), { value: perSecond, floor: Math.min(2 * limited, bareFlows), unit: 'per s' }),
      makeRow('packs_memory', atMost(100), { value: megabytes, floor: null, unit: 'MB' }),
    ].filter(({ name }) => wanted.has(name));
  } finally {
    await floor.stop();
  }
}
