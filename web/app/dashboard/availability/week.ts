import type { z } from 'zod';
import type { Weekday, WeeklyHoursView } from '../../../../schemas/shapes/weekly-hours.ts';
import type { FirstDay } from '../../../picker/week-start.ts';

export type { Weekday };

type Hours = z.infer<typeof WeeklyHoursView>;

/** "09:00" to "17:00", in the zone of the schedule; midnight at the end is 24:00. An end before the start is on the next day. */
export interface OpenTime {
  readonly start: string;
  readonly end: string;
}

/** The open times of each day, in order. A day without one is closed. */
export type Week = Readonly<Record<Weekday, readonly OpenTime[]>>;

export const WEEKDAYS: readonly Weekday[] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
];

/** The days in the order of a calendar. @param first 0: Sunday … 6: Saturday */
export function weekdaysFrom(first: FirstDay): readonly Weekday[] {
  const at = (first + 6) % 7;
  return [...WEEKDAYS.slice(at), ...WEEKDAYS.slice(0, at)];
}

/** What most people would open first. */
const USUAL: OpenTime = { start: '09:00', end: '17:00' };
const END_OF_DAY = '24:00';

const byStart = (one: OpenTime, other: OpenTime): number => one.start.localeCompare(other.start);

/** The week as days with their open times. */
export const weekOf = (hours: Hours): Week =>
  Object.fromEntries(
    WEEKDAYS.map((day) => [
      day,
      hours
        .filter(({ days }) => days.includes(day))
        .map(({ start, end }) => ({ start, end }))
        .sort(byStart),
    ]),
  ) as unknown as Week;

/** The week as the operation takes it: each stretch once, with all of its days. */
export function hoursOf(week: Week): Hours {
  const daysOf = new Map<string, Weekday[]>();
  for (const day of WEEKDAYS)
    for (const { start, end } of week[day]) {
      const key = `${start} ${end}`;
      daysOf.set(key, [...(daysOf.get(key) ?? []), day]);
    }
  return [...daysOf].map(([key, days]) => {
    const [start = '', end = ''] = key.split(' ');
    return { days, start, end };
  });
}

const addHours = (time: string, hours: number): string => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const later = hour + hours;
  return later >= 24 ? END_OF_DAY : `${String(later).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
};

/** A day with one more open time: after the last one, or the usual hours. Unchanged when the day is full. */
export function withOneMore(times: readonly OpenTime[]): readonly OpenTime[] {
  const last = times.at(-1);
  if (!last) return [USUAL];
  if (isPastMidnight(last)) return times;
  const start = addHours(last.end, 1);
  return start === END_OF_DAY ? times : [...times, { start, end: addHours(start, 1) }];
}

/** True for an open time that ends on the next day. */
export const isPastMidnight = ({ start, end }: OpenTime): boolean => end !== '' && end < start;

const dayBefore = (day: Weekday): Weekday => WEEKDAYS[(WEEKDAYS.indexOf(day) + 6) % 7] ?? day;
export const dayAfter = (day: Weekday): Weekday => WEEKDAYS[(WEEKDAYS.indexOf(day) + 1) % 7] ?? day;

/** The open times within one day: its own until midnight, and what the day before has past it. */
function withinDay(times: readonly OpenTime[], before: readonly OpenTime[]): OpenTime[] {
  const own = times.map((time) => (isPastMidnight(time) ? { start: time.start, end: END_OF_DAY } : time));
  const rest = before.filter(isPastMidnight).map(({ end }) => ({ start: '00:00', end }));
  return [...rest, ...own].sort(byStart);
}

/** The week with each open time within its day, as it is stored. */
export const withinDays = (week: Week): Week =>
  Object.fromEntries(WEEKDAYS.map((day) => [day, withinDay(week[day], week[dayBefore(day)])])) as unknown as Week;

/**
 * What is wrong with a day: an open time that ends as it begins, or two that overlap. null: nothing.
 * @param before the open times of the day before, which may end on this one
 */
export function problemOf(
  times: readonly OpenTime[],
  before: readonly OpenTime[] = [],
): 'empty' | 'same' | 'overlap' | null {
  if (times.some(({ start, end }) => start === '' || end === '')) return 'empty';
  if (times.some(({ start, end }) => start === end)) return 'same';
  const sorted = withinDay(times, before);
  return sorted.some(({ start }, index) => start < (sorted[index - 1]?.end ?? '')) ? 'overlap' : null;
}

/** What is wrong with a day of a week. */
export const problemOn = (week: Week, day: Weekday) => problemOf(week[day], week[dayBefore(day)]);

/** Browsers have no 24:00 in a field for a time: the end of the day is shown as 00:00. */
export const shownEnd = (end: string): string => (end === END_OF_DAY ? '00:00' : end);
export const endOf = (shown: string): string => (shown === '00:00' ? END_OF_DAY : shown);
