import { DAY_MS, HOUR_MS } from '../time/civil.ts';
import { zoneOf } from '../time/zone.ts';

const NOON_MS = 12 * HOUR_MS;

/** The offered starts of one local day, in order. */
interface Day {
  readonly morning: readonly number[];
  readonly afternoon: readonly number[];
}

/**
 * Picks starts to propose: as many as the limit allows, over as many days as there are, the earliest first. If a day gives
 * several, mornings and afternoons share them; if it gives one, days take turns.
 * @param starts sorted, epoch milliseconds
 * @param timezone of days and noon
 * @throws RangeError for a name that is not a zone
 */
export function spreadStarts(starts: readonly number[], limit: number, timezone: string): number[] {
  const days = daysOf(starts, timezone).slice(0, limit);
  const sizes = shares(
    days.map(({ morning, afternoon }) => morning.length + afternoon.length),
    limit,
  );
  return days.flatMap((day, index) => pickOf(day, sizes[index] ?? 0, index % 2 === 0));
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

/** How many each day gives: one each in turn, until the limit or nothing is left. */
function shares(sizes: readonly number[], limit: number): number[] {
  const taken = sizes.map(() => 0);
  let left = Math.min(
    limit,
    sizes.reduce((sum, size) => sum + size, 0),
  );
  while (left > 0) {
    for (const [index, size] of sizes.entries()) {
      const so = taken[index] ?? 0;
      if (left === 0 || so >= size) continue;
      taken[index] = so + 1;
      left -= 1;
    }
  }
  return taken;
}

/** `count` of a day, half from each half of it; if one half lacks some, the other adds them. */
function pickOf({ morning, afternoon }: Day, count: number, morningFirst: boolean): number[] {
  const half = morningFirst ? Math.ceil(count / 2) : Math.floor(count / 2);
  const fromMorning = Math.min(morning.length, Math.max(half, count - afternoon.length));
  return [...evenly(morning, fromMorning), ...evenly(afternoon, count - fromMorning)];
}

/** `count` of a list, in equal steps. */
const evenly = (starts: readonly number[], count: number): number[] =>
  Array.from({ length: count }, (_, nth) => starts[Math.floor(((nth + 0.5) * starts.length) / count)] ?? 0);
