import { type BookerLocal, bookerLocal, isoInstant } from './local.ts';

/** An interval in the answers of keyed operations. */
export interface StretchView {
  readonly startAt: string;
  readonly endAt: string;
  readonly local: BookerLocal;
}

/**
 * An interval in UTC and in a zone's local terms.
 * @throws RangeError for a name that is not a zone.
 */
export const stretchView = (startMs: number, endMs: number, timezone: string): StretchView => ({
  startAt: isoInstant(startMs),
  endAt: isoInstant(endMs),
  local: bookerLocal(startMs, endMs, timezone),
});
