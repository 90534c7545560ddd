import { type BookerLocal, bookerLocal, isoInstant } from './local.ts';

/** A stretch of time as keyed operations answer it. */
export interface StretchView {
  readonly startAt: string;
  readonly endAt: string;
  readonly local: BookerLocal;
}

/**
 * A stretch in UTC and as people in a zone read it.
 * @throws RangeError for a name that is not a zone.
 */
export const stretchView = (startMs: number, endMs: number, timezone: string): StretchView => ({
  startAt: isoInstant(startMs),
  endAt: isoInstant(endMs),
  local: bookerLocal(startMs, endMs, timezone),
});
