import { type OwnerLimit, Permits, type Release } from '../../domain/concurrency.ts';
import type { AppError } from '../../schemas/errors.ts';
import { unavailable } from './failures.ts';
import { limited } from './limit-errors.ts';

/** Waiting calls of one owner. One more is refused at once. */
const MAX_WAITING = 16;
/** Shorter than the deadline: a call that begins later would act for a caller who already received a failure. */
const MAX_WAIT_MS = 1_500;

/** Permits of calls with credentials in one process, so that one account leaves room for others. Calls of guests need none. */
export class ConcurrencyLimiter {
  readonly #permits: Permits;
  readonly #limit: OwnerLimit;

  constructor(limit: OwnerLimit) {
    this.#limit = limit;
    this.#permits = new Permits(limit);
  }

  /**
   * Waits for a permit, at most 1.5 s.
   * @throws AppError rate.limited (too_many_at_once): the owner's own calls take all of its permits; service.unavailable: those of others do
   */
  async acquire(ownerId: string): Promise<Release> {
    if (this.#permits.countOf(ownerId).waiting >= MAX_WAITING) throw this.#tooManyAtOnce();
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), MAX_WAIT_MS);
    const release = await this.#permits.acquire(ownerId, limit.signal).finally(() => clearTimeout(timer));
    if (release) return release;
    if (this.#permits.countOf(ownerId).running < this.#limit.perOwner)
      throw unavailable('Many calls are under way, and this one was not begun.');
    throw this.#tooManyAtOnce();
  }

  #tooManyAtOnce(): AppError {
    return limited('callsAtOnce', { limit: this.#limit.perOwner, retryAfterSeconds: 1 });
  }
}
