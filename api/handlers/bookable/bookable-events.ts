import { LRUCache } from 'lru-cache';
import type { Sql } from 'postgres';
import { DAY_MS } from '../../../domain/time/civil.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { AvailabilitySnapshot } from '../../../store/bookable/availability-snapshot.ts';
import {
  type EventAddress,
  readCalendar,
  readSnapshot,
  readVersions,
} from '../../../store/bookable/bookable-events.ts';
import { BatchedLookup } from '../../core/batched-lookup.ts';

/** The maximum number of time blocks in memory over all events; an event itself counts as 50. */
const MAX_CACHED_ROWS = 100_000;
const MAX_NAMED_SLUGS = 20;
/** A read is shared with calls that come within this time. */
const SHARED_FOR_MS = 500;

interface CachedEvent {
  readonly snapshot: AvailabilitySnapshot;
  readonly readMs: number;
}

const weightOf = ({ blocked, memberBlocked }: AvailabilitySnapshot): number =>
  [...memberBlocked.values()].reduce((sum, { length }) => sum + 50 + length, 50 + blocked.length);

const keyOf = ({ workspace, username, eventSlug }: EventAddress): string => `${workspace}/${username}/${eventSlug}`;

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Returns the slugs of events. An event whose name is the requested text comes first. */
function slugsOf(events: readonly { readonly name: string; readonly slug: string }[], requested: string): string[] {
  const named = events.filter(({ name, slug }) =>
    [name, slug].some((word) => lettersOf(word) === lettersOf(requested)),
  );
  return [...new Set([...named, ...events].map(({ slug }) => slug))].slice(0, MAX_NAMED_SLUGS);
}

/**
 * Caches bookable events and their hosts' busy times while the versions of their rows are unchanged. Every call reads
 * the versions after it began, so the next call shows each booking, hold or setting. Concurrent calls
 * share one query. An empty cache is slower, never wrong.
 */
export class BookableEvents {
  readonly #sql: Sql;
  readonly #cache = new LRUCache<string, CachedEvent>({
    maxSize: MAX_CACHED_ROWS,
    sizeCalculation: ({ snapshot }) => weightOf(snapshot),
  });
  /** Running reads, by address and version. A read begins after that version was known, so it has everything that its callers must see. */
  readonly #reads = new Map<string, Promise<AvailabilitySnapshot>>();
  /** Errors for unknown events, by address: all parts of one page ask for the event at the same time. */
  readonly #missing = new Map<string, Promise<AppError>>();
  readonly #versions: BatchedLookup<EventAddress, string>;

  constructor(sql: Sql) {
    this.#sql = sql;
    this.#versions = new BatchedLookup((addresses) => readVersions(sql, addresses));
  }

  /** @throws AppError resource.not_found for an unknown link, service.unavailable if the database hangs */
  async find(address: EventAddress, now: number): Promise<AvailabilitySnapshot> {
    const version = await this.#versions.find(address);
    if (version === undefined) throw await this.#noSuchEvent(address);
    const key = keyOf(address);
    const cached = this.#cache.get(key);
    if (cached?.snapshot.version === version && now - cached.readMs < DAY_MS) return cached.snapshot;
    return this.#read(address, now, `${key} ${version}`);
  }

  /** Reads an event once for all concurrent calls: after a booking, all guests of a popular event ask for its new state. */
  #read(address: EventAddress, now: number, state: string): Promise<AvailabilitySnapshot> {
    const running = this.#reads.get(state);
    if (running) return running;
    // A read that hangs must not delay later calls.
    const forget = setTimeout(() => this.#reads.delete(state), SHARED_FOR_MS);
    const reading = this.#readOnce(address, now).finally(() => {
      clearTimeout(forget);
      this.#reads.delete(state);
    });
    this.#reads.set(state, reading);
    return reading;
  }

  async #readOnce(address: EventAddress, now: number): Promise<AvailabilitySnapshot> {
    const snapshot = await readSnapshot(this.#sql, address, now);
    if (!snapshot) throw await this.#noSuchEvent(address);
    this.#cache.set(keyOf(address), { snapshot, readMs: now });
    return snapshot;
  }

  /** Returns the error for an unknown event. Concurrent calls share it. */
  #noSuchEvent(address: EventAddress): Promise<AppError> {
    const key = keyOf(address);
    const running = this.#missing.get(key);
    if (running) return running;
    const forget = setTimeout(() => this.#missing.delete(key), SHARED_FOR_MS);
    const reading = this.#errorWithEvents(address).finally(() => {
      clearTimeout(forget);
      this.#missing.delete(key);
    });
    this.#missing.set(key, reading);
    return reading;
  }

  /** Makes the error with the events that exist, as in the public list. */
  async #errorWithEvents(address: EventAddress): Promise<AppError> {
    const { workspace, username, eventSlug } = address;
    const found = await readCalendar(this.#sql, address);
    const slugs = slugsOf(found?.events.map(({ eventType }) => eventType) ?? [], eventSlug);
    const instead = found
      ? `Its events: ${slugs.join(', ') || 'none'}.`
      : 'There is no such calendar: check workspace and username, the first two parts of the public link.';
    const message = `No event "${eventSlug}" of "${username}" in "${workspace}". ${instead}`;
    return new AppError('resource.not_found', message, {
      reason: 'unknown_event',
      ...(found ? { didYouMean: slugs } : {}),
    });
  }
}
