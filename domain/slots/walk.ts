import { DAY_MS, MINUTE_MS, MINUTES_PER_DAY } from '../time/civil.ts';
import type { Desk } from './desk.ts';
import type { Spans } from './spans.ts';
import type { DayWindow, Interval } from './types.ts';

/** Takes `count` starts, `stepMs` apart, from `firstMs` on; true to hear no more. */
export type Visit = (firstMs: number, count: number) => boolean;

/**
 * Walks the starts on the host's grid inside `window` that no span forbids, in rising order, as runs of equal steps.
 *
 * The grid is what the host's wall clock shows: a window from 17:30 with a step of 60 minutes offers 17:30, 18:30 … on every day.
 * So a clock change moves no start: a time that is skipped is not offered, a repeated one is offered once, at its first
 * occurrence. A meeting lasts its minutes of real time and ends by the instant at which its window ends; a window that ends
 * at midnight goes on into one that begins there.
 */
export function walkStarts(desk: Desk, window: Interval, forbidden: Spans, visit: Visit): void {
  const { zone, week } = desk;
  const cursor = new Cursor(forbidden.edges());
  let fromMs = cursor.free(window.startMs);
  let day = fromMs < window.endMs ? zone.dayAt(fromMs) : 0;
  while (fromMs < window.endMs) {
    for (const open of week(day)) {
      if (walkWindow(desk, day, open, { startMs: fromMs, endMs: window.endMs }, cursor, visit)) return;
    }
    day += 1;
    fromMs = cursor.free(Math.max(fromMs, zone.firstInstant(day * DAY_MS)));
    // A long span without a start (a holiday, the time until the notice is over) is stepped over, not walked through.
    if (fromMs < window.endMs) day = Math.max(day, zone.dayAt(fromMs));
  }
}

/** Walks one window of one day, stretch by stretch of constant offset. */
function walkWindow(desk: Desk, day: number, open: DayWindow, within: Interval, cursor: Cursor, visit: Visit): boolean {
  const { zone, stepMs, durationMs } = desk;
  const anchor = day * DAY_MS + open.startMinute * MINUTE_MS;
  const closes = day * DAY_MS + open.endMinute * MINUTE_MS;
  const closesMs = zone.firstInstant(closes);
  const untilMs = Math.min(within.endMs, closesMs, runEnd(desk, day, open, closesMs) - durationMs + 1);
  for (let ms = zone.firstInstant(anchor); ms < untilMs; ) {
    const segment = zone.segmentAt(ms);
    const skipped = Math.max(ms, within.startMs) + segment.offsetMs - anchor;
    const firstMs = anchor + Math.ceil(skipped / stepMs) * stepMs - segment.offsetMs;
    if (walkRun(firstMs, stepMs, Math.min(untilMs, segment.untilMs), cursor, visit)) return true;
    if (segment.untilMs >= untilMs) break;
    ms = zone.firstInstant(segment.untilMs + segment.offsetMs);
  }
  return false;
}

/** Cuts equal steps from `firstMs` to before `untilMs` into the runs that are free. */
function walkRun(firstMs: number, stepMs: number, untilMs: number, cursor: Cursor, visit: Visit): boolean {
  for (let ms = firstMs; ms < untilMs; ) {
    const freeMs = cursor.free(ms);
    if (freeMs > ms) {
      ms += Math.ceil((freeMs - ms) / stepMs) * stepMs;
      continue;
    }
    const count = Math.ceil((Math.min(untilMs, cursor.nextForbidden()) - ms) / stepMs);
    if (visit(ms, count)) return true;
    ms += count * stepMs;
  }
  return false;
}

/** The instant at which a meeting begun in this window must end: the window's end, or past midnight where the next day is open. */
function runEnd({ zone, week, durationMs }: Desk, day: number, open: DayWindow, closesMs: number): number {
  let endMs = closesMs;
  let endMinute = open.endMinute;
  for (let next = day + 1; endMinute === MINUTES_PER_DAY && endMs - closesMs < durationMs; next += 1) {
    const first = week(next)[0];
    if (first?.startMinute !== 0) break;
    endMinute = first.endMinute;
    endMs = zone.firstInstant(next * DAY_MS + endMinute * MINUTE_MS);
  }
  return endMs;
}

/** A finger on sorted spans that moves forward only. */
class Cursor {
  readonly #edges: Float64Array;
  #at = 0;

  constructor(edges: Float64Array) {
    this.#edges = edges;
  }

  /** The first instant from `ms` on that lies in no span. */
  free(ms: number): number {
    const edges = this.#edges;
    while (this.#at < edges.length && (edges[this.#at + 1] ?? 0) <= ms) this.#at += 2;
    if (this.#at >= edges.length) return ms;
    return (edges[this.#at] ?? 0) <= ms ? (edges[this.#at + 1] ?? ms) : ms;
  }

  /** Where the next span begins, after a call of `free`. */
  nextForbidden(): number {
    return this.#edges[this.#at] ?? Number.POSITIVE_INFINITY;
  }
}
