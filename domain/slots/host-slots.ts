import { DAY_MS } from '../time/civil.ts';
import { gridOf, visitFree } from './grid.ts';
import { RULES, type Rule } from './rules.ts';
import { prepareSlots, type SlotContext } from './slot-context.ts';
import { Spans } from './spans.ts';
import type { Interval, SlotQuestion, Verdict } from './types.ts';

export interface StartQuestion extends SlotQuestion {
  readonly startMs: number;
}

/** Instants that a calendar can name (ECMA-262, time values: 8.64e15), less a margin of some centuries. */
const MAX_INSTANT_MS = 8.6e15;

/**
 * Returns whether a host offers a start; if not, the first rule that forbids it. Grid and rules are those of {@link listSlots}.
 * @throws RangeError for an unknown zone, or a duration or interval under a minute.
 */
export function evaluate({ startMs, ...question }: StartQuestion): Verdict {
  const context = prepareSlots(question);
  if (!isOnGrid(context, startMs)) return { offered: false, reason: 'not_a_slot' };
  const broken = RULES.find((rule) => forbids(rule, context, startMs));
  return broken ? { offered: false, reason: broken.refusal } : { offered: true };
}

/** Returns whether a start is on the host's grid. Other rules are not checked. */
export function isOnGrid(context: SlotContext, startMs: number): boolean {
  if (!Number.isSafeInteger(startMs) || Math.abs(startMs) > MAX_INSTANT_MS) return false;
  return gridOf(context, { startMs, endMs: startMs + 1 }).length > 0;
}

export function forbids(rule: Rule, context: SlotContext, startMs: number): boolean {
  const forbidden = new Spans({ startMs, endMs: startMs + 1 });
  rule.forbid(context, forbidden);
  return forbidden.has(startMs);
}

/** Lists at most `limit` offered starts of a window, in order. */
export type ListStarts = (window: Interval, limit?: number) => number[];

interface NearestLimits {
  readonly aroundMs: number;
  readonly count: number;
  /** no start before */
  readonly earliestMs: number;
  /** no start from here on */
  readonly horizonMs: number;
}

/**
 * Returns the offered starts nearest to an instant, before and after it, sorted by time: the alternatives to a refused start.
 * Of two equally near starts the earlier one comes first.
 * @throws RangeError as {@link listSlots}.
 */
export function nearestSlots(question: SlotQuestion & { readonly aroundMs: number; readonly count: number }): number[] {
  const { earliestMs, horizonMs } = prepareSlots(question);
  const list: ListStarts = (window, limit) => listSlots({ ...question, window, limit }).starts;
  return nearestStarts(list, { ...question, earliestMs, horizonMs });
}

/** Returns the starts of any list that are nearest to an instant, as {@link nearestSlots}. */
export function nearestStarts(list: ListStarts, { aroundMs, count, earliestMs, horizonMs }: NearestLimits): number[] {
  const middleMs = Math.min(Math.max(aroundMs, earliestMs), horizonMs);
  const later = list({ startMs: middleMs, endMs: horizonMs }, count);
  const earlier = lastStarts(list, earliestMs, middleMs, count);
  const distance = (ms: number) => Math.abs(ms - aroundMs);
  return [...earlier, ...later]
    .toSorted((one, other) => distance(one) - distance(other) || one - other)
    .slice(0, count)
    .toSorted((one, other) => one - other);
}

/** Returns the first start that a host offers from an instant on, or null. */
export function nextSlot(question: SlotQuestion & { readonly fromMs: number }): number | null {
  const window = { startMs: question.fromMs, endMs: Number.POSITIVE_INFINITY };
  return listSlots({ ...question, window, limit: 1 }).starts[0] ?? null;
}

/** Returns the last `count` starts before `endMs`. It searches backwards in growing steps. */
function lastStarts(list: ListStarts, earliestMs: number, endMs: number, count: number): number[] {
  for (let reachMs = DAY_MS; ; reachMs *= 4) {
    const startMs = Math.max(earliestMs, endMs - reachMs);
    const starts = list({ startMs, endMs });
    if (starts.length >= count || startMs === earliestMs) return starts.slice(-count);
  }
}

export interface ListQuestion extends SlotQuestion {
  /** starts lie in [startMs, endMs) */
  readonly window: Interval;
  /** the maximum number of starts to return */
  readonly limit?: number | undefined;
}

export interface SlotList {
  /** sorted starts, epoch milliseconds */
  readonly starts: number[];
  /** true if the window has more starts than the limit allowed */
  readonly truncated: boolean;
}

/**
 * Lists the starts that a host offers for an event in a window: the grid without the starts that a rule forbids.
 * @throws RangeError for an unknown zone, or a duration or interval under a minute.
 */
export function listSlots({ window, limit = Number.POSITIVE_INFINITY, ...question }: ListQuestion): SlotList {
  const context = prepareSlots(question);
  const within = bookableWindow(context, window);
  const forbidden = new Spans(within);
  for (const rule of RULES) rule.forbid(context, forbidden);
  const starts: number[] = [];
  let truncated = false;
  visitFree(gridOf(context, within), context.stepMs, forbidden.edges(), (firstMs, count) => {
    const added = Math.min(count, limit - starts.length);
    for (let nth = 0; nth < added; nth += 1) starts.push(firstMs + nth * context.stepMs);
    truncated = added < count;
    return truncated;
  });
  return { starts, truncated };
}

/** Returns the part of a window within notice and horizon, so that no grid is made for times that cannot be booked. */
export function bookableWindow({ earliestMs, horizonMs }: SlotContext, window: Interval): Interval {
  return { startMs: Math.max(window.startMs, earliestMs), endMs: Math.min(window.endMs, horizonMs) };
}
