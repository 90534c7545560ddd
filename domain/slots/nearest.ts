import { DAY_MS } from '../time/civil.ts';
import { listSlots } from './list.ts';
import { prepareSlots } from './slot-context.ts';
import type { Interval, SlotQuestion } from './types.ts';

/** Lists offered starts of a window, in order, at most `limit`. */
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
 * The offered starts nearest to an instant, before and after it, sorted by time: the alternatives to a refused start. If two
 * are equally near, the earlier one.
 * @throws RangeError as {@link listSlots}.
 */
export function nearestSlots(question: SlotQuestion & { readonly aroundMs: number; readonly count: number }): number[] {
  const { earliestMs, horizonMs } = prepareSlots(question);
  const list: ListStarts = (window, limit) => listSlots({ ...question, window, limit }).starts;
  return nearestOf(list, { ...question, earliestMs, horizonMs });
}

/** The same for any list of starts. */
export function nearestOf(list: ListStarts, { aroundMs, count, earliestMs, horizonMs }: NearestLimits): number[] {
  const middleMs = Math.min(Math.max(aroundMs, earliestMs), horizonMs);
  const later = list({ startMs: middleMs, endMs: horizonMs }, count);
  const earlier = lastStarts(list, earliestMs, middleMs, count);
  const distance = (ms: number) => Math.abs(ms - aroundMs);
  return [...earlier, ...later]
    .toSorted((one, other) => distance(one) - distance(other) || one - other)
    .slice(0, count)
    .toSorted((one, other) => one - other);
}

/** The first start that a host offers from an instant on, or null. */
export function nextSlot(question: SlotQuestion & { readonly fromMs: number }): number | null {
  const window = { startMs: question.fromMs, endMs: Number.POSITIVE_INFINITY };
  return listSlots({ ...question, window, limit: 1 }).starts[0] ?? null;
}

/** The last `count` starts before `endMs`: looks back in ever longer steps. */
function lastStarts(list: ListStarts, earliestMs: number, endMs: number, count: number): number[] {
  for (let reachMs = DAY_MS; ; reachMs *= 4) {
    const startMs = Math.max(earliestMs, endMs - reachMs);
    const starts = list({ startMs, endMs });
    if (starts.length >= count || startMs === earliestMs) return starts.slice(-count);
  }
}
