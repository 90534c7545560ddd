import type { Interval } from '../../slots/types.ts';
import { DAY_MS, dayOf, formatDate, formatMinute, MINUTE_MS, MINUTES_PER_DAY } from '../civil.ts';
import { namedDate } from '../local.ts';
import { zoneOf } from '../zone.ts';
import { type ClockWords, type DayPart, readClock } from './clock.ts';
import { type DateReader, type Days, readDays } from './days.ts';

/** A window for each day, more of which nobody means. */
const MOST_WINDOWS = 92;
/** As instants and dates elsewhere: of the years 2000 to 2999. */
const EARLIEST_DAY = dayOf(2000, 1, 1);
const LATEST_DAY = dayOf(2999, 12, 30);

/** One meaning of words for a time. */
export interface Understood {
  /** in order, apart from each other; those that are over are left out */
  readonly windows: readonly [Interval, ...Interval[]];
  /** "Tue, 1 Dec 2026, 14:00 to 15:00 (Europe/Berlin)" */
  readonly text: string;
}

export interface Candidate {
  /** words that have this meaning only */
  readonly when: string;
  readonly text: string;
}

export type ReadWords =
  | { readonly understood: Understood }
  | { readonly problem: 'unclear'; readonly candidates: readonly Candidate[] }
  | { readonly problem: 'not_understood'; readonly words: string }
  | { readonly problem: 'over'; readonly text: string };

export interface WordsContext {
  /** IANA */
  readonly timezone: string;
  readonly now: number;
  readonly readDates: DateReader;
}

/**
 * The time that English words ask for, in a zone: "next tuesday at 2", "mornings in two weeks", "2026-12-03 after 15:00".
 * Reads all of the words or none: what may mean two things is returned as candidates, what is not understood by name.
 * A skipped local time becomes the instant of the clock change; a repeated one is meant both times.
 * @param words as given, of at most 200 characters
 * @throws RangeError for a name that is not a zone
 */
export function readTimeWords(words: string, { timezone, now, readDates }: WordsContext): ReadWords {
  const clock = readClock(tidy(words));
  if (clock.problem !== undefined) return { problem: 'not_understood', words: clock.problem };
  const days = readDays(clock.rest, zoneOf(timezone).dayAt(now), readDates);
  if ('notUnderstood' in days) return { problem: 'not_understood', words: days.notUnderstood };
  return meaningOf(days.options, clock, timezone, now);
}

function meaningOf(options: readonly Days[], { part, rest }: ClockWords, timezone: string, now: number): ReadWords {
  if (
    options.some(
      ({ first, last }) => first < EARLIEST_DAY || last > LATEST_DAY || (part && last - first >= MOST_WINDOWS),
    )
  )
    return { problem: 'not_understood', words: rest };
  const [first, ...others] = options.flatMap((days) => {
    const [window, ...more] = windowsOf(days, part, timezone).filter(({ endMs }) => endMs > now);
    return window ? [{ days, windows: [window, ...more] as const, text: textOf(days, part, timezone) }] : [];
  });
  if (!first) return { problem: 'over', text: options[0] ? textOf(options[0], part, timezone) : rest };
  if (others.length === 0) return { understood: first };
  const candidates = [first, ...others].map(({ days, text }) => ({ when: plainWords(days, part), text }));
  return { problem: 'unclear', candidates };
}

const tidy = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/\bplease\b|[?!]/g, ' ')
    .replaceAll(/\ba\.m\.?/g, 'am')
    .replaceAll(/\bp\.m\.?/g, 'pm')
    .replaceAll('tonight', 'today evening')
    .replaceAll(/\bthis (morning|afternoon|evening)\b/g, 'today $1')
    .replaceAll(/([a-z])\s?[-–]\s?(?=[a-z])/g, '$1 to ')
    .replaceAll(/,|\s+/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();

function windowsOf({ first, last }: Days, part: DayPart | undefined, timezone: string): Interval[] {
  const zone = zoneOf(timezone);
  const at = (day: number, minute: number): number => zone.firstInstant(day * DAY_MS + minute * MINUTE_MS);
  if (!part) return [{ startMs: at(first, 0), endMs: at(last + 1, 0) }];
  const days = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  return days.map((day) => ({ startMs: at(day, part.fromMinute), endMs: at(day, part.untilMinute) }));
}

function textOf({ first, last }: Days, part: DayPart | undefined, timezone: string): string {
  const zone = ` (${timezone})`;
  const [from, to] = [first, last].map(namedDate);
  const days = first === last ? from : `${from} to ${to}`;
  if (!part) return `${days}${zone}`;
  const hours = `${formatMinute(part.fromMinute)} to ${formatMinute(part.untilMinute)}`;
  return `${days}, ${first === last ? '' : 'each day '}${hours}${zone}`;
}

function plainWords({ first, last }: Days, part: DayPart | undefined): string {
  const days = first === last ? formatDate(first) : `${formatDate(first)} to ${formatDate(last)}`;
  if (!part) return days;
  if (part.untilMinute === MINUTES_PER_DAY) return `${days} after ${formatMinute(part.fromMinute)}`;
  return `${days} ${formatMinute(part.fromMinute)}-${formatMinute(part.untilMinute)}`;
}
