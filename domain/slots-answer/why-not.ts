import type { BusyInterval, EventRules, Interval } from '../slots/types.ts';
import { DAY_MS, MINUTE_MS } from '../time/civil.ts';
import { localParts } from '../time/local.ts';

/** The reasons why a start is not offered, without words: the sentences of the API and of the dashboard are made from them. */

/** An interval in which a host is open, with its first minute of the local day. */
export interface OpenTime extends Interval {
  readonly startMinute: number;
}

/** The reason why a start is not on the host's grid. `window` contains the start. */
export type OffGrid<Window> =
  | { readonly why: 'closed' | 'outside' }
  | { readonly why: 'between' | 'ends_late' | 'clocks_change'; readonly window: Window };

/**
 * Returns why a start is not on the host's grid.
 * @param windows those of the start's local date in `timezone`
 */
export function offGrid<Window extends OpenTime>(
  { startMs, endMs }: Interval,
  windows: readonly Window[],
  stepMinutes: number,
  timezone: string,
): OffGrid<Window> {
  if (windows.length === 0) return { why: 'closed' };
  const window = windows.find((one) => one.startMs <= startMs && startMs < one.endMs);
  if (!window) return { why: 'outside' };
  const minutesIn = localParts(startMs, timezone).minuteOfDay - window.startMinute;
  if (startMs % MINUTE_MS !== 0 || minutesIn % stepMinutes !== 0) return { why: 'between', window };
  return { why: endMs > window.endMs ? 'ends_late' : 'clocks_change', window };
}

/** Returns whether a start inside the notice has already passed. */
export const isPast = (startMs: number, earliestMs: number, minimumNoticeMinutes: number): boolean =>
  startMs < earliestMs - minimumNoticeMinutes * MINUTE_MS;

/** Returns a duration as people say it: whole days, else whole hours, else minutes. */
export function lengthOf(minutes: number): { readonly count: number; readonly unit: 'day' | 'hour' | 'minute' } {
  const dayMinutes = DAY_MS / MINUTE_MS;
  if (minutes > 0 && minutes % dayMinutes === 0) return { count: minutes / dayMinutes, unit: 'day' };
  return minutes > 0 && minutes % 60 === 0 ? { count: minutes / 60, unit: 'hour' } : { count: minutes, unit: 'minute' };
}

/** The minutes that a buffer keeps free after or before a meeting, and their outer edge. */
export interface ClashBuffer {
  readonly side: 'after' | 'before';
  readonly minutes: number;
  readonly edgeMs: number;
  readonly whose: 'that_meeting' | 'this_event';
}

/**
 * Returns the buffer by which a meeting, or an event of a calendar, clashes with a start that it does not overlap; null if the two overlap.
 */
export function bufferOf(
  { startMs, endMs }: Interval,
  meeting: Pick<BusyInterval, 'startMs' | 'endMs' | 'beforeMs' | 'afterMs'>,
  { bufferBeforeMinutes, bufferAfterMinutes }: EventRules,
): ClashBuffer | null {
  const isEarlier = meeting.endMs <= startMs;
  if (!isEarlier && meeting.startMs < endMs) return null;
  const [its, own] = isEarlier
    ? [meeting.afterMs, bufferBeforeMinutes * MINUTE_MS]
    : [meeting.beforeMs, bufferAfterMinutes * MINUTE_MS];
  const gapMs = Math.max(its, own);
  return {
    side: isEarlier ? 'after' : 'before',
    minutes: gapMs / MINUTE_MS,
    edgeMs: isEarlier ? meeting.endMs + gapMs : meeting.startMs - gapMs,
    whose: its >= own ? 'that_meeting' : 'this_event',
  };
}

/** A clash, as far as the caller may see it. */
export interface SeenClash<Provider extends string> {
  readonly kind: 'meeting' | 'hold' | 'busy' | 'time_off' | 'calendar';
  readonly provider?: Provider | undefined;
}

/** Counts the clashes of each kind. A calendar is named by its provider, once. */
export function countClashes<Provider extends string>(seen: readonly SeenClash<Provider>[]) {
  const many = (kind: SeenClash<Provider>['kind']): number => seen.filter((clash) => clash.kind === kind).length;
  const providers = seen.flatMap(({ kind, provider }) => (kind === 'calendar' && provider ? [provider] : []));
  return { meetings: many('meeting'), holds: many('hold'), others: many('busy'), providers: [...new Set(providers)] };
}

/** Returns how an answer mentions buffers: by figures, or that they are included. Events of a calendar without figures overlap the start. */
export function buffersToMention(seen: readonly SeenClash<string>[], figures: number): 'figures' | 'included' | 'none' {
  if (figures > 0) return 'figures';
  return seen.every(({ kind }) => kind === 'calendar') ? 'none' : 'included';
}
