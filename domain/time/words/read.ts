import type { Interval } from '../../slots/types.ts';
import { dayOf } from '../civil.ts';
import { zoneOf } from '../zone.ts';
import { type Alternative, alternativesIn } from './alternatives.ts';
import { type DateReader, readDays } from './days.ts';
import { type Meaning, plainWords, textOf, windowsOf } from './meaning.ts';
import { tidy } from './tidy.ts';

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
export function readTimeWords(words: string, context: WordsContext): ReadWords {
  const alternatives = alternativesIn(tidy(words));
  if ('notUnderstood' in alternatives) return { problem: 'not_understood', words: alternatives.notUnderstood };
  let combined: readonly (readonly Meaning[])[] = [[]];
  for (const alternative of alternatives) {
    const options = optionsOf(alternative, context);
    if ('problem' in options) return options;
    combined = combined.flatMap((before) => options.map((meaning) => [...before, meaning]));
  }
  return answerOf(combined, context);
}

type NotUnderstood = Extract<ReadWords, { readonly problem: 'not_understood' }>;

/** What one of the alternatives may mean; without what has passed, unless all has. */
function optionsOf(alternative: Alternative, { timezone, now, readDates }: WordsContext): Meaning[] | NotUnderstood {
  const { rest, part, on } = alternative;
  const days = readDays(rest, zoneOf(timezone).dayAt(now), readDates);
  if ('notUnderstood' in days) return { problem: 'not_understood', words: days.notUnderstood };
  const meanings = days.options.map((option) => ({ ...option, part, on }));
  const isTooLong = ({ first, last }: Meaning) =>
    first < EARLIEST_DAY || last > LATEST_DAY || ((part || on) && last - first >= MOST_WINDOWS);
  if (meanings.some(isTooLong)) return { problem: 'not_understood', words: rest };
  const ahead = meanings.filter((meaning) => windowsOf(meaning, timezone).some(({ endMs }) => endMs > now));
  return ahead.length > 0 ? ahead : meanings.slice(0, 1);
}

/** @param combined for each possible meaning of the whole, the times that "or" separates */
function answerOf(combined: readonly (readonly Meaning[])[], { timezone, now }: WordsContext): ReadWords {
  const isAhead = ({ endMs }: Interval): boolean => endMs > now;
  const read = combined.map((all) => {
    const ahead = all.filter((meaning) => windowsOf(meaning, timezone).some(isAhead));
    const windows = apart(ahead.flatMap((meaning) => windowsOf(meaning, timezone)).filter(isAhead));
    return { all: ahead, over: all.filter((one) => !ahead.includes(one)), windows, text: textOf(ahead, timezone) };
  });
  const [first, ...others] = read;
  const [window, ...more] = first?.windows ?? [];
  if (!first || !window) return { problem: 'over', text: textOf(first?.over ?? [], timezone) };
  const over = first.over.length === 0 ? '' : `; over: ${textOf(first.over, timezone)}`;
  if (others.length === 0) return { understood: { windows: [window, ...more], text: `${first.text}${over}` } };
  return {
    problem: 'unclear',
    candidates: read.map(({ all, text }) => ({ when: plainWords(all), text })),
  };
}

/** In order; those that touch become one. */
function apart(windows: readonly Interval[]): Interval[] {
  const sorted = windows.toSorted((one, other) => one.startMs - other.startMs);
  const joined: Interval[] = [];
  for (const window of sorted) {
    const last = joined.at(-1);
    if (!last || window.startMs > last.endMs) joined.push(window);
    else joined[joined.length - 1] = { startMs: last.startMs, endMs: Math.max(last.endMs, window.endMs) };
  }
  return joined;
}
