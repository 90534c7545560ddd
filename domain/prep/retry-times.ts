const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The reason of a retry: a source failed in passing, or the look-up was given up before any source answered. */
export type RetryReason = 'source_failed' | 'given_up';

/** A source that failed is asked again after an hour at the earliest (`FAILURE_KEPT_MS`). */
const WAITS_MS: Readonly<Record<RetryReason, readonly number[]>> = {
  source_failed: [65 * MINUTE_MS, 4 * HOUR_MS, 24 * HOUR_MS],
  given_up: [15 * MINUTE_MS, 65 * MINUTE_MS, 4 * HOUR_MS],
};

/** The wait is up to this part longer, so that look-ups that failed together are not retried together. */
const SPREAD = 0.2;

/**
 * Returns milliseconds until a look-up is retried; null: it was retried often enough.
 * @param retries so far
 * @param random from 0 to 1
 */
export function retryInMs(reason: RetryReason, retries: number, random: number): number | null {
  const waitMs = WAITS_MS[reason][retries];
  return waitMs === undefined ? null : Math.round(waitMs * (1 + SPREAD * random));
}
