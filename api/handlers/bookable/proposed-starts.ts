import type { Interval } from '../../../domain/slots/types.ts';
import { DAY_MS } from '../../../domain/time/civil.ts';
import { inside } from '../../core/when.ts';
import type { BookableEvents } from './bookable-events.ts';
import { nextOpenStart, openStarts, openStartsIn } from './open-times.ts';

const DEFAULT_DAYS = 14;

type Snapshot = Awaited<ReturnType<BookableEvents['find']>>;

/** The open starts of windows, from now on. */
export const startsIn = (snapshot: Snapshot, windows: readonly Interval[], now: number): number[] =>
  openStartsIn(snapshot, now, inside(windows, { startMs: now, endMs: Number.POSITIVE_INFINITY }));

/** The open starts to propose from. Without `to`: 14 days from the first open start, however far ahead it is. */
export function proposedStarts(
  snapshot: Snapshot,
  asked: { readonly from: number | undefined; readonly to: number | undefined },
  now: number,
): number[] {
  const fromMs = Math.max(asked.from ?? now, now);
  const startMs = asked.to === undefined ? nextOpenStart(snapshot, now, fromMs) : fromMs;
  if (startMs === null) return [];
  const endMs = asked.to ?? startMs + DEFAULT_DAYS * DAY_MS;
  return endMs <= startMs ? [] : openStarts(snapshot, now, { startMs, endMs });
}
