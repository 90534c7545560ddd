import { LRUCache } from 'lru-cache';
import type { Sql } from 'postgres';
import { readPhoto } from '../../../store/accounts/photos.ts';
import { readAvatar } from '../../../store/workspaces/branding.ts';
import { DEADLINE_MS, withDeadline } from '../../core/deadline.ts';

const KEPT_BYTES = 16 * 1024 * 1024;
/** A removed picture is served for this long at most. */
const KEPT_MS = 60_000;

/** The pictures of workspaces and people, cached: one is up to 256 KB, and repeated requests must not load the database. */
export class Avatars {
  readonly #kept: LRUCache<string, Buffer>;

  constructor(sql: Sql) {
    this.#kept = new LRUCache({
      maxSize: KEPT_BYTES,
      ttl: KEPT_MS,
      sizeCalculation: ({ length }) => length,
      fetchMethod: (file) => (file.startsWith('photo-') ? readPhoto(sql, file) : readAvatar(sql, file)),
    });
  }

  /**
   * A picture by its file name; undefined if nobody has it.
   * @throws AppError service.unavailable if the database does not answer
   */
  find(file: string): Promise<Buffer | undefined> {
    return withDeadline(this.#kept.fetch(file), { deadlineMs: DEADLINE_MS, waitsFor: () => 'database' });
  }
}
