import { DAY_MS, formatDate, isoWeekStart, parseDate } from '../../../domain/time/civil.ts';
import { isoInstant } from '../../../domain/time/local.ts';
import { zoneOf } from '../../../domain/time/zone.ts';
import { invalid } from '../../../schemas/errors.ts';
import { zoneAdvice, zoneSpelled } from '../../../schemas/shapes/zone-names.ts';
import type { Holder } from './holder.ts';

/** A day or a week of the reader. */
export type PeriodKind = 'days' | 'weeks';
const LENGTH_IN_DAYS = { days: 1, weeks: 7 } as const;

/** A busy week has fewer. */
const MAX_MEETINGS = 100;
const YEARS = /^2\d{3}-/;

export interface Period {
  /** First day and day after the last, local. */
  readonly fromDate: string;
  readonly untilDate: string;
  readonly timeZone: string;
  readonly untrusted?: readonly string[];
  readonly meetings: readonly object[];
  /** There are more than these. */
  readonly more: boolean;
}

interface Asked {
  /** A local date inside of it; `today`. */
  readonly date: string;
  /** Default: the zone of the reader's own hours. */
  readonly timeZone?: string | undefined;
}

interface Schedules {
  readonly schedules: readonly { readonly timezone: string; readonly isDefault: boolean }[];
}

/** The reader's id and zone: that of their oldest schedule. */
async function placeOf(holder: Holder): Promise<{ readonly userId: string; readonly timeZone: string }> {
  const { user } = await holder.ask<{ user: { id: string } }>('get_workspace');
  const { schedules } = await holder.ask<Schedules>('list_schedules', { userId: user.id });
  const first = schedules.find(({ isDefault }) => isDefault) ?? schedules[0];
  return { userId: user.id, timeZone: first?.timezone ?? 'UTC' };
}

/** The day number of a date. @throws AppError request.invalid for text that is no date */
export function dayIn(date: string, nowMs: number, timeZone: string): number {
  if (date === 'today') return zoneOf(timeZone).dayAt(nowMs);
  const day = YEARS.test(date) ? parseDate(date) : undefined;
  if (day === undefined) throw invalid([{ path: 'date', message: 'must be today or a date such as 2026-11-23' }]);
  return day;
}

/**
 * The reader's own meetings of a day or a week, Monday to Sunday, as list_meetings answers them, in their order.
 * @throws AppError request.invalid for a date or zone that does not exist
 */
export async function readPeriod(holder: Holder, kind: PeriodKind, { date, timeZone }: Asked): Promise<Period> {
  if (timeZone !== undefined && zoneSpelled(timeZone) === undefined)
    throw invalid([{ path: 'timeZone', ...zoneAdvice(timeZone) }]);
  const place = await placeOf(holder);
  const zoneName = timeZone ?? place.timeZone;
  const zone = zoneOf(zoneName);
  const day = dayIn(date, holder.nowMs, zoneName);
  const first = kind === 'weeks' ? isoWeekStart(day) : day;
  const until = first + LENGTH_IN_DAYS[kind];
  const page = await holder.ask<{
    untrusted?: string[];
    meetings: { startAt: string }[];
    nextCursor: string | null;
  }>('list_meetings', {
    ...{ filter: 'all', hostUserId: place.userId, limit: MAX_MEETINGS, timeZone: zoneName },
    from: isoInstant(zone.firstInstant(first * DAY_MS)),
    to: isoInstant(zone.firstInstant(until * DAY_MS)),
  });
  return {
    ...{ fromDate: formatDate(first), untilDate: formatDate(until), timeZone: zoneName },
    ...(page.untrusted && { untrusted: page.untrusted }),
    meetings: page.meetings.toReversed(),
    more: page.nextCursor !== null,
  };
}
