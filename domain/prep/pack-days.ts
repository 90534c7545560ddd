import { DAY_MS, dateOf, parseDate } from '../time/civil.ts';
import { localParts } from '../time/local.ts';
import { isTimezone } from '../time/zone.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** Whole days from a date (YYYY-MM-DD) to an instant; null: no date, or one after it. */
export function daysBefore(date: string, ms: number): number | null {
  const day = parseDate(date);
  const days = day === undefined ? -1 : Math.floor(ms / DAY_MS) - day;
  return days < 0 ? null : days;
}

/** An instant's day as people write it, such as "3 May 2026". */
export const dayInWords = (ms: number, timezone: string): string =>
  dateInWords(localParts(ms, isTimezone(timezone) ? timezone : 'UTC').dateLocal);

/** A date (YYYY-MM-DD) as people write it. */
export function dateInWords(date: string): string {
  const day = parseDate(date);
  if (day === undefined) return date;
  const { year, month, day: dayOfMonth } = dateOf(day);
  return `${dayOfMonth} ${MONTHS[month - 1]} ${year}`;
}

/** "12 days", "5 months", "3 years": as exact as a host needs it. */
export function ageInWords(days: number): string {
  if (days < 60) return count(days, 'day');
  return days < 730 ? count(Math.floor(days / 30.44), 'month') : count(Math.floor(days / 365.25), 'year');
}

/** "1 day", "2 days". */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
