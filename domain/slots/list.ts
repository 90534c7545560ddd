import { type Desk, openDesk } from './desk.ts';
import { RULES } from './rules.ts';
import { Spans } from './spans.ts';
import type { Interval, SlotQuestion } from './types.ts';
import { type Visit, walkStarts } from './walk.ts';

export interface ListQuestion extends SlotQuestion {
  /** starts lie in [startMs, endMs) */
  readonly window: Interval;
  /** at most so many starts; the walk ends there */
  readonly limit?: number | undefined;
}

export interface SlotList {
  /** sorted starts, epoch milliseconds */
  readonly starts: number[];
  /** true when there is at least one more start in the window than the limit allowed */
  readonly truncated: boolean;
}

/**
 * The starts that a host offers for an event inside a window.
 * @throws RangeError for an unknown zone, or a duration or interval under a minute.
 */
export function listSlots({ window, limit = Number.POSITIVE_INFINITY, ...question }: ListQuestion): SlotList {
  const desk = openDesk(question);
  const starts: number[] = [];
  let truncated = false;
  walkOffered(desk, window, (firstMs, count) => {
    const taken = Math.min(count, limit - starts.length);
    for (let nth = 0; nth < taken; nth += 1) starts.push(firstMs + nth * desk.stepMs);
    truncated = taken < count;
    return truncated;
  });
  return { starts, truncated };
}

/** Walks what a host offers in a window: the grid, less all that any rule forbids. */
export function walkOffered(desk: Desk, window: Interval, visit: Visit): void {
  const forbidden = new Spans(window);
  for (const rule of RULES) rule.forbid(desk, forbidden);
  walkStarts(desk, window, forbidden, visit);
}
