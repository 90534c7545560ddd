import { LRUCache } from 'lru-cache';
import { attendeesOf, type BookableEvent, type EventMember } from '../../../domain/bookable/bookable-event.ts';
import {
  bookerZone,
  buildSlotsAnswer,
  type SlotsCall,
  type StaticAnswer,
  staticAnswer,
} from '../../../domain/slots-answer/slots-answer.ts';
import { MINUTE_MS } from '../../../domain/time/civil.ts';
import { isoInstant } from '../../../domain/time/local.ts';
import type { Understood } from '../../../domain/time/words/read.ts';
import type { EmptyReason } from '../../../schemas/shapes/public-calendar.ts';
import { SlotsResponse } from '../../../schemas/shapes/slots.ts';
import type { AvailabilitySnapshot } from '../../../store/bookable/availability-snapshot.ts';
import { Rendered } from '../../core/answer.ts';
import type { Urls } from '../../core/urls.ts';
import { inside } from '../../core/when.ts';
import { nextOpenStart, openStartsIn } from './open-times.ts';
import { slotWindow, type WindowQuery } from './slot-window.ts';

const KEPT_BYTES = 24_000_000;
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 500;

export interface SlotQuery extends WindowQuery {
  readonly timezone?: string | undefined;
  readonly limit?: number | undefined;
  /** a time in words, and how it was read: its windows are then searched */
  readonly when?: string | undefined;
  readonly understood?: Understood | undefined;
}

interface Kept {
  readonly answer: Rendered<SlotsResponse>;
  readonly untilMs: number;
}

/**
 * Caches answers to slots calls as bytes. An answer is valid while its snapshot's version is, within one minute (the
 * engine's `now` is that minute) and until the next hold ends.
 */
export class SlotAnswers {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ answer }) => answer.wire.byteLength,
  });
  /** The part of an answer that is the same for every query, while the event is cached. */
  readonly #fixed = new WeakMap<BookableEvent, StaticAnswer>();

  /** @throws AppError request.invalid for a reversed window */
  of(snapshot: AvailabilitySnapshot, query: SlotQuery, now: number, urls: Urls): Rendered<SlotsResponse> {
    const { timezone, limit, from, to, fromDate, toDate, when, understood } = query;
    const key = [snapshot.version, timezone, limit, from, to, fromDate, toDate, when, understood?.text].join('|');
    const kept = this.#kept.get(key);
    if (kept && now < kept.untilMs) return kept.answer;
    const built = buildSlotsAnswer(slotsCall(snapshot, query, now, urls), this.#fixedFor(snapshot, urls));
    const answer = new Rendered(checked(built));
    this.#kept.set(key, { answer, untilMs: standsUntil(snapshot, now) });
    return answer;
  }

  #fixedFor({ event }: AvailabilitySnapshot, urls: Urls): StaticAnswer {
    const fixed = this.#fixed.get(event) ?? staticAnswer(event, urls);
    this.#fixed.set(event, fixed);
    return fixed;
  }
}

/**
 * Checks the answer against its declaration with one slot and one time of a date: all are made alike, and a hundred take a fifth of the
 * call. Tests of buildSlotsAnswer check whole answers.
 */
function checked(answer: SlotsResponse): SlotsResponse {
  const { slots, agentBooking } = answer;
  const slotsByDate = agentBooking.slotsByDate.slice(0, 1).map((date) => ({ ...date, times: date.times.slice(0, 1) }));
  SlotsResponse.parse({ ...answer, slots: slots.slice(0, 1), agentBooking: { ...agentBooking, slotsByDate } });
  return answer;
}

function standsUntil({ yieldsMs }: AvailabilitySnapshot, now: number): number {
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

/** From the first window to the last. */
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

/** The reason in one person's hours and calendars; no_slots: hours exist. */
function reasonOf({ schedule, host }: Pick<EventMember, 'schedule' | 'host'>): EmptyReason {
  if (!schedule) return 'no_schedule';
  const hasWindows = schedule.weeklyRules.length > 0 || schedule.overrides.some(({ windows }) => windows.length > 0);
  if (!hasWindows) return 'no_rules';
  return host.calendar === 'broken' ? 'no_calendar' : 'no_slots';
}
