import { withDeadline } from './deadline.ts';

/** Then a look-up is given up. The next one uses another connection, so one that hangs does not block everyone. */
const LOOK_UP_DEADLINE_MS = 2_000;

interface Waiter<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Look-ups that callers share: those that wait at the same time are one query. A query begins after every call that it answers, so a call
 * sees what was committed before it.
 */
export class SharedLookUps<Key, Value> {
  readonly #lookUp: (keys: readonly Key[]) => Promise<ReadonlyMap<number, Value>>;
  #waiters: Waiter<Key, Value>[] = [];
  #asking = false;

  /** @param lookUp what it finds, by the key's position */
  constructor(lookUp: (keys: readonly Key[]) => Promise<ReadonlyMap<number, Value>>) {
    this.#lookUp = lookUp;
  }

  /**
   * @returns undefined: not found
   * @throws AppError service.unavailable if the database hangs, and what the look-up throws
   */
  find(key: Key): Promise<Value | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiters.push({ key, resolve, reject });
      if (!this.#asking) void this.#ask();
    });
  }

  async #ask(): Promise<void> {
    this.#asking = true;
    while (this.#waiters.length > 0) {
      const waiters = this.#waiters;
      this.#waiters = [];
      try {
        const looking = this.#lookUp(waiters.map(({ key }) => key));
        const found = await withDeadline(looking, { deadlineMs: LOOK_UP_DEADLINE_MS, waitsFor: () => 'database' });
        waiters.forEach(({ resolve }, position) => {
          resolve(found.get(position));
        });
      } catch (error) {
        for (const { reject } of waiters) reject(error);
      }
    }
    this.#asking = false;
  }
}
