import { leftUntil, withDeadline } from '../../core/deadline.ts';
import { expectedFailure } from '../../core/failures.ts';

/** After an operation that ends at its deadline, the page still needs time to be sent. */
const SEND_MS = 100;

/** The time of one request: its instant and its deadlines. */
export class PageClock {
  /** One instant per request, in milliseconds since the epoch. */
  readonly now = Date.now();
  /** When operations and reads must have answered, on the clock of `performance.now()`. */
  readonly answerByMs: number;
  readonly #sendByMs: number;

  /** @param patienceMs how much longer the page may take, because it waits for a service of others */
  constructor(deadlineMs: number, patienceMs = 0) {
    this.answerByMs = performance.now() + deadlineMs;
    this.#sendByMs = this.answerByMs + SEND_MS + patienceMs;
  }

  /** Milliseconds until the page must be sent. */
  get sendWithinMs(): number {
    return leftUntil(this.#sendByMs);
  }

  /**
   * Reads what the page can do without. Waits for at most half of the time left: the rest is for what the page needs.
   * @param mostMs a shorter limit, in milliseconds
   * @returns null if it does not exist, comes too late, or the database is away
   * @throws unexpected errors
   */
  async tryRead<T>(read: () => Promise<T | undefined>, mostMs = Number.POSITIVE_INFINITY): Promise<T | null> {
    const deadlineMs = Math.min(mostMs, leftUntil(this.answerByMs) / 2);
    if (deadlineMs <= 0) return null;
    try {
      return (await withDeadline(read(), { deadlineMs, waitsFor: () => 'database' })) ?? null;
    } catch (error) {
      if (!expectedFailure(error)) throw error;
      return null;
    }
  }
}
