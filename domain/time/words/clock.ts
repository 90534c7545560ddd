import { MINUTES_PER_DAY } from '../civil.ts';

/** A part of each day, in minutes of the day: [from, until). */
export interface DayPart {
  readonly fromMinute: number;
  readonly untilMinute: number;
}

export interface ClockWords {
  /** undefined: whole days */
  readonly part: DayPart | undefined;
  /** what is left of the text: the words for days */
  readonly rest: string;
  /** a time of day is named; "all day" is one */
  readonly isSaid: boolean;
  /** it stands before the days */
  readonly leads: boolean;
  /** what contradicts itself, as it stands in the text */
  readonly problem?: string;
}

const HOUR = 60;
/** "At 14:00" asks for starts of the hour from then. */
const AT_MINUTES = HOUR;
const PARTS: Readonly<Record<string, DayPart>> = {
  morning: { fromMinute: 6 * HOUR, untilMinute: 12 * HOUR },
  lunchtime: { fromMinute: 12 * HOUR, untilMinute: 14 * HOUR },
  afternoon: { fromMinute: 12 * HOUR, untilMinute: 18 * HOUR },
  evening: { fromMinute: 18 * HOUR, untilMinute: 22 * HOUR },
};
const PART = /\b(?:(?:in|during) the )?(?:(early|mid|late) )?(morning|afternoon|evening|lunchtime)s?\b/;
const ALL_DAY = /\b(?:all|the whole) day\b/;
/** How much of a part of the day is early in it, and late. */
const EDGE_MINUTES: Readonly<Record<string, number>> = { morning: 4 * HOUR, afternoon: 3 * HOUR, evening: 2 * HOUR };
const DAY = /\b(?:sun|mon|tue|wed|thu|fri|sat|today|tomorrow)/;
const MONTH = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/;

const TIME = String.raw`noon|midday|midnight|\d{1,2}(?::\d{2})?(?: ?(?:am|pm|o'clock))?`;
const BEFORE = String.raw`(?<![\d:/.-])`;
const AFTER = String.raw`(?![\d:]|[/.-]\d|st\b|nd\b|rd\b|th\b)`;
const RANGE = new RegExp(
  String.raw`(\bbetween |\bfrom |\bat )?${BEFORE}(${TIME}) ?(?:and|to|until|till|-|–) ?(${TIME})${AFTER}`,
  'g',
);
const ONE = new RegExp(String.raw`(?:\b(after|from|before|until|by|at|around) )?${BEFORE}(${TIME})${AFTER}`, 'g');
/** A number alone may be a day: "the 3", "Dec 3". */
const MARKED = /[:apn]|o'clock|mid/;

interface Found {
  readonly text: string;
  readonly part: DayPart | undefined;
}

/**
 * The time of day in a text such as "friday 14:00-16:00", "mornings in two weeks", "tuesday at 2".
 * Hours from 1 to 6 without am or pm are in the afternoon; "in the morning" and its like decide otherwise.
 * @param text in lower case, with single spaces
 */
export function readClock(text: string): ClockWords {
  const named = PART.exec(text);
  const dayPart = named?.[2] === undefined ? undefined : edgeOf(PARTS[named[2]] as DayPart, named[2], named[1]);
  const without = named ? cut(text, named[0]) : text;
  const clock = readRange(without, dayPart) ?? readOne(without, dayPart);
  const whole = named || clock ? null : ALL_DAY.exec(text);
  const rest = cut(without, clock?.text ?? whole?.[0] ?? '');
  const found = { rest, isSaid: rest !== text, leads: rest !== '' && rest !== text && text.endsWith(rest) };
  if (!clock) return { part: dayPart, ...found };
  const part = clock.part && dayPart ? both(clock.part, dayPart) : clock.part;
  if (!part || part.untilMinute <= part.fromMinute) return { part: undefined, ...found, problem: clock.text.trim() };
  return { part, ...found };
}

function edgeOf(part: DayPart, name: string, edge: string | undefined): DayPart {
  const minutes = EDGE_MINUTES[name];
  if (edge === undefined || minutes === undefined) return part;
  const { fromMinute, untilMinute } = part;
  if (edge === 'early') return { fromMinute, untilMinute: fromMinute + minutes };
  if (edge === 'late') return { fromMinute: untilMinute - minutes, untilMinute };
  return { fromMinute: fromMinute + minutes / 2, untilMinute: untilMinute - minutes / 2 };
}

const cut = (text: string, part: string): string => text.replace(part, ' ').replaceAll(/ +/g, ' ').trim();

const both = (one: DayPart, other: DayPart): DayPart => ({
  fromMinute: Math.max(one.fromMinute, other.fromMinute),
  untilMinute: Math.min(one.untilMinute, other.untilMinute),
});

function readRange(text: string, dayPart: DayPart | undefined): Found | undefined {
  for (const [found, intro, first = '', last = ''] of text.matchAll(RANGE)) {
    const isClock = MARKED.test(first + last) || ((intro !== undefined || DAY.test(text)) && !MONTH.test(text));
    if (isClock) return { text: found, part: rangeOf(first, last, dayPart) };
  }
  return undefined;
}

function rangeOf(first: string, last: string, dayPart: DayPart | undefined): DayPart | undefined {
  const until = minuteOf(last, dayPart);
  // "2-4pm" is 14:00 to 16:00, "11-1pm" is 11:00 to 13:00.
  const asLast = /\d$/.test(first) && /pm$/.test(last) ? minuteOf(`${first}pm`, dayPart) : undefined;
  const from = asLast !== undefined && until !== undefined && asLast < until ? asLast : minuteOf(first, dayPart);
  if (from === undefined || until === undefined) return undefined;
  return { fromMinute: from, untilMinute: until === 0 ? MINUTES_PER_DAY : until };
}

function readOne(text: string, dayPart: DayPart | undefined): Found | undefined {
  for (const [found, word, time = ''] of text.matchAll(ONE)) {
    if (!(MARKED.test(time) || (word !== undefined && !MONTH.test(text)))) continue;
    const minute = minuteOf(time, dayPart);
    return { text: found, part: minute === undefined ? undefined : around(minute, word) };
  }
  return undefined;
}

function around(minute: number, word: string | undefined): DayPart {
  if (word === 'after' || word === 'from') return { fromMinute: minute, untilMinute: MINUTES_PER_DAY };
  if (word === 'around')
    return { fromMinute: Math.max(minute - HOUR, 0), untilMinute: Math.min(minute + HOUR, MINUTES_PER_DAY) };
  if (word === 'before' || word === 'until' || word === 'by')
    return { fromMinute: 0, untilMinute: minute || MINUTES_PER_DAY };
  return { fromMinute: minute, untilMinute: Math.min(minute + AT_MINUTES, MINUTES_PER_DAY) };
}

/** The minute of the day; undefined for 25:00, 14 pm and their like. */
function minuteOf(time: string, dayPart: DayPart | undefined): number | undefined {
  if (time === 'noon' || time === 'midday') return 12 * HOUR;
  if (time === 'midnight') return 0;
  const [, hours = '', minutes = '0', half] = /^(\d{1,2})(?::(\d{2}))? ?(am|pm)?/.exec(time) ?? [];
  const hour = Number(hours);
  if (hour > 23 || Number(minutes) > 59) return undefined;
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined;
  return inDay(hour, half ?? guessedHalf(hours, dayPart)) * HOUR + Number(minutes);
}

function inDay(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}

/** "02:00" is written by people who count to 24. */
function guessedHalf(hours: string, dayPart: DayPart | undefined): 'am' | 'pm' | undefined {
  const hour = Number(hours);
  if (hours.startsWith('0') || hour === 0 || hour > 12) return undefined;
  if (dayPart !== undefined) return dayPart.fromMinute < 12 * HOUR ? 'am' : 'pm';
  return hour <= 6 ? 'pm' : undefined;
}
