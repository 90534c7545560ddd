const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Why a look-up is tried again: no source told anything, one of them failed, or it was given up before anybody answered. */
export type RetryReason = 'nothing_found' | 'part_missing' | 'given_up';

/** A source that failed is asked again after an hour at the earliest (`FAILURE_KEPT_MS`). */
const AFTER_AN_HOUR = [65 * MINUTE_MS, 4 * HOUR_MS, 24 * HOUR_MS];
const WAITS: Readonly<Record<RetryReason, readonly number[]>> = {
  nothing_found: AFTER_AN_HOUR,
  part_missing: AFTER_AN_HOUR,
  given_up: [15 * MINUTE_MS, 65 * MINUTE_MS, 4 * HOUR_MS],
};

/** Ten thousand that failed at once are not tried again at once: up to so much of the wait comes on top. */
const SPREAD = 0.2;

/**
 * In how many milliseconds a look-up is tried again by itself; null: it was tried often enough.
 * @param retries how often it was tried again before
 * @param random from 0 to 1
 */
export function retryInMs(reason: RetryReason, retries: number, random: number): number | null {
  const waitMs = WAITS[reason][retries];
  return waitMs === undefined ? null : Math.round(waitMs * (1 + SPREAD * random));
}
