import { DAY_MS, HOUR_MS } from '../time/civil.ts';
import { zoneOf } from '../time/zone.ts';

const NOON_MS = 12 * HOUR_MS;

/** The offered starts of one local day, in order. */
interface Day {
  readonly morning: readonly number[];
  readonly afternoon: readonly number[];
}

/**
 * Picks starts to propose: as many as the limit allows, spread over the days, the earliest days first. If a day gives
 * several starts, its morning and afternoon share them; if it gives one, days alternate between morning and afternoon.
 * @param starts sorted, epoch milliseconds
 * @param timezone in which days and noon are computed
 * @throws RangeError for a name that is not a zone
 */
export function spreadStarts(starts: readonly number[], limit: number, timezone: string): number[] {
  const days = daysOf(starts, timezone).slice(0, limit);
  const sizes = countPerDay(
    days.map(({ morning, afternoon }) => morning.length + afternoon.length),
    limit,
  );
  return days.flatMap((day, index) => pickFromDay(day, sizes[index] ?? 0, index % 2 === 0));
}

function daysOf(starts: readonly number[], timezone: string): Day[] {
  const zone = zoneOf(timezone);
  const days = new Map<number, { morning: number[]; afternoon: number[] }>();
  for (const startMs of starts) {
    const localMs = startMs + zone.segmentAt(startMs).offsetMs;
    const number = Math.floor(localMs / DAY_MS);
    const day = days.get(number) ?? { morning: [], afternoon: [] };
    days.set(number, day);
    (localMs - number * DAY_MS < NOON_MS ? day.morning : day.afternoon).push(startMs);
  }
  return [...days.values()];
}

/** Returns how many starts each day gives: one more from each day in turn, until the limit is reached or no start is left. */
function countPerDay(sizes: readonly number[], limit: number): number[] {
  const counts = sizes.map(() => 0);
  let left = Math.min(
    limit,
    sizes.reduce((sum, size) => sum + size, 0),
  );
  while (left > 0) {
    for (const [index, size] of sizes.entries()) {
      const count = counts[index] ?? 0;
      if (left === 0 || count >= size) continue;
      counts[index] = count + 1;
      left -= 1;
    }
  }
  return counts;
}

/** Picks `count` starts of a day, half from each half of the day. If one half has too few, the other one supplies the rest. */
function pickFromDay({ morning, afternoon }: Day, count: number, prefersMorning: boolean): number[] {
  const half = prefersMorning ? Math.ceil(count / 2) : Math.floor(count / 2);
  const fromMorning = Math.min(morning.length, Math.max(half, count - afternoon.length));
  return [...pickEvenly(morning, fromMorning), ...pickEvenly(afternoon, count - fromMorning)];
}

/** Picks `count` elements of a list, in equal steps. */
const pickEvenly = (starts: readonly number[], count: number): number[] =>
  Array.from({ length: count }, (_, nth) => starts[Math.floor(((nth + 0.5) * starts.length) / count)] ?? 0);
