import type { BusyInterval, EventRules, Interval } from '../slots/types.ts';
import { DAY_MS, MINUTE_MS } from '../time/civil.ts';
import { localParts } from '../time/local.ts';

/** Why a start is not offered, before it is put into words: the API's sentences and the dashboard's say the same. */

/** When a host is open, with its first minute of the local day. */
export interface OpenTime extends Interval {
  readonly startMinute: number;
}

/** Why a start is none of the host's hours; `window` is the one that it is in. */
export type OffGrid<Window> =
  | { readonly why: 'closed' | 'outside' }
  | { readonly why: 'between' | 'ends_late' | 'clocks_change'; readonly window: Window };

/** @param windows of the start's local date in `timezone` */
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

/** True if a start inside the notice has passed already. */
export const isPast = (startMs: number, earliestMs: number, minimumNoticeMinutes: number): boolean =>
  startMs < earliestMs - minimumNoticeMinutes * MINUTE_MS;

/** A length as people say it: whole days, else whole hours, else minutes. */
export function lengthOf(minutes: number): { readonly count: number; readonly unit: 'day' | 'hour' | 'minute' } {
  const dayMinutes = DAY_MS / MINUTE_MS;
  if (minutes > 0 && minutes % dayMinutes === 0) return { count: minutes / dayMinutes, unit: 'day' };
  return minutes > 0 && minutes % 60 === 0 ? { count: minutes / 60, unit: 'hour' } : { count: minutes, unit: 'minute' };
}

/** Minutes that stay free after or before a meeting, and until or from when. */
export interface KeptFree {
  readonly side: 'after' | 'before';
  readonly minutes: number;
  readonly edgeMs: number;
  readonly whose: 'that_meeting' | 'this_event';
}

/**
 * Why a meeting, or an event of a calendar, that ends before a start or begins after its end is in its way. null: the two overlap, so it
 * is no buffer.
 */
export function keptFree(
  { startMs, endMs }: Interval,
  meeting: Pick<BusyInterval, 'startMs' | 'endMs' | 'beforeMs' | 'afterMs'>,
  { bufferBeforeMinutes, bufferAfterMinutes }: EventRules,
): KeptFree | null {
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

/** What is in the way, as far as the caller may see it. */
export interface SeenClash<Provider extends string> {
  readonly kind: 'meeting' | 'hold' | 'busy' | 'time_off' | 'calendar';
  readonly provider?: Provider | undefined;
}

/** How many things of each kind are in the way. A calendar is named by its provider, once. */
export function countClashes<Provider extends string>(seen: readonly SeenClash<Provider>[]) {
  const many = (kind: SeenClash<Provider>['kind']): number => seen.filter((clash) => clash.kind === kind).length;
  const providers = seen.flatMap(({ kind, provider }) => (kind === 'calendar' && provider ? [provider] : []));
  return { meetings: many('meeting'), holds: many('hold'), others: many('busy'), providers: [...new Set(providers)] };
}

/** Returns how an answer mentions buffers: by figures, else that they count. Events of a calendar without figures overlap the start. */
export function buffersToSay(seen: readonly SeenClash<string>[], figures: number): 'figures' | 'included' | 'none' {
  if (figures > 0) return 'figures';
  return seen.every(({ kind }) => kind === 'calendar') ? 'none' : 'included';
}
