import type { Interval } from '../../slots/types.ts';
import { DAY_MS, formatDate, formatMinute, MINUTE_MS, MINUTES_PER_DAY, weekdayOf } from '../civil.ts';
import { namedDate } from '../local.ts';
import { zoneOf } from '../zone.ts';
import type { DayPart } from './clock.ts';
import type { Days } from './day-words.ts';

/** Days, with a part of each; one meaning of words without "or". */
export interface Meaning extends Days {
  readonly part: DayPart | undefined;
  /** Only these days of the week: 0 is Sunday. undefined: all */
  readonly on: readonly number[] | undefined;
}

const NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** In order. One for each day, unless whole days follow each other. */
export function windowsOf({ first, last, part, on }: Meaning, timezone: string): Interval[] {
  const zone = zoneOf(timezone);
  const at = (day: number, minute: number): number => zone.firstInstant(day * DAY_MS + minute * MINUTE_MS);
  if (!part && !on) return [{ startMs: at(first, 0), endMs: at(last + 1, 0) }];
  const days = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  return days
    .filter((day) => on === undefined || on.includes(weekdayOf(day)))
    .map((day) => ({
      startMs: at(day, part?.fromMinute ?? 0),
      endMs: at(day, part?.untilMinute ?? MINUTES_PER_DAY),
    }));
}

/** "Tue, 1 Dec 2026, 14:00 to 15:00 (Europe/Berlin)" */
export const textOf = (all: readonly Meaning[], timezone: string): string =>
  `${[...new Set(all.map(oneText))].join(', or ')} (${timezone})`;

function oneText({ first, last, part, on, note }: Meaning): string {
  const dates = first === last ? namedDate(first) : `${namedDate(first)} to ${namedDate(last)}`;
  const days = `${note === undefined ? '' : `${note}: `}${dates}${on === undefined ? '' : `, ${eachOf(on)}`}`;
  if (!part) return days;
  const hours = `${formatMinute(part.fromMinute)} to ${formatMinute(part.untilMinute)}`;
  return `${days}, ${first === last || on !== undefined ? '' : 'each day '}${hours}`;
}

/** Words that mean this and nothing else. */
export function plainWords(all: readonly Meaning[]): string {
  const isMixed = all.some(({ part }) => part) && !all.every(({ part }) => part);
  return all.map((meaning) => `${plainDays(meaning)}${plainClock(meaning.part, isMixed)}`).join(' or ');
}

function plainDays({ first, last, on }: Meaning): string {
  const days = first === last ? formatDate(first) : `${formatDate(first)} to ${formatDate(last)}`;
  return on === undefined ? days : `${days} ${on.length === 5 ? 'weekdays' : plural(on)}`;
}

function plainClock(part: DayPart | undefined, isMixed: boolean): string {
  if (!part) return isMixed ? ' all day' : '';
  if (part.untilMinute === MINUTES_PER_DAY) return ` after ${formatMinute(part.fromMinute)}`;
  return ` ${formatMinute(part.fromMinute)}-${formatMinute(part.untilMinute)}`;
}

const plural = (on: readonly number[]): string =>
  on.length === 2 ? 'weekends' : `${NAMES[on[0] ?? 0]}s`.toLowerCase();

const eachOf = (on: readonly number[]): string => {
  if (on.length === 5) return 'Monday to Friday';
  return on.length === 2 ? 'Saturdays and Sundays' : `${NAMES[on[0] ?? 0]}s`;
};
