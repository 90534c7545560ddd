import { zoneOf } from '../../../domain/time/zone.ts';

/** Instants; the end is exclusive. */
export interface Times {
  readonly startMs: number;
  readonly endMs: number;
}

/** The instant of a local time. One that a clock change skips counts with the offset before the change (RFC 5545, 3.3.5). */
export function instantOf(timezone: string, localMs: number): number {
  const zone = zoneOf(timezone);
  const exact = zone.instantOf(localMs);
  if (exact !== undefined) return exact;
  return localMs - zone.segmentAt(zone.firstInstant(localMs) - 1).offsetMs;
}

/** Whether some of it is in the window. One without length counts at its start. */
export const touches = ({ startMs, endMs }: Times, window: Times): boolean =>
  startMs < window.endMs && (endMs > window.startMs || (endMs === startMs && startMs >= window.startMs));
