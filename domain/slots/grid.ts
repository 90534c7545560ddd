import { DAY_MS, MINUTE_MS, MINUTES_PER_DAY } from '../time/civil.ts';
import type { SlotContext } from './slot-context.ts';
import type { DayWindow, Interval } from './types.ts';

/** The values from which a grid is computed. */
export type GridContext = Pick<SlotContext, 'zone' | 'week' | 'stepMs' | 'durationMs'>;

/**
 * Runs of starts, flat and ascending: first0, until0, first1, until1 … A run contains first, first + step … up to, but not
 * including, until.
 */
export type StartRuns = readonly number[];

/**
 * Returns the starts of the host's grid inside `window`, before any other rule.
 *
 * The grid follows the host's wall clock: a window from 17:30 with a step of 60 minutes offers 17:30, 18:30 … on every day.
 * So a clock change moves no start: a skipped time is not offered, and a repeated one is offered once, at its first
 * occurrence. A meeting lasts its full duration in real time and ends no later than its window; a window that ends
 * at midnight continues in a window that begins there.
 */
export function gridOf(context: GridContext, window: Interval): StartRuns {
  const { zone, week } = context;
  const grid: number[] = [];
  if (window.startMs >= window.endMs) return grid;
  for (let day = zone.dayAt(window.startMs); zone.firstInstant(day * DAY_MS) < window.endMs; day += 1) {
    for (const open of week(day)) addWindow(context, day, open, window, grid);
  }
  return grid;
}

/** Adds one window of one day, as one run for each UTC offset of that day. */
function addWindow(context: GridContext, day: number, open: DayWindow, within: Interval, grid: number[]): void {
  const { zone, stepMs, durationMs } = context;
  const anchor = day * DAY_MS + open.startMinute * MINUTE_MS;
  const closesMs = zone.firstInstant(day * DAY_MS + open.endMinute * MINUTE_MS);
  const mustEndMs = open.endMinute === MINUTES_PER_DAY ? endPastMidnight(context, day + 1, closesMs) : closesMs;
  const untilMs = Math.min(within.endMs, closesMs, mustEndMs - durationMs + 1);
  for (let ms = zone.firstInstant(anchor); ms < untilMs; ) {
    const segment = zone.segmentAt(ms);
    const anchorMs = anchor - segment.offsetMs;
    const skippedMs = Math.max(ms, within.startMs) - anchorMs;
    const firstMs = skippedMs > 0 ? anchorMs + Math.ceil(skippedMs / stepMs) * stepMs : anchorMs;
    const endMs = Math.min(untilMs, segment.untilMs);
    if (firstMs < endMs) grid.push(firstMs, endMs);
    if (segment.untilMs >= untilMs) return;
    ms = zone.firstInstant(segment.untilMs + segment.offsetMs);
  }
}

/** Returns when a meeting past midnight must end: where the windows that begin at the next midnights end. */
function endPastMidnight({ zone, week, durationMs }: GridContext, nextDay: number, midnightMs: number): number {
  let endMs = midnightMs;
  for (let day = nextDay; endMs - midnightMs < durationMs; day += 1) {
    const first = week(day)[0];
    if (first?.startMinute !== 0) return endMs;
    endMs = zone.firstInstant(day * DAY_MS + first.endMinute * MINUTE_MS);
    if (first.endMinute !== MINUTES_PER_DAY) return endMs;
  }
  return endMs;
}

/** Receives `count` starts, a step apart, from `firstMs` on; returns true to stop. */
export type Visit = (firstMs: number, count: number) => boolean;

/** Visits the starts of a grid outside all forbidden spans (flat edges, as in `Spans`), in ascending order. */
export function visitFree(grid: StartRuns, stepMs: number, forbidden: Float64Array, visit: Visit): void {
  let edge = 0;
  for (let at = 0; at < grid.length && edge !== STOPPED; at += 2) {
    edge = visitRun(grid[at] ?? 0, grid[at + 1] ?? 0, stepMs, forbidden, edge, visit);
  }
}

const STOPPED = -1;

/** Visits one run, with forbidden spans from `fromEdge` on; returns the edge at which the next run continues. */
function visitRun(
  firstMs: number,
  untilMs: number,
  stepMs: number,
  forbidden: Float64Array,
  fromEdge: number,
  visit: Visit,
): number {
  let edge = fromEdge;
  for (let ms = firstMs; ms < untilMs; ) {
    while (edge < forbidden.length && (forbidden[edge + 1] ?? 0) <= ms) edge += 2;
    const forbiddenMs = edge < forbidden.length ? (forbidden[edge] ?? 0) : Number.POSITIVE_INFINITY;
    if (forbiddenMs <= ms) {
      ms += Math.ceil(((forbidden[edge + 1] ?? 0) - ms) / stepMs) * stepMs;
    } else {
      const count = Math.ceil((Math.min(untilMs, forbiddenMs) - ms) / stepMs);
      if (visit(ms, count)) return STOPPED;
      ms += count * stepMs;
    }
  }
  return edge;
}
