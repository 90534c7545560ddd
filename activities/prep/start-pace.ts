import { RUSH } from '../../store/prep/put-off-packs.ts';

/** Whether a first pack may start now; it takes a turn. false: it is put off. */
export type StartPace = (nowMs: number) => boolean;

/** What one worker starts without a wait, and how many a second after that: a pack must not take the time of a booking (docs/decisions/prep.md#flow-and-queue). */
const AT_ONCE = 5;
const INTERVAL_MS = 500;

/** Spaces out the starts of first packs. A queue of moments in the memory of one worker; after a restart it is empty. In a rush none starts. */
export function createStartPace(): StartPace {
  // Moments that passed unused let a few start at once.
  let nextMs = 0;
  let putOffMs: readonly number[] = [];
  return (nowMs) => {
    const isRush = putOffMs.filter((atMs) => atMs > nowMs - RUSH.withinMs).length >= RUSH.packs;
    const turnMs = Math.max(nextMs, nowMs - (AT_ONCE - 1) * INTERVAL_MS);
    if (isRush || turnMs > nowMs) {
      putOffMs = [...putOffMs, nowMs].slice(-RUSH.packs);
      return false;
    }
    nextMs = turnMs + INTERVAL_MS;
    return true;
  };
}
