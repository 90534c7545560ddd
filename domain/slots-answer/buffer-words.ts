import type { BusyInterval, EventRules, Interval } from '../slots/types.ts';
import { MINUTE_MS } from '../time/civil.ts';
import { localParts } from '../time/local.ts';

/**
 * Why a meeting that is over before a start, or begins after its end, is in its way: the minutes between the two, until or from when, and by
 * whose buffer. Undefined: the two overlap, so it is no buffer.
 */
export function bufferInWords(
  { startMs, endMs }: Interval,
  meeting: BusyInterval,
  { bufferBeforeMinutes, bufferAfterMinutes }: EventRules,
  timezone: string,
): string | undefined {
  const at = (ms: number): string => localParts(ms, timezone).timeLocal;
  const isEarlier = meeting.endMs <= startMs;
  if (!isEarlier && meeting.startMs < endMs) return undefined;
  const [its, own] = isEarlier
    ? [meeting.afterMs, bufferBeforeMinutes * MINUTE_MS]
    : [meeting.beforeMs, bufferAfterMinutes * MINUTE_MS];
  const gapMs = Math.max(its, own);
  const minutes = `${gapMs / MINUTE_MS} ${gapMs === MINUTE_MS ? 'minute' : 'minutes'}`;
  const whose = its >= own ? 'that meeting’s buffer' : 'this event’s buffer';
  return isEarlier
    ? `The meeting that ends at ${at(meeting.endMs)} keeps ${minutes} free after it, until ${at(meeting.endMs + gapMs)} (${timezone}): ${whose}.`
    : `The meeting at ${at(meeting.startMs)} keeps ${minutes} free before it, from ${at(meeting.startMs - gapMs)} (${timezone}): ${whose}.`;
}
