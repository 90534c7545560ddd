import { dateOf, dayOf } from '../civil.ts';

/** Days from the first to the last, counted from 1970-01-01. */
export interface Days {
  readonly first: number;
  readonly last: number;
  /** What the words left open, told with the dates: "the week of Thu, 10 Dec 2026". */
  readonly note?: string;
}

export type DayWords =
  /** each is a possible meaning; one: it is clear */
  { readonly options: readonly Days[] } | { readonly notUnderstood: string };

/** What no day means. */
export const DEFAULT_DAYS = 14;
export const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
export const COUNT = `(\\d{1,2}|an?|(?:a )?couple(?: of)?|${NUMBERS.join('|')})`;
export const WEEKDAY = '(?:sun|mon|tue(?:s)?|wed(?:s|nes)?|thu(?:r(?:s)?)?|fri|sat(?:ur)?)(?:day)?';
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** @param word matches {@link WEEKDAY}; 0: Sunday */
export const weekdayNumber = (word: string): number => WEEKDAYS.indexOf(word.slice(0, 3));

/** @param word matches {@link COUNT} */
export function countOf(word: string): number {
  if (/couple/.test(word)) return 2;
  return /^an?$/.test(word) ? 1 : Number(word) || NUMBERS.indexOf(word) + 1;
}

export const one = (first: number, last = first): DayWords => ({ options: [{ first, last }] });

/** The first day of a month, counted from the month of a day. */
export function startOfMonth(day: number, monthsLater: number): number {
  const { year, month } = dateOf(day);
  const months = year * 12 + month - 1 + monthsLater;
  return dayOf(Math.floor(months / 12), (((months % 12) + 12) % 12) + 1, 1);
}
