/** A thousand endpoints, of which some are dead or slow: how much longer the events of all others take. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { inTransaction } from '../store/database.ts';
import { noteBookingEvent } from '../store/webhook-outbox.ts';
import { createHost } from '../test/support/drivers/host.ts';
import { makeEndpoint } from '../test/support/factories/webhooks.ts';
import { insertBookings } from './hosts.ts';
import { type Pair, ratePerSecond, summarize } from './measure.ts';
import { atMost, makeRow, type Row } from './row.ts';
import type { Stack } from './stack.ts';

const WORKSPACES = 250;
const ENDPOINTS_EACH = 4;
const MEETINGS_EACH = 1;
/** Of each kind. All are in different workspaces, so that most of these have well ones beside them. */
const FAULTY = 10;
const SLOW_MS = 9_000;
/** Of the well receivers. */
const HOSTS = 50;
const ROUNDS = 2;
const AT_ONCE = 8;
const WITHIN_MS = 300_000;
const DAY_MS = 86_400_000;
const MINUTES = 30;
/** Nothing listens there. */
const DEAD_HOST = 'localhost:9';

interface Workspace {
  readonly id: string;
  readonly bookingIds: readonly string[];
  readonly endpointIds: readonly string[];
}

/** Takes everything, at the path `/slow` after nine seconds. Counts what came for each other path. Its ports are hosts: one has few places. */
async function startReceiver() {
  const came = new Map<string, number>();
  const servers = Array.from({ length: HOSTS + 1 }, () =>
    createServer((request, response) => {
      request.resume();
      const path = request.url ?? '';
      came.set(path, (came.get(path) ?? 0) + 1);
      setTimeout(() => response.writeHead(204).end(), path === '/slow' ? SLOW_MS : 0);
    }).listen(0, '127.0.0.1'),
  );
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const [slowHost = '', ...hosts] = servers.map((server) => `localhost:${(server.address() as AddressInfo).port}`);
  const stop = (): void => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  };
  return { came, hosts, slowHost, stop };
}

async function makeWorkspace({ sql, secrets }: Stack, receiver: string): Promise<Workspace> {
  const host = await createHost(sql);
  const firstMs = Math.ceil(Date.now() / DAY_MS + 2) * DAY_MS;
  const starts = Array.from({ length: MEETINGS_EACH }, (_, nth) => firstMs + nth * MINUTES * 60_000);
  await insertBookings(sql, host, starts, MINUTES);
  const bookings = await sql<{ id: string }[]>`select id from bookings where event_type_id = ${host.eventTypeId}`;
  const endpointIds: string[] = [];
  for (let nth = 0; nth < ENDPOINTS_EACH; nth += 1) {
    const url = `http://${receiver}/`;
    const { id } = await makeEndpoint(sql, secrets, { workspaceId: host.workspaceId, url });
    endpointIds.push(id);
  }
  await sendTo(sql, endpointIds, receiver);
  return { id: host.workspaceId, bookingIds: bookings.map(({ id }) => id), endpointIds };
}

/** Each to a path of its own at a host, or all to one path. */
const sendTo = (sql: Sql, endpointIds: readonly string[], host: string, path?: string) => sql`
  update webhook_endpoints set host = ${host}, url = ${`http://${host}/`} || coalesce(${path ?? null}::text, id::text)
  where id = any(${[...endpointIds]}::uuid[])`;

/** Writes an event for each meeting, as its change does. @returns milliseconds until each of these paths had its events */
async function deliver(
  sql: Sql,
  spaces: readonly Workspace[],
  came: Map<string, number>,
  paths: readonly string[],
): Promise<number> {
  came.clear();
  const meetings = spaces.flatMap(({ id, bookingIds }) =>
    bookingIds.map((bookingId) => ({ bookingId, workspaceId: id })),
  );
  const startedMs = performance.now();
  await ratePerSecond(meetings.length, AT_ONCE, async (nth) => {
    const meeting = meetings[nth];
    if (!meeting) return;
    await inTransaction(sql, async (tx) => {
      await noteBookingEvent(tx, { ...meeting, type: 'booking.created', data: { actor: 'guest' } });
    });
  });
  const missing = () => paths.filter((path) => (came.get(path) ?? 0) < MEETINGS_EACH).length;
  while (missing() > 0) {
    if (performance.now() - startedMs > WITHIN_MS) throw new Error(`webhooks: ${missing()} endpoints have not got all`);
    await delay(50);
  }
  return performance.now() - startedMs;
}

/** Forgets the events, and how the endpoints fared. What is still on its way ends by itself. */
async function reset(sql: Sql, spaces: readonly Workspace[]): Promise<void> {
  await sql`delete from webhook_events where workspace_id = any(${spaces.map(({ id }) => id)}::uuid[])`;
  await delay(SLOW_MS + 3_000);
  await sql`
    update webhook_endpoints set failures = 0, failing_since = null, probe_at = '-infinity', last_ms = null, waiting_since = null
    where workspace_id = any(${spaces.map(({ id }) => id)}::uuid[])`;
}

/** `webhooks`: milliseconds until all well endpoints have their events, of which some others are dead or slow; floor: those others are well too. */
export async function webhooksRow(stack: Stack): Promise<Row> {
  const { sql } = stack;
  const { came, hosts, slowHost, stop } = await startReceiver();
  const hostOf = (nth: number) => hosts[nth % hosts.length] ?? '';
  const spaces: Workspace[] = [];
  try {
    await ratePerSecond(WORKSPACES, AT_ONCE, async (nth) => void spaces.push(await makeWorkspace(stack, hostOf(nth))));
    const firsts = spaces.slice(0, 2 * FAULTY).flatMap(({ endpointIds: [id] }) => id ?? []);
    const [dead, slow] = [firsts.slice(0, FAULTY), firsts.slice(FAULTY)];
    const well = spaces.flatMap(({ endpointIds }) => endpointIds).filter((id) => !firsts.includes(id));
    const paths = well.map((id) => `/${id}`);
    const pairs: Pair[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [nth, id] of firsts.entries()) await sendTo(sql, [id], hostOf(nth));
      const floor = await deliver(sql, spaces, came, paths);
      await reset(sql, spaces);
      await sendTo(sql, dead, DEAD_HOST, 'in');
      await sendTo(sql, slow, slowHost, 'slow');
      const value = await deliver(sql, spaces, came, paths);
      await reset(sql, spaces);
      const perSecond = (paths.length * MEETINGS_EACH * 1_000) / value;
      console.error(
        `  ${Math.round(floor)} ms, with faulty ones ${Math.round(value)} ms: ${perSecond.toFixed(1)} a second`,
      );
      pairs.push({ floor, value });
    }
    return makeRow('webhooks', atMost(1.2), { ...summarize(pairs), unit: 'ms' });
  } finally {
    stop();
  }
}
