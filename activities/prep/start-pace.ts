/** How long the next one waits, in milliseconds; it takes a moment of the queue. */
export type StartPace = (nowMs: number) => number;

/** What one worker starts without a wait, and how many a second after that: a pack must not take the time of a booking. */
const AT_ONCE = 5;
const INTERVAL_MS = 500;
/** Nobody waits for longer. What comes beyond starts in the order in which it came, as fast. */
const MOST_WAIT_MS = 10 * 60_000;

/** Spaces out the starts of packs. A queue of moments in the memory of one worker; after a restart it is empty. */
export function createStartPace(): StartPace {
  // Moments that passed unused let a few start at once.
  let nextMs = 0;
  return (nowMs) => {
    const turnMs = Math.min(Math.max(nextMs, nowMs - (AT_ONCE - 1) * INTERVAL_MS), nowMs + MOST_WAIT_MS);
    nextMs = turnMs + INTERVAL_MS;
    return Math.max(0, turnMs - nowMs);
  };
}
