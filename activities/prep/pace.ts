import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Sql } from 'postgres';
import { reserveRequest } from '../../store/prep/look-up-leases.ts';

/** Spaces out the requests to one server. */
export interface Pace {
  /** Waits for the next free time of this server. @returns false at once if that is later than `maxWaitMs`: it is not asked */
  wait(server: string): Promise<boolean>;
}

export interface PaceLimits {
  /** Between two requests to one server. */
  readonly intervalMs: number;
  readonly maxWaitMs: number;
}

interface PaceOptions extends PaceLimits {
  /** Servers that are remembered. Beyond it, the server asked least recently is forgotten. */
  readonly servers?: number;
  readonly now?: () => number;
}

/** The pace of one process. It keeps times, not callers: ten thousand concurrent callers cost nothing, and those without a free time return at once. */
export function createPace({ intervalMs, maxWaitMs, servers = 10_000, now = Date.now }: PaceOptions): Pace {
  const nextFreeMs = new LRUCache<string, number>({ max: servers });
  return {
    async wait(server) {
      const nowMs = now();
      const atMs = Math.max(nowMs, nextFreeMs.get(server) ?? 0);
      if (atMs - nowMs > maxWaitMs) return false;
      nextFreeMs.set(server, atMs + intervalMs);
      if (atMs > nowMs) await sleep(atMs - nowMs);
      return true;
    },
  };
}

/** One pace for all workers: its times are rows. Nobody waits inside a transaction. */
export const createSharedPace = (sql: Sql, limits: PaceLimits): Pace => ({
  async wait(server) {
    // No look-up can end without the database: until it is back, the server counts as busy.
    const waitMs = await reserveRequest(sql, server, limits).catch(() => null);
    if (waitMs === null) return false;
    if (waitMs > 0) await sleep(waitMs);
    return true;
  },
});
