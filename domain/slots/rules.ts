import { DAY_MS, dateOf, dayOf, isoWeekStart, MINUTE_MS } from '../time/civil.ts';
import { zoneOf } from '../time/zone.ts';
import type { SlotContext } from './slot-context.ts';
import type { Spans } from './spans.ts';
import type { EventRules, Interval, Refusal } from './types.ts';

/**
 * Returns the time whose busy intervals are needed for starts in a window: the window, a day on each side (meetings and
 * their buffers are shorter), and every whole limited day, week or month that the window touches.
 */
export function busyWindow(rules: EventRules, timezone: string, window: Interval): Interval {
  const zone = zoneOf(timezone);
  let startMs = window.startMs - DAY_MS;
  let endMs = window.endMs + DAY_MS;
  for (const { first, next } of limitedPeriods(rules)) {
    startMs = Math.min(startMs, zone.firstInstant(first(zone.dayAt(window.startMs)) * DAY_MS));
    endMs = Math.max(endMs, zone.firstInstant(next(first(zone.dayAt(window.endMs))) * DAY_MS));
  }
  return { startMs, endMs };
}

/** A rule adds the starts that it forbids. A list applies all rules at once; a booking checks the same rules one by one. */
export interface Rule {
  readonly refusal: Exclude<Refusal, 'not_a_slot'>;
  readonly forbid: (context: SlotContext, forbidden: Spans) => void;
}

export const RULES: readonly Rule[] = [
  { refusal: 'too_soon', forbid: (context, forbidden) => forbidden.add(Number.NEGATIVE_INFINITY, context.earliestMs) },
  { refusal: 'too_far', forbid: (context, forbidden) => forbidden.add(context.horizonMs, Number.POSITIVE_INFINITY) },
  { refusal: 'time_off', forbid: forbidTimeOff },
  { refusal: 'taken', forbid: forbidTaken },
  { refusal: 'limit_reached', forbid: forbidFullPeriods },
];

function forbidTimeOff({ host, durationMs }: SlotContext, forbidden: Spans): void {
  for (const { startMs, endMs } of host.schedule.timeOff) {
    if (endMs > startMs) forbidden.add(startMs - durationMs + 1, endMs);
  }
}

/**
 * Between two meetings the gap is the larger of the first one's buffer after and the second one's buffer before. Events of calendars
 * have no buffers; the booked event's buffers apply to them, unless the event type turns that off.
 */
function forbidTaken({ host, rules, durationMs }: SlotContext, forbidden: Spans): void {
  const own = buffersOf(rules);
  const calendar = calendarBuffers(rules);
  for (const busy of host.busy) {
    if (busy.endMs <= busy.startMs) continue;
    const { beforeMs, afterMs } = busy.eventTypeId === null ? calendar : own;
    const gapAheadMs = Math.max(afterMs, busy.beforeMs);
    const gapBehindMs = Math.max(busy.afterMs, beforeMs);
    forbidden.add(busy.startMs - gapAheadMs - durationMs + 1, busy.endMs + gapBehindMs);
  }
}

const buffersOf = ({ bufferBeforeMinutes, bufferAfterMinutes }: EventRules) => ({
  beforeMs: bufferBeforeMinutes * MINUTE_MS,
  afterMs: bufferAfterMinutes * MINUTE_MS,
});

/** Returns the event's buffers as they apply to events of calendars. */
const calendarBuffers = (rules: EventRules) =>
  rules.buffersAroundCalendarEvents ? buffersOf(rules) : { beforeMs: 0, afterMs: 0 };

/** Returns the time in which no calendar of a host may have an event: the meeting and its buffers. */
export function guardedTime(rules: EventRules, { startMs, endMs }: Interval): Interval {
  const { beforeMs, afterMs } = calendarBuffers(rules);
  return { startMs: startMs - beforeMs, endMs: endMs + afterMs };
}

export interface Period {
  readonly per: 'day' | 'week' | 'month';
  readonly limit: number;
  /** the first local day of a day's period */
  readonly first: (day: number) => number;
  /** the first local day after the period that begins at `first` */
  readonly next: (first: number) => number;
}

/** Returns the periods that an event type limits: local days, ISO weeks, months of the host. */
export function limitedPeriods({ limits }: EventRules): Period[] {
  const periods: Period[] = [];
  if (limits.perDay !== null)
    periods.push({ per: 'day', limit: limits.perDay, first: (day) => day, next: (day) => day + 1 });
  if (limits.perWeek !== null) {
    periods.push({ per: 'week', limit: limits.perWeek, first: isoWeekStart, next: (monday) => monday + 7 });
  }
  if (limits.perMonth !== null) {
    periods.push({ per: 'month', limit: limits.perMonth, first: monthStart, next: (first) => monthStart(first + 31) });
  }
  return periods;
}

function monthStart(day: number): number {
  const { year, month } = dateOf(day);
  return dayOf(year, month, 1);
}

/** Counts the meetings of this event type that begin in each period, by its first day. A period without meetings is absent. */
export function countByPeriod({ host, rules, zone }: SlotContext, period: Period): Map<number, number> {
  const counts = new Map<number, number>();
  for (const busy of host.busy) {
    if (busy.eventTypeId !== rules.eventTypeId) continue;
    const first = period.first(zone.dayAt(busy.startMs));
    counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  return counts;
}

function forbidFullPeriods(context: SlotContext, forbidden: Spans): void {
  for (const period of limitedPeriods(context.rules)) {
    if (period.limit < 1) forbidden.add(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    for (const [first, count] of countByPeriod(context, period)) {
      if (count < period.limit) continue;
      forbidden.add(context.zone.firstInstant(first * DAY_MS), context.zone.firstInstant(period.next(first) * DAY_MS));
    }
  }
}
