import { DAY_MS, dateOf, dayOf, isoWeekStart, MINUTE_MS } from '../time/civil.ts';
import type { SlotContext } from './slot-context.ts';
import type { Spans } from './spans.ts';
import type { EventRules, Interval, Refusal } from './types.ts';

/** A rule names the starts that it forbids. Listing applies all rules at once, a claim one by one: the same rules. */
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
 * Between two of our meetings: the larger of the first one's buffer after and the second one's buffer before. Events of calendars
 * have no buffers; those of the booked event hold against them, unless it says otherwise.
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

/** The event's buffers as they hold against events of calendars. */
const calendarBuffers = (rules: EventRules) =>
  rules.buffersAroundCalendarEvents ? buffersOf(rules) : { beforeMs: 0, afterMs: 0 };

/** The time in which no calendar of a host may have an event, for a meeting: its own and its buffers. */
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

/** The periods that an event type limits: local days, ISO weeks, months of the host. */
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

/** How many meetings of this event type begin in each period, by its first day; none: absent. */
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
