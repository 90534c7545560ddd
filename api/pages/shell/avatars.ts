import { LRUCache } from 'lru-cache';
import type { Sql } from 'postgres';
import { readAvatar } from '../../../store/workspaces/branding.ts';
import { DEADLINE_MS, withDeadline } from '../../core/deadline.ts';

const KEPT_BYTES = 16 * 1024 * 1024;
/** A picture that was taken away is gone after this. */
const KEPT_MS = 60_000;

/** Pictures of workspaces: one is up to 256 KB, and whoever asks without end must not keep the database busy. */
export class Avatars {
  readonly #kept: LRUCache<string, Buffer>;

  constructor(sql: Sql) {
    this.#kept = new LRUCache({
      maxSize: KEPT_BYTES,
      ttl: KEPT_MS,
      sizeCalculation: ({ length }) => length,
      fetchMethod: (file) => readAvatar(sql, file),
    });
  }

  /**
   * A picture by the name it is served under; undefined: nobody has it any more.
   * @throws AppError service.unavailable where the database hangs
   */
  find(file: string): Promise<Buffer | undefined> {
    return withDeadline(this.#kept.fetch(file), { deadlineMs: DEADLINE_MS, waitsFor: () => 'database' });
  }
}
