/** Meetings that are over and have lost their flows: how fast the sweep ends them. */
import { setTimeout as delay } from 'node:timers/promises';
import { createHost } from '../test/support/drivers/host.ts';
import { insertBookings } from './hosts.ts';
import { atLeast, makeRow, type Row } from './row.ts';
import type { Stack } from './stack.ts';

const HOSTS = 20;
const EACH = 100;
const MINUTES = 30;
const DAY_MS = 86_400_000;
const POLL_MS = 500;

/** 10,000 in five minutes, with the pauses between two runs. */
const PER_SECOND = 34;

/** `sweep_drain`: meetings ended per second, pauses between runs of the sweep included, from the first to the last. */
export async function sweepRow({ sql }: Stack): Promise<Row> {
  const hosts = await Promise.all(Array.from({ length: HOSTS }, () => createHost(sql)));
  const firstMs = Date.now() - 7 * DAY_MS;
  const starts = Array.from({ length: EACH }, (_, nth) => firstMs + nth * 2 * MINUTES * 60_000);
  for (const host of hosts) await insertBookings(sql, host, starts, MINUTES);
  const ids = hosts.map(({ eventTypeId }) => eventTypeId);
  const left = async (): Promise<number> => {
    const [row] = await sql<{ left: number }[]>`
      select count(*)::int as left from bookings where event_type_id = any(${ids}::uuid[]) and status = 'confirmed'`;
    return row?.left ?? 0;
  };
  const all = HOSTS * EACH;
  while ((await left()) === all) await delay(POLL_MS);
  const begunMs = performance.now();
  const first = await left();
  while ((await left()) > 0) await delay(POLL_MS);
  const perSecond = (first * 1_000) / (performance.now() - begunMs);
  return makeRow('sweep_drain', atLeast(PER_SECOND), { value: perSecond, floor: null, unit: 'per s' });
}
