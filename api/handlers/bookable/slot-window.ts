import type { Interval } from '../../../domain/slots/types.ts';
import { DAY_MS, MINUTE_MS, parseDate } from '../../../domain/time/civil.ts';
import { zoneOf } from '../../../domain/time/zone.ts';
import { type FieldIssue, invalid } from '../../../schemas/errors.ts';

const DEFAULT_DAYS = 14;

export interface WindowQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly fromDate?: string | undefined;
  readonly toDate?: string | undefined;
}

/** The part of the requested window that is searched. */
export interface SearchedWindow extends Interval {
  /** why nothing is searched: it ended before now, or starts after the booking horizon */
  readonly outside?: 'past' | 'too_far';
}

const reversed = (first: string, second: string): FieldIssue => ({
  path: second,
  message: `must be later than ${first}`,
});

/** The first instant of a date in a zone. */
const dayStart = (date: string, timezone: string, plusDays: number): number =>
  zoneOf(timezone).firstInstant(((parseDate(date) ?? 0) + plusDays) * DAY_MS);

/**
 * The window of a slots call (contract, slots query). Instants and dates both apply. Default: 14 days from the window's
 * start. Never before now, to the minute, nor after the booking horizon.
 *
 * @throws AppError request.invalid for a reversed window
 */
export function slotWindow(query: WindowQuery, timezone: string, maxFutureDays: number, now: number): SearchedWindow {
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
  const asked = Math.min(to ?? Number.POSITIVE_INFINITY, lastDay ?? Number.POSITIVE_INFINITY);
  const horizonMs = minute + (maxFutureDays + 1) * DAY_MS;
  const endMs = Math.min(asked === Number.POSITIVE_INFINITY ? startMs + DEFAULT_DAYS * DAY_MS : asked, horizonMs);
  return { startMs, endMs: Math.max(startMs, endMs), ...outside(asked <= minute, startMs >= horizonMs) };
}

function outside(isOver: boolean, isTooFar: boolean): Pick<SearchedWindow, 'outside'> {
  if (isOver) return { outside: 'past' };
  return isTooFar ? { outside: 'too_far' } : {};
}
