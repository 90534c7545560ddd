import { DAY_MS, parseDate } from '../time/civil.ts';
import { localParts } from '../time/local.ts';
import { isTimezone } from '../time/zone.ts';

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

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
  return day === undefined ? date : DAY.format(day * DAY_MS);
}

/** "12 days", "5 months": as exact as a host needs it. Of two years and more the date says enough: null. */
export function ageInWords(days: number): string | null {
  if (days >= 730) return null;
  return days < 60 ? count(days, 'day') : count(Math.floor(days / 30.44), 'month');
}

/** "1 day", "2 days". */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** What a site says of its size: "1 person", "51-200 people". */
export const peopleInWords = (employees: string): string => `${employees} ${employees === '1' ? 'person' : 'people'}`;
