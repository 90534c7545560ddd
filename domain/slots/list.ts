import { gridOf, visitFree } from './grid.ts';
import { RULES } from './rules.ts';
import { prepareSlots, type SlotContext } from './slot-context.ts';
import { Spans } from './spans.ts';
import type { Interval, SlotQuestion } from './types.ts';

export interface ListQuestion extends SlotQuestion {
  /** starts lie in [startMs, endMs) */
  readonly window: Interval;
  /** the most starts to return */
  readonly limit?: number | undefined;
}

export interface SlotList {
  /** sorted starts, epoch milliseconds */
  readonly starts: number[];
  /** true if the window has more starts than the limit allowed */
  readonly truncated: boolean;
}

/**
 * The starts that a host offers for an event inside a window: the grid without those a rule forbids.
 * @throws RangeError for an unknown zone, or a duration or interval under a minute.
 */
export function listSlots({ window, limit = Number.POSITIVE_INFINITY, ...question }: ListQuestion): SlotList {
  const context = prepareSlots(question);
  const within = bookable(context, window);
  const forbidden = new Spans(within);
  for (const rule of RULES) rule.forbid(context, forbidden);
  const starts: number[] = [];
  let truncated = false;
  visitFree(gridOf(context, within), context.stepMs, forbidden.edges(), (firstMs, count) => {
    const taken = Math.min(count, limit - starts.length);
    for (let nth = 0; nth < taken; nth += 1) starts.push(firstMs + nth * context.stepMs);
    truncated = taken < count;
    return truncated;
  });
  return { starts, truncated };
}

/** The part of a window within notice and horizon, so that no grid is made for times that nobody can book. */
export function bookable({ earliestMs, horizonMs }: SlotContext, window: Interval): Interval {
  return { startMs: Math.max(window.startMs, earliestMs), endMs: Math.min(window.endMs, horizonMs) };
}
