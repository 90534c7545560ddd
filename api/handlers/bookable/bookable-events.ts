import { LRUCache } from 'lru-cache';
import type { Sql } from 'postgres';
import { DAY_MS } from '../../../domain/time/civil.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { AvailabilitySnapshot } from '../../../store/bookable/availability-snapshot.ts';
import { type EventAddress, readSnapshot, readVersions } from '../../../store/bookable/bookable-events.ts';
import { withDeadline } from '../../core/deadline.ts';

/** After this a look-up is given up and the next goes out, on another connection: one that hangs must not hold up all who come. */
const LOOK_UP_DEADLINE_MS = 2_000;
/** Claims that may be kept in memory over all pages; a page counts as 50. */
const KEPT_ROWS = 100_000;

interface Kept {
  readonly snapshot: AvailabilitySnapshot;
  readonly readMs: number;
}

interface Waiter {
  readonly address: EventAddress;
  readonly resolve: (version: string | undefined) => void;
  readonly reject: (error: unknown) => void;
}

const weightOf = ({ claims, memberClaims }: AvailabilitySnapshot): number =>
  [...memberClaims.values()].reduce((sum, { length }) => sum + 50 + length, 50 + claims.length);

const keyOf = ({ workspace, username, eventSlug }: EventAddress): string => `${workspace}/${username}/${eventSlug}`;

/**
 * Booking pages with all that keeps their hosts busy, kept while the versions of their rows stand. Every call asks the
 * database for the versions after it was made, so a booking, hold or setting shows in the very next call; calls that wait
 * together ask together. Losing what is kept costs time, never truth.
 */
export class BookableEvents {
  readonly #sql: Sql;
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: KEPT_ROWS,
    sizeCalculation: ({ snapshot }) => weightOf(snapshot),
  });
  #waiters: Waiter[] = [];
  #asking = false;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** @throws AppError resource.not_found for a link that leads nowhere, service.unavailable when the database hangs. */
  async find(address: EventAddress, now: number): Promise<AvailabilitySnapshot> {
    const version = await this.#versionOf(address);
    if (version === undefined) throw noSuchEvent(address);
    const key = keyOf(address);
    const kept = this.#kept.get(key);
    if (kept?.snapshot.version === version && now - kept.readMs < DAY_MS) return kept.snapshot;
    const snapshot = await readSnapshot(this.#sql, address, now);
    if (!snapshot) throw noSuchEvent(address);
    this.#kept.set(key, { snapshot, readMs: now });
    return snapshot;
  }

  #versionOf(address: EventAddress): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiters.push({ address, resolve, reject });
      if (!this.#asking) void this.#ask();
    });
  }

  async #ask(): Promise<void> {
    this.#asking = true;
    while (this.#waiters.length > 0) {
      const waiters = this.#waiters;
      this.#waiters = [];
      try {
        const lookUp = readVersions(
          this.#sql,
          waiters.map(({ address }) => address),
        );
        const versions = await withDeadline(lookUp, { deadlineMs: LOOK_UP_DEADLINE_MS, waitsFor: () => 'database' });
        waiters.forEach(({ resolve }, position) => {
          resolve(versions.get(position));
        });
      } catch (error) {
        for (const { reject } of waiters) reject(error);
      }
    }
    this.#asking = false;
  }
}

const noSuchEvent = ({ workspace, username, eventSlug }: EventAddress): AppError =>
  new AppError(
    'resource.not_found',
    `No event "${eventSlug}" of "${username}" in "${workspace}". GET /${workspace}/${username} lists what can be booked.`,
    { reason: 'unknown_event' },
  );
