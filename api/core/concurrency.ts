import type { AppError } from '../../schemas/errors.ts';
import { unavailable } from './failures.ts';
import { limited } from './limit-errors.ts';

/** Concurrent calls in one process. Calls of guests are not counted. */
interface MaxConcurrent {
  readonly perPerson: number;
  readonly total: number;
}

/** The limit of calls that start or change flows. */
export const MAX_FLOW_CALLS: MaxConcurrent = { perPerson: 4, total: 12 };
/** The limit of calls that read or process much text. */
export const MAX_HEAVY_CALLS: MaxConcurrent = { perPerson: 2, total: 4 };
/** Waiting calls of one person. Further ones are refused at once. */
const MAX_WAITING = 16;
/** Shorter than the deadline: a call that starts later would act for a caller who already got a 503. */
const MAX_WAIT_MS = 1_500;

interface Queue {
  running: number;
  readonly waiting: (() => void)[];
}

/** Returns a permit. Repeated calls do nothing. */
type Release = () => void;

/**
 * Limits concurrent calls, so that one account leaves capacity for others. Waiting people are served in rotation, however many calls each
 * of them has.
 */
export class ConcurrencyLimiter {
  /** The queues by person, next first. */
  readonly #queues = new Map<string, Queue>();
  readonly #max: MaxConcurrent;
  #running = 0;

  constructor(max: MaxConcurrent) {
    this.#max = max;
  }

  /**
   * Waits for a permit of a person, at most 1.5 s.
   * @throws AppError rate.limited (too_many_at_once): the person has too many calls; service.unavailable: all people together have too many
   */
  async acquire(userId: string): Promise<Release> {
    const queue = this.#queues.get(userId) ?? { running: 0, waiting: [] };
    this.#queues.set(userId, queue);
    if (queue.waiting.length === 0 && this.#hasCapacityFor(queue)) this.#start(queue);
    else if (queue.waiting.length >= MAX_WAITING) throw tooManyAtOnce(this.#max);
    else await this.#wait(queue, userId);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      queue.running--;
      this.#running--;
      this.#startNext();
      this.#removeIfIdle(userId, queue);
    };
  }

  #hasCapacityFor({ running }: Queue): boolean {
    return running < this.#max.perPerson && this.#running < this.#max.total;
  }

  #start(queue: Queue): void {
    queue.running++;
    this.#running++;
  }

  #wait(queue: Queue, userId: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.waiting.splice(queue.waiting.indexOf(begin), 1);
        this.#removeIfIdle(userId, queue);
        reject(queue.running < this.#max.perPerson ? tooBusy() : tooManyAtOnce(this.#max));
      }, MAX_WAIT_MS);
      queue.waiting.push(begin);
    });
  }

  /** Starts the first call of the next person with capacity, and moves that person to the end. */
  #startNext(): void {
    for (const [userId, queue] of this.#queues) {
      if (queue.waiting.length === 0 || !this.#hasCapacityFor(queue)) continue;
      this.#start(queue);
      this.#queues.delete(userId);
      this.#queues.set(userId, queue);
      queue.waiting.shift()?.();
      return;
    }
  }

  #removeIfIdle(userId: string, queue: Queue): void {
    if (queue.running === 0 && queue.waiting.length === 0) this.#queues.delete(userId);
  }
}

/** The person is not at fault: other calls are slow, or many came at once. */
const tooBusy = (): AppError => unavailable('Many calls are under way, and this one was not begun.');

const tooManyAtOnce = ({ perPerson }: MaxConcurrent): AppError =>
  limited('callsAtOnce', { limit: perPerson, retryAfterSeconds: 1 });
