import { DAY_MS } from '../time/civil.ts';
import { openDesk } from './desk.ts';
import { listSlots } from './list.ts';
import type { SlotQuestion } from './types.ts';

/**
 * The offered starts nearest to an instant, before and after it, sorted by time: the alternatives to a refused start. Of two
 * equally near the earlier is taken.
 * @throws RangeError as {@link listSlots}.
 */
export function nearestSlots(question: SlotQuestion & { readonly aroundMs: number; readonly count: number }): number[] {
  const { aroundMs, count } = question;
  const { earliestMs, horizonMs } = openDesk(question);
  const middleMs = Math.min(Math.max(aroundMs, earliestMs), horizonMs);
  const later = listSlots({ ...question, window: { startMs: middleMs, endMs: horizonMs }, limit: count }).starts;
  const earlier = lastSlots(question, earliestMs, middleMs, count);
  const distance = (ms: number) => Math.abs(ms - aroundMs);
  return [...earlier, ...later]
    .toSorted((one, other) => distance(one) - distance(other) || one - other)
    .slice(0, count)
    .toSorted((one, other) => one - other);
}

/** The first start from an instant on that a host offers, or null. */
export function nextSlot(question: SlotQuestion & { readonly fromMs: number }): number | null {
  const window = { startMs: question.fromMs, endMs: Number.POSITIVE_INFINITY };
  return listSlots({ ...question, window, limit: 1 }).starts[0] ?? null;
}

/** The last `count` starts before `endMs`, looking back over ever longer stretches. */
function lastSlots(question: SlotQuestion, earliestMs: number, endMs: number, count: number): number[] {
  for (let reachMs = DAY_MS; ; reachMs *= 4) {
    const startMs = Math.max(earliestMs, endMs - reachMs);
    const { starts } = listSlots({ ...question, window: { startMs, endMs } });
    if (starts.length >= count || startMs === earliestMs) return starts.slice(-count);
  }
}
