import { HOUR_MS } from '../time/civil.ts';

/** How long deliveries, and the events in them, are kept. */
export const WEBHOOKS_KEPT_DAYS = 30;

/** How many deliveries of a kind there may be. */
export interface DeliveryCaps {
  readonly ofWebhook: number;
  /** Of all webhooks of a workspace together. */
  readonly ofWorkspace: number;
}

/** Of those that wait. Beyond it the oldest are given up. */
export const WAITING_CAPS: DeliveryCaps = { ofWebhook: 10_000, ofWorkspace: 50_000 };

/** Of those that are over. Beyond it the oldest are deleted before their days. */
export const KEPT_CAPS: DeliveryCaps = { ofWebhook: 20_000, ofWorkspace: 100_000 };

/** Failed attempts in a row after which an endpoint counts as failing: from then on one delivery at a time is tried. */
export const FAILING_AFTER = 3;

/** How long one event is tried, and how long an endpoint may do nothing but fail until it is disabled. */
export const GIVE_UP_AFTER_MS = 72 * HOUR_MS;

/** A receiver has this long for its whole answer. */
export const ANSWERED_WITHIN_MS = 10_000;

/** How long the old secret signs as well after a rotation. */
export const OVERLAP_MS = 24 * HOUR_MS;

/** Waits after the first, second … failed attempt, in seconds: those of Standard Webhooks. The last one repeats. */
const WAITS_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** While an endpoint fails, something is tried this long after the first, second … failure in a row: so it is known to be well again. */
const PROBES_SECONDS = [5, 5, 10, 30, 60, 120, 300, 600, 900] as const;

/** While no key of a worker opens a secret: first another worker may have it, which was given the new key; then somebody must act. */
export const SECRET_AGAIN_MS = { first: 5_000, further: 60_000 } as const;

/** Deliveries of an endpoint whose last answer took this long leave one by one: its slowness holds up few. */
export const SLOW_MS = 2_000;

const nth = (seconds: readonly number[], count: number): number =>
  1_000 * (seconds[Math.min(count, seconds.length) - 1] ?? 0);

/** Up to a fifth more, so that what failed together does not come back together. @param random 0 to 1 */
const spread = (ms: number, random: number): number => Math.round(ms * (1 + random / 5));

/**
 * When a delivery is tried again.
 * @param attempts so far, at least 1
 * @param triedForMs since its first attempt
 * @returns null: it is given up. The last attempt is three days after the first.
 */
export function nextAttemptInMs(attempts: number, triedForMs: number, random: number): number | null {
  const leftMs = GIVE_UP_AFTER_MS - triedForMs;
  return leftMs <= 0 ? null : Math.min(spread(nth(WAITS_SECONDS, attempts), random), leftMs);
}

/** When an endpoint that fails may be tried again, with whichever delivery is due. @param failures in a row, at least 1 */
export const nextProbeInMs = (failures: number, random: number): number =>
  spread(nth(PROBES_SECONDS, failures), random);
