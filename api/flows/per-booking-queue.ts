import type { AppError } from '../../schemas/errors.ts';
import { limited } from '../core/limit-errors.ts';

/** Further calls are refused while so many run or wait. */
const LONGEST = 6;

interface Queue<T> {
  /** By attempt: the calls that wait and the one that runs. */
  readonly calls: Map<string, Promise<T>>;
  last: Promise<unknown>;
}

/**
 * One queue of calls for each booking: a call begins when the one before has ended. With many updates of one flow at once, tasks of its
 * worker fail, and callers get 500.
 */
export class PerBookingQueue<T> {
  readonly #queues = new Map<string, Queue<T>>();

  /**
   * Runs a call after the earlier ones. A call for an attempt that waits or runs already gets the answer of that one.
   * @throws AppError rate.limited when the queue is full; what `call` throws
   */
  async run(bookingId: string, attemptId: string, call: () => Promise<T>): Promise<T> {
    const queue: Queue<T> = this.#queues.get(bookingId) ?? { calls: new Map(), last: Promise.resolve() };
    const same = queue.calls.get(attemptId);
    if (same) return same;
    if (queue.calls.size >= LONGEST) throw tooManyAtOnce();
    const mine = queue.last.then(call, call);
    queue.calls.set(attemptId, mine);
    queue.last = mine;
    this.#queues.set(bookingId, queue);
    try {
      return await mine;
    } finally {
      queue.calls.delete(attemptId);
      if (queue.calls.size === 0) this.#queues.delete(bookingId);
    }
  }
}

const tooManyAtOnce = (): AppError => limited('callsOfBooking', { limit: LONGEST, retryAfterSeconds: 3 });
