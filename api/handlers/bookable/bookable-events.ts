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

/** Claims kept in memory over all events; an event counts as 50. */
const KEPT_ROWS = 100_000;
const SLUGS_NAMED = 20;
/** Who comes so much later reads for themselves. */
const SHARED_FOR_MS = 500;

interface Kept {
  readonly snapshot: AvailabilitySnapshot;
  readonly readMs: number;
}

const weightOf = ({ claims, memberClaims }: AvailabilitySnapshot): number =>
  [...memberClaims.values()].reduce((sum, { length }) => sum + 50 + length, 50 + claims.length);

const keyOf = ({ workspace, username, eventSlug }: EventAddress): string => `${workspace}/${username}/${eventSlug}`;

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** The slugs of events; that of one whose name was given comes first. */
function slugsOf(events: readonly { readonly name: string; readonly slug: string }[], given: string): string[] {
  const called = events.filter(({ name, slug }) => [name, slug].some((word) => lettersOf(word) === lettersOf(given)));
  return [...new Set([...called, ...events].map(({ slug }) => slug))].slice(0, SLUGS_NAMED);
}

/**
 * Caches bookable events and their hosts' busy times while the versions of their rows are unchanged. Every call reads
 * the versions after it began, so the next call shows each booking, hold or setting. Calls that wait at the same time
 * share one query. An empty cache is slower, never wrong.
 */
export class BookableEvents {
  readonly #sql: Sql;
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: KEPT_ROWS,
    sizeCalculation: ({ snapshot }) => weightOf(snapshot),
  });
  /** By address and version. What is read began after that version, so it has all that its callers must see. */
  readonly #reading = new Map<string, Promise<AvailabilitySnapshot>>();
  /** By address: all parts of one page miss the event at the same time. */
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
    const kept = this.#kept.get(key);
    if (kept?.snapshot.version === version && now - kept.readMs < DAY_MS) return kept.snapshot;
    return this.#read(address, now, `${key} ${version}`);
  }

  /** After a booking all guests of a popular event come for its new state: one of them reads it. */
  #read(address: EventAddress, now: number, state: string): Promise<AvailabilitySnapshot> {
    const underWay = this.#reading.get(state);
    if (underWay) return underWay;
    // One that hangs holds up none who come later.
    const forget = setTimeout(() => this.#reading.delete(state), SHARED_FOR_MS);
    const reading = this.#readOnce(address, now).finally(() => {
      clearTimeout(forget);
      this.#reading.delete(state);
    });
    this.#reading.set(state, reading);
    return reading;
  }

  async #readOnce(address: EventAddress, now: number): Promise<AvailabilitySnapshot> {
    const snapshot = await readSnapshot(this.#sql, address, now);
    if (!snapshot) throw await this.#noSuchEvent(address);
    this.#kept.set(keyOf(address), { snapshot, readMs: now });
    return snapshot;
  }

  /** Read once for those who ask at the same time. */
  #noSuchEvent(address: EventAddress): Promise<AppError> {
    const key = keyOf(address);
    const underWay = this.#missing.get(key);
    if (underWay) return underWay;
    const forget = setTimeout(() => this.#missing.delete(key), SHARED_FOR_MS);
    const reading = this.#whatThereIs(address).finally(() => {
      clearTimeout(forget);
      this.#missing.delete(key);
    });
    this.#missing.set(key, reading);
    return reading;
  }

  /** Says what there is instead, as the public list does. */
  async #whatThereIs(address: EventAddress): Promise<AppError> {
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
