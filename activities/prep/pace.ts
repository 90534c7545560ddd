import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/** Spaces out what is asked of one server. */
export interface Pace {
  /** Waits for the next free moment of this server. @returns false at once if that is later than `mostWaitMs`: it is not asked */
  turn(server: string): Promise<boolean>;
}

export interface PaceLimits {
  /** Between two requests to one server. */
  readonly intervalMs: number;
  readonly mostWaitMs: number;
}

interface PaceOptions extends PaceLimits {
  /** Servers that are remembered; of the one asked least recently the last moment is forgotten. */
  readonly servers?: number;
  readonly now?: () => number;
}

/** The pace of one process. A queue of moments, not of callers: ten thousand that come at once cost nothing, and those without a moment hear so at once. */
export function createPace({ intervalMs, mostWaitMs, servers = 10_000, now = Date.now }: PaceOptions): Pace {
  const nextFreeMs = new LRUCache<string, number>({ max: servers });
  return {
    async turn(server) {
      const nowMs = now();
      const turnMs = Math.max(nowMs, nextFreeMs.get(server) ?? 0);
      if (turnMs - nowMs > mostWaitMs) return false;
      nextFreeMs.set(server, turnMs + intervalMs);
      if (turnMs > nowMs) await sleep(turnMs - nowMs);
      return true;
    },
  };
}
