import type { AppError } from '../../schemas/errors.ts';
import { unavailable } from './failures.ts';
import { limited } from './limited.ts';

/** Calls at once, in one process. Calls of guests are not counted: they find room beside them. */
interface Most {
  readonly ofOne: number;
  readonly ofAll: number;
}

/** Of calls that start or change flows (decision 0275). */
export const MOST_FLOW_CALLS: Most = { ofOne: 4, ofAll: 12 };
/** Of calls that read or work through a lot of text (decision 0296). */
export const MOST_HEAVY_CALLS: Most = { ofOne: 2, ofAll: 4 };
/** Of one person. One more is refused at once. */
const MOST_WAITING = 16;
/** Shorter than the deadline: a call that got its turn afterwards would act for a caller who was told that it failed. */
const LONGEST_WAIT_MS = 1_500;

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/** Ends a turn. Repeating does nothing. */
type Leave = () => void;

/**
 * Gives calls with credentials their turn, so that one account leaves room for others. People with calls that wait take turns, whoever
 * has more of them.
 */
export class Turns {
  /** By person, next first. */
  readonly #lines = new Map<string, Line>();
  readonly #most: Most;
  #running = 0;

  constructor(most: Most) {
    this.#most = most;
  }

  /**
   * Waits for a turn of a person, at most 1.5 s.
   * @throws AppError rate.limited (too_many_at_once): more of their own than run at once; service.unavailable: too many of all people
   */
  async enter(userId: string): Promise<Leave> {
    const line = this.#lines.get(userId) ?? { running: 0, waiting: [] };
    this.#lines.set(userId, line);
    if (line.waiting.length === 0 && this.#hasRoomFor(line)) this.#start(line);
    else if (line.waiting.length >= MOST_WAITING) throw tooManyAtOnce(this.#most);
    else await this.#wait(line, userId);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      line.running--;
      this.#running--;
      this.#next();
      this.#forget(userId, line);
    };
  }

  #hasRoomFor({ running }: Line): boolean {
    return running < this.#most.ofOne && this.#running < this.#most.ofAll;
  }

  #start(line: Line): void {
    line.running++;
    this.#running++;
  }

  #wait(line: Line, userId: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(begin), 1);
        this.#forget(userId, line);
        reject(line.running < this.#most.ofOne ? tooBusy() : tooManyAtOnce(this.#most));
      }, LONGEST_WAIT_MS);
      line.waiting.push(begin);
    });
  }

  /** Starts the first call of the first person who may begin one; that person is then the last. */
  #next(): void {
    for (const [userId, line] of this.#lines) {
      if (line.waiting.length === 0 || !this.#hasRoomFor(line)) continue;
      this.#start(line);
      this.#lines.delete(userId);
      this.#lines.set(userId, line);
      line.waiting.shift()?.();
      return;
    }
  }

  #forget(userId: string, line: Line): void {
    if (line.running === 0 && line.waiting.length === 0) this.#lines.delete(userId);
  }
}

/** The person did nothing wrong: what the calls wait for is slow, or many came at once. */
const tooBusy = (): AppError => unavailable('Many calls are under way, and this one was not begun.');

const tooManyAtOnce = ({ ofOne }: Most): AppError => limited('callsAtOnce', { limit: ofOne, retryAfterSeconds: 1 });
