import { DAY_MS } from '../domain/time/civil.ts';
import { zoneOf } from '../domain/time/zone.ts';

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

/** The Monday of a day. */
export const mondayOf = (localMs: number): number => {
  const day = Math.floor(localMs / DAY_MS);
  return (day - ((day + 3) % 7)) * DAY_MS;
};

/** The date of a new event in a week: its Monday, but never before the next workday, because guests book no time that is over. */
export const newEventMs = (mondayMs: number, localNowMs: number): number => {
  const day = Math.floor(localNowMs / DAY_MS) * DAY_MS;
  const daysIn = (day - mondayOf(day)) / DAY_MS;
  return Math.max(mondayMs, day + (daysIn < 4 ? 1 : 7 - daysIn) * DAY_MS);
};
