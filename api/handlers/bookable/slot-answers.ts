import { LRUCache } from 'lru-cache';
import { attendeesOf, type BookableEvent, type EventMember } from '../../../domain/bookable/bookable-event.ts';
import type { Interval } from '../../../domain/slots/types.ts';
import {
  bookerZone,
  buildSlotsAnswer,
  type SlotsCall,
  type StaticAnswer,
  staticAnswer,
} from '../../../domain/slots-answer/slots-answer.ts';
import { DAY_MS, MINUTE_MS, parseDate } from '../../../domain/time/civil.ts';
import { isoInstant } from '../../../domain/time/local.ts';
import type { Understood } from '../../../domain/time/words/read.ts';
import { zoneOf } from '../../../domain/time/zone.ts';
import { type FieldIssue, invalid } from '../../../schemas/errors.ts';
import type { EmptyReason } from '../../../schemas/shapes/public-calendar.ts';
import { SlotsResponse } from '../../../schemas/shapes/slots.ts';
import type { AvailabilitySnapshot } from '../../../store/bookable/availability-snapshot.ts';
import { Rendered } from '../../core/answer.ts';
import type { Urls } from '../../core/urls.ts';
import { inside } from '../../core/when.ts';
import { nextOpenStart, openStartsIn } from './open-times.ts';

const DEFAULT_DAYS = 14;

interface WindowQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly fromDate?: string | undefined;
  readonly toDate?: string | undefined;
}

/** The searched part of the requested window. */
interface SearchedWindow extends Interval {
  /** why nothing is searched: it ended before now, or starts after the booking horizon */
  readonly outside?: 'past' | 'too_far';
}

const reversed = (first: string, second: string): FieldIssue => ({
  path: second,
  message: `must be later than ${first}`,
});

/** Returns the first instant of a date in a zone. */
const dayStart = (date: string, timezone: string, plusDays: number): number =>
  zoneOf(timezone).firstInstant(((parseDate(date) ?? 0) + plusDays) * DAY_MS);

/**
 * Returns the window of a slots call (contract, slots query). Instants and dates both apply. Default: 14 days from the window's
 * start. It is never before now, to the minute, nor after the booking horizon.
 *
 * @throws AppError request.invalid for a reversed window
 */
function slotWindow(query: WindowQuery, timezone: string, maxFutureDays: number, now: number): SearchedWindow {
  const from = query.from === undefined ? undefined : Date.parse(query.from);
  const to = query.to === undefined ? undefined : Date.parse(query.to);
  const firstDay = query.fromDate === undefined ? undefined : dayStart(query.fromDate, timezone, 0);
  const lastDay = query.toDate === undefined ? undefined : dayStart(query.toDate, timezone, 1);
  const issues: FieldIssue[] = [];
  if (from !== undefined && to !== undefined && from >= to) issues.push(reversed('from', 'to'));
  if (query.fromDate && query.toDate && query.fromDate > query.toDate) issues.push(reversed('fromDate', 'toDate'));
  if (issues.length > 0) throw invalid(issues);
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const startMs = Math.max(minute, from ?? minute, firstDay ?? minute);
  const requestedEndMs = Math.min(to ?? Number.POSITIVE_INFINITY, lastDay ?? Number.POSITIVE_INFINITY);
  const horizonMs = minute + (maxFutureDays + 1) * DAY_MS;
  const endMs = Math.min(
    requestedEndMs === Number.POSITIVE_INFINITY ? startMs + DEFAULT_DAYS * DAY_MS : requestedEndMs,
    horizonMs,
  );
  return { startMs, endMs: Math.max(startMs, endMs), ...outside(requestedEndMs <= minute, startMs >= horizonMs) };
}

function outside(isPast: boolean, isTooFar: boolean): Pick<SearchedWindow, 'outside'> {
  if (isPast) return { outside: 'past' };
  return isTooFar ? { outside: 'too_far' } : {};
}

const MAX_CACHED_BYTES = 24_000_000;
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 500;

export interface SlotQuery extends WindowQuery {
  readonly timezone?: string | undefined;
  readonly limit?: number | undefined;
  /** a time in words, and how it was understood: the search is then limited to its windows */
  readonly when?: string | undefined;
  readonly understood?: Understood | undefined;
}

interface CachedAnswer {
  readonly answer: Rendered<SlotsResponse>;
  readonly untilMs: number;
}

/**
 * Caches answers to slots calls as bytes. An answer is valid while its snapshot's version is, within one minute (the
 * engine's `now` is that minute) and until the next hold ends.
 */
export class SlotAnswers {
  readonly #cache = new LRUCache<string, CachedAnswer>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ answer }) => answer.wire.byteLength,
  });
  /** The part of an answer that is the same for every query, while the event is cached. */
  readonly #fixed = new WeakMap<BookableEvent, StaticAnswer>();

  /** @throws AppError request.invalid for a reversed window */
  of(snapshot: AvailabilitySnapshot, query: SlotQuery, now: number, urls: Urls): Rendered<SlotsResponse> {
    const { timezone, limit, from, to, fromDate, toDate, when, understood } = query;
    const key = [snapshot.version, timezone, limit, from, to, fromDate, toDate, when, understood?.text].join('|');
    const cached = this.#cache.get(key);
    if (cached && now < cached.untilMs) return cached.answer;
    const built = buildSlotsAnswer(slotsCall(snapshot, query, now, urls), this.#fixedFor(snapshot, urls));
    const answer = new Rendered(checked(built));
    this.#cache.set(key, { answer, untilMs: validUntil(snapshot, now) });
    return answer;
  }

  #fixedFor({ event }: AvailabilitySnapshot, urls: Urls): StaticAnswer {
    const fixed = this.#fixed.get(event) ?? staticAnswer(event, urls);
    this.#fixed.set(event, fixed);
    return fixed;
  }
}

/**
 * Checks the answer against its declaration with one slot and one time of a date. All are made alike, and checking a hundred would take a
 * fifth of the call. Tests of buildSlotsAnswer check whole answers.
 */
function checked(answer: SlotsResponse): SlotsResponse {
  const { slots, agentBooking } = answer;
  const slotsByDate = agentBooking.slotsByDate.slice(0, 1).map((date) => ({ ...date, times: date.times.slice(0, 1) }));
  SlotsResponse.parse({ ...answer, slots: slots.slice(0, 1), agentBooking: { ...agentBooking, slotsByDate } });
  return answer;
}

function validUntil({ yieldsMs }: AvailabilitySnapshot, now: number): number {
  const nextMinute = (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS;
  return Math.min(nextMinute, ...yieldsMs.filter((yieldMs) => yieldMs > now));
}

function slotsCall(snapshot: AvailabilitySnapshot, query: SlotQuery, now: number, urls: Urls): SlotsCall {
  const { event } = snapshot;
  const { timezone } = bookerZone(query.timezone, event);
  const { understood } = query;
  const window = slotWindow(understood ? spanOf(understood) : query, timezone, event.rules.maxFutureDays, now);
  const limit = Math.min(query.limit ?? DEFAULT_LIMIT, MAX_LIMIT);
  const starts = openStartsIn(snapshot, now, understood ? inside(understood.windows, window) : [window], limit);
  return {
    event,
    urls,
    query,
    understood: understood?.text,
    window,
    starts,
    limit: { applied: limit, max: MAX_LIMIT },
    // If the window has no start, the search continues to the booking horizon.
    nextAvailableMs: starts[0] ?? nextOpenStart(snapshot, now, window.startMs),
    emptyReason: starts.length === 0 ? emptyReason(snapshot) : null,
  };
}

/** Returns the span from the first window to the last. */
const spanOf = ({ windows }: Understood): WindowQuery => ({
  from: isoInstant(windows[0].startMs),
  to: isoInstant((windows.at(-1) ?? windows[0]).endMs),
});

function emptyReason({ event }: AvailabilitySnapshot): EmptyReason {
  if (event.workspace.locked) return 'workspace_locked';
  if (!event.team) return reasonOf(event);
  const { all, oneOf } = attendeesOf(event.team);
  const needed = all.map(reasonOf).find((reason) => reason !== 'no_slots');
  if (needed) return needed;
  const reasons = oneOf.map(reasonOf);
  if (all.length + oneOf.length === 0) return 'no_schedule';
  return reasons.length === 0 || reasons.includes('no_slots') ? 'no_slots' : (reasons[0] ?? 'no_slots');
}

/** Returns the reason why one person offers nothing; no_slots if they have hours. */
function reasonOf({ schedule, host }: Pick<EventMember, 'schedule' | 'host'>): EmptyReason {
  if (!schedule) return 'no_schedule';
  const hasWindows = schedule.weeklyRules.length > 0 || schedule.overrides.some(({ windows }) => windows.length > 0);
  if (!hasWindows) return 'no_rules';
  return host.calendar === 'broken' ? 'no_calendar' : 'no_slots';
}
