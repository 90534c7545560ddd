import { withDeadline } from './deadline.ts';

/** The time limit of one lookup. The next one uses another connection, so a hanging one does not block everyone. */
const LOOK_UP_DEADLINE_MS = 2_000;

/** Removes repeated keys: many callers ask for a popular page at once. */
function distinct<Key>(waiters: readonly { readonly key: Key }[]): { keys: Key[]; positions: number[] } {
  const keys: Key[] = [];
  const known = new Map<string, number>();
  const positions = waiters.map(({ key }) => {
    const text = JSON.stringify(key);
    const position = known.get(text) ?? keys.push(key) - 1;
    known.set(text, position);
    return position;
  });
  return { keys, positions };
}

interface Waiter<Key, Value> {
  readonly key: Key;
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches lookups: concurrent ones are one query, and those for the same key one row of it. A query starts after every call that it
 * answers, so a call sees what was committed before it.
 */
export class BatchedLookup<Key, Value> {
  readonly #lookUp: (keys: readonly Key[]) => Promise<ReadonlyMap<number, Value>>;
  #waiters: Waiter<Key, Value>[] = [];
  #asking = false;

  /** @param lookUp returns the found values by the position of their key */
  constructor(lookUp: (keys: readonly Key[]) => Promise<ReadonlyMap<number, Value>>) {
    this.#lookUp = lookUp;
  }

  /**
   * @returns undefined: not found
   * @throws AppError service.unavailable if the database hangs, and what the lookup throws
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
        const { keys, positions } = distinct(waiters);
        const looking = this.#lookUp(keys);
        const found = await withDeadline(looking, { deadlineMs: LOOK_UP_DEADLINE_MS, waitsFor: () => 'database' });
        waiters.forEach(({ resolve }, index) => {
          resolve(found.get(positions[index] ?? -1));
        });
      } catch (error) {
        for (const { reject } of waiters) reject(error);
      }
    }
    this.#asking = false;
  }
}
