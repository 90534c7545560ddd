import { dateOf, dayOf, isoWeekStart, weekdayOf } from '../civil.ts';
import { namedDate } from '../local.ts';
import {
  COUNT,
  countOf,
  type Days,
  type DayWords,
  DEFAULT_DAYS,
  NUMBERS,
  one,
  startOfMonth,
  WEEKDAY,
  weekdayNumber,
} from './day-words.ts';
import { readSpan } from './spans.ts';

/** A date, or a range of dates, that fills a text. */
export interface FoundDates extends Days {
  /** "thursday": no day of a month is named */
  readonly isWeekday: boolean;
}

/**
 * Reads dates of words, names and numbers: "3 december", "monday to wednesday", "in 3 days"; a weekday is the next one after today.
 * undefined: it does not fill the text, or contradicts itself ("friday dec 1" of a year in which that is a Tuesday).
 */
export type DateReader = (text: string, today: number) => FoundDates | undefined;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const IN_WEEKS = new RegExp(`^(?:in )?${COUNT} weeks?(?: from now|(?:'s?)? time)?$`);
const WEEK_OF = /^week (?:of|from|starting|beginning)(?: on)? (.+)$/;
const IN_MONTH =
  /^(?:in )?(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?: (\d{4}))?$/;
const MONTH_DAY = /^(\d{1,2})(?:st|nd|rd|th)$/;
const SLASHES = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/;
const DOTS = /^(\d{1,2})\.(\d{1,2})\.(\d{4})?$/;
const LEADING = /^(?:(?:on|during|sometime|any ?time|any ?day|the)(?: |$))+/;
/** All that the parser of dates may see: it passes over words that change the meaning ("end of", "every", "not"). */
const KNOWN = new RegExp(
  `^(?:${WEEKDAY}|(?:${MONTHS.join('|')})[a-z]{0,6}|today|tomorrow|day|days|after|in|of|on|the|next|this|coming|to|until|till|through|from|-|–|\\d{1,4}(?:st|nd|rd|th)?|\\d{1,2}-\\d{1,2}|\\d{4}-\\d{2}-\\d{2}|an?|${NUMBERS.join('|')})$`,
);
const OF_NEXT_WEEK = new RegExp(`^(?:(${WEEKDAY}) (?:of )?next week|next week (?:on )?(${WEEKDAY}))$`);
const ONE_WEEKDAY = new RegExp(`^(?:(next|this|coming) )?${WEEKDAY}$`);

const week = (day: number): DayWords => one(isoWeekStart(day), isoWeekStart(day) + 6);

/**
 * The days that words mean, seen from today. Nothing is passed over, and what can mean two things has two options: "next friday", said on
 * a Monday; "tuesday", said on a Tuesday; "3/12".
 * @param words in lower case, with single spaces, without the time of day; empty: the next two weeks
 */
export function readDays(words: string, today: number, readDates: DateReader): DayWords {
  const text = words.replace(LEADING, '').trim();
  if (text === '') return one(today, today + DEFAULT_DAYS - 1);
  const readRest = (rest: string): DayWords => readDays(rest === '' ? '-' : rest, today, readDates);
  return (
    readPeriod(text, today, readDates) ??
    readSpan(text, today, readRest) ??
    readNumbers(text, today) ??
    readDate(text, today, readDates)
  );
}

function readPeriod(text: string, today: number, readDates: DateReader): DayWords | undefined {
  const weekOf = WEEK_OF.exec(text);
  if (weekOf) return eachWeek(readDays(weekOf[1] ?? '', today, readDates));
  const weeks = IN_WEEKS.exec(text);
  if (weeks) return weekOfDay(today + 7 * countOf(weeks[1] ?? ''));
  const ofNextWeek = OF_NEXT_WEEK.exec(text);
  if (ofNextWeek) return one(isoWeekStart(today) + 7 + ((weekdayNumber(ofNextWeek[1] ?? ofNextWeek[2] ?? '') + 6) % 7));
  const month = IN_MONTH.exec(text);
  if (month) return monthOf(MONTHS.indexOf((month[1] ?? '').slice(0, 3)) + 1, month[2], today);
  const saturday = isoWeekStart(today) + 5;
  switch (text) {
    case 'day after tomorrow':
      return one(today + 2);
    case 'this week':
      return one(today, isoWeekStart(today) + 6);
    case 'next week':
    case 'coming week':
      return week(today + 7);
    case 'week after next':
      return week(today + 14);
    case 'weekend':
    case 'this weekend':
    case 'coming weekend':
      return one(saturday, saturday + 1);
    case 'next weekend':
      return { options: [saturday, saturday + 7].map((first) => ({ first, last: first + 1 })) };
    case 'this month':
      return one(today, startOfMonth(today, 1) - 1);
    case 'next month':
      return one(startOfMonth(today, 1), startOfMonth(today, 2) - 1);
    default:
      return undefined;
  }
}

/** Two weeks from now is a day for some: the answer says that the week of it was meant. */
const weekOfDay = (day: number): DayWords => ({
  options: [{ first: isoWeekStart(day), last: isoWeekStart(day) + 6, note: `the week of ${namedDate(day)}` }],
});

const eachWeek = (days: DayWords): DayWords =>
  'options' in days
    ? { options: days.options.map(({ first }) => ({ first: isoWeekStart(first), last: isoWeekStart(first) + 6 })) }
    : days;

function monthOf(month: number, yearText: string | undefined, today: number): DayWords {
  const now = dateOf(today);
  const year = yearText === undefined ? now.year + (month < now.month ? 1 : 0) : Number(yearText);
  const first = dayOf(year, month, 1);
  const last = startOfMonth(first, 1) - 1;
  return one(last < today ? first : Math.max(first, today), last);
}

/** Dates of numbers alone. */
function readNumbers(text: string, today: number): DayWords | undefined {
  const [, monthDay] = MONTH_DAY.exec(text) ?? [];
  if (monthDay !== undefined) {
    const months = Array.from({ length: 13 }, (_, later) => dateOf(startOfMonth(today, later)));
    const days = months.flatMap(({ year, month }) => existing(year, month, Number(monthDay)));
    const next = days.find((day) => day >= today);
    return next === undefined ? { notUnderstood: text } : one(next);
  }
  const dots = DOTS.exec(text);
  if (dots) return optionsOf(text, [upcoming(today, dots[3], Number(dots[2]), Number(dots[1]))]);
  const slashes = SLASHES.exec(text);
  if (!slashes) return undefined;
  const [first, second] = [Number(slashes[1]), Number(slashes[2])];
  return optionsOf(text, [upcoming(today, slashes[3], first, second), upcoming(today, slashes[3], second, first)]);
}

function optionsOf(text: string, found: readonly number[][]): DayWords {
  const days = [...new Set(found.flat())].sort((a, b) => a - b);
  return days.length === 0 ? { notUnderstood: text } : { options: days.map((day) => ({ first: day, last: day })) };
}

function upcoming(today: number, yearText: string | undefined, month: number, day: number): number[] {
  if (yearText !== undefined) return existing(Number(yearText), month, day);
  const { year } = dateOf(today);
  return [year, year + 1, year + 2, year + 3, year + 4]
    .flatMap((each) => existing(each, month, day))
    .filter((each) => each >= today)
    .slice(0, 1);
}

/** The day, if there is such a date. */
function existing(year: number, month: number, day: number): number[] {
  if (month < 1 || month > 12 || day < 1) return [];
  const found = dayOf(year, month, day);
  const date = dateOf(found);
  return date.month === month && date.day === day ? [found] : [];
}

function readDate(text: string, today: number, readDates: DateReader): DayWords {
  const strange = text.split(' ').find((word) => !KNOWN.test(word));
  if (strange !== undefined) return { notUnderstood: strange };
  const bare = text.replace(/^from /, '');
  const found = readDates(bare, today);
  if (!found) return { notUnderstood: text };
  const { first, last, isWeekday } = found;
  const named = ONE_WEEKDAY.exec(bare);
  if (named) return weekday(weekdayOf(first), named[1], today);
  // Which week does "next" mean, of the first day or of both?
  if (/\b(?:next|this|coming)\b/.test(bare)) return { notUnderstood: text };
  // "Thursday to friday", said on a Thursday.
  if (!isWeekday || (first - today) % 7 !== 0) return { options: [{ first, last }] };
  return { options: [0, 7].map((later) => ({ first: today + later, last: today + later + last - first })) };
}

/** @param word what stands before it */
function weekday(wanted: number, word: string | undefined, today: number): DayWords {
  const ahead = (wanted - weekdayOf(today) + 7) % 7;
  // For some a week begins on Sunday.
  const inThisWeek = [0, 1].some((shift) => isoWeekStart(today + ahead + shift) === isoWeekStart(today + shift));
  const later = inThisWeek ? [today + ahead, today + ahead + 7] : [today + ahead];
  const options = (days: readonly number[]): DayWords => ({ options: days.map((day) => ({ first: day, last: day })) });
  // Said on a Tuesday, "next tuesday" is not today, and "tuesday" may be.
  if (word === 'next') return options(ahead === 0 ? [today + 7] : later);
  if (ahead === 0 && word === undefined) return options([today, today + 7]);
  return options([today + ahead]);
}
