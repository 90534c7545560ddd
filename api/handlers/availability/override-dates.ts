import { formatDate, parseDate, weekdayOf } from '../../../domain/time/civil.ts';
import { invalid } from '../../../schemas/errors.ts';
import { Weekday } from '../../../schemas/shapes/weekly-hours.ts';
import type { ChangedOverrides } from '../../../store/availability/change-overrides.ts';
import { changedView } from './schedule-view.ts';

interface Range {
  readonly date: string;
  readonly toDate?: string | undefined;
  readonly days?: readonly Weekday[] | undefined;
}

const dayNumber = (date: string): number => parseDate(date) ?? 0;
const weekdayName = (day: number): Weekday | undefined => Weekday.options[(weekdayOf(day) + 6) % 7];

/**
 * Returns the dates that a call names, ascending. Its declaration bounds the range.
 * @throws AppError request.invalid if no date is one of its days
 */
export function datesOf({ date, toDate = date, days = Weekday.options }: Range): string[] {
  const [first, last] = [dayNumber(date), dayNumber(toDate)];
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const wanted = all.filter((day) => days.some((name) => name === weekdayName(day)));
  if (wanted.length === 0)
    throw invalid([{ path: 'days', message: `no date from ${date} to ${toDate} is one of these` }]);
  return wanted.map(formatDate);
}

/** Shortens dates: adjacent ones become one range, `first/last`. */
function asRanges(dates: readonly string[]): string[] {
  const ranges: { first: string; last: string }[] = [];
  for (const date of dates) {
    const latest = ranges.at(-1);
    if (latest && dayNumber(latest.last) + 1 === dayNumber(date)) latest.last = date;
    else ranges.push({ first: date, last: date });
  }
  return ranges.map(({ first, last }) => (first === last ? first : `${first}/${last}`));
}

/** Returns the schedule after a change of dates. A long list of dates is left out, since the caller sent it. */
export async function overridesView(
  reading: Parameters<typeof changedView>[0],
  { record, changed }: ChangedOverrides,
  { toDate }: Range,
) {
  const { schedule, affectedMeetings } = await changedView(reading, record);
  const { dateOverrides, ...rest } = schedule;
  return {
    changedDates: asRanges(changed),
    schedule: toDate === undefined ? { ...rest, dateOverrides } : rest,
    affectedMeetings,
  };
}
