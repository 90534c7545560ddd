import { parseDate, weekdayOf } from '../../domain/time/civil.ts';
import { addDays, monthOf, rangeOf } from './civil-month.ts';

/** 0: Sunday … 6: Saturday */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** The first day of the week that a date is in. @param date YYYY-MM-DD */
export const weekStart = (date: string, weekStartsOn: Weekday): string =>
  addDays(date, -((weekdayOf(parseDate(date) ?? 0) - weekStartsOn + 7) % 7));

/** The seven dates of a week. @param first YYYY-MM-DD */
export const weekOf = (first: string): string[] => [0, 1, 2, 3, 4, 5, 6].map((day) => addDays(first, day));

/** The weeks of a month, each with seven dates; null: a day of another month. */
export function weeksOf(month: string, weekStartsOn: Weekday): (string | null)[][] {
  const { fromDate, toDate } = rangeOf(month);
  const weeks: (string | null)[][] = [];
  for (let first = weekStart(fromDate, weekStartsOn); first <= toDate; first = addDays(first, 7)) {
    weeks.push(weekOf(first).map((date) => (monthOf(date) === month ? date : null)));
  }
  return weeks;
}
