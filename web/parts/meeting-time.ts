import { MINUTE_MS } from '../../domain/time/civil.ts';
import { type BookerLocal, bookerLocal, localParts } from '../../domain/time/local.ts';
import { zoneWords } from '../../domain/time/zone-words.ts';
import { timeWords } from '../../texts/en/pages/times.ts';
import { translated } from '../../texts/translated.ts';
import type { Locale } from './locale.ts';

/** A meeting's time in one person's zone, in parts that a page puts on separate lines. */
export interface MeetingTime {
  readonly startUtc: string;
  /** "Monday, 23 November 2026" */
  readonly day: string;
  /** "09:00 – 09:30"; with days or offsets over midnight or a clock change */
  readonly range: string;
  /** "Berlin, Central European Time", with offsets if a clock change makes them matter */
  readonly zone: string;
}

const DAYS = {
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  withoutYear: { weekday: 'long', day: 'numeric', month: 'long' },
  short: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  weekday: { weekday: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

const CLOCK: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' };

const formats = new Map<string, Intl.DateTimeFormat>();

/** Creating one takes a hundred times as long as using. */
function formatOf(name: keyof typeof DAYS | 'clock', { tag, hour12 }: Locale): Intl.DateTimeFormat {
  const key = `${name}/${tag}/${hour12}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(tag, {
      ...(name === 'clock' ? { ...CLOCK, ...(hour12 === undefined ? {} : { hour12 }) } : DAYS[name]),
      timeZone: 'UTC',
    });
    formats.set(key, format);
  }
  return format;
}

/** Browsers and servers differ on the space before AM and PM. */
const plainSpaces = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

/** A day YYYY-MM-DD in words: "Monday, 23 November" (withoutYear), "November 2026" (month) … */
export const dayWords = (dateLocal: string, locale: Locale, style: keyof typeof DAYS = 'withoutYear'): string => {
  const words = plainSpaces(formatOf(style, locale).format(Date.parse(`${dateLocal}T00:00Z`)));
  // Only en-GB leaves out the comma.
  return words.replace(/^(\p{L}+day) (\d)/u, '$1, $2');
};

/** HH:mm in the reader's style: "14:00", "2:00 PM". Engines differ on the leading zero of 24 hours; we keep it. */
export const clockWords = (timeLocal: string, locale: Locale): string => {
  const format = formatOf('clock', locale);
  if (format.resolvedOptions().hour12 === false) return timeLocal;
  return plainSpaces(format.format(Date.parse(`1970-01-01T${timeLocal}Z`)));
};

/** Whether this reader's clocks have AM and PM. */
export const hasHalfDays = (locale: Locale): boolean => formatOf('clock', locale).resolvedOptions().hour12 === true;

/** A meeting's time in words, in one zone. Clock changes and midnight are made clear. */
export function meetingTime(startMs: number, endMs: number, timezone: string, locale: Locale): MeetingTime {
  const start = localParts(startMs, timezone);
  const end = localParts(endMs, timezone);
  // Compares the last minute: a meeting may end at midnight.
  const sameDay = localParts(Math.max(startMs, endMs - MINUTE_MS), timezone).dateLocal === start.dateLocal;
  const endWords = sameDay
    ? endClock(start.dateLocal === end.dateLocal, end.timeLocal, locale)
    : `${dayWords(end.dateLocal, locale, 'short')}, ${clockWords(end.timeLocal, locale)}`;
  return {
    startUtc: new Date(startMs).toISOString(),
    day: dayWords(start.dateLocal, locale, 'long'),
    range: `${clockWords(start.timeLocal, locale)} – ${endWords}`,
    zone: [zoneName(timezone, locale), ...offsetWords(bookerLocal(startMs, endMs, timezone), locale)].join(', '),
  };
}

const endClock = (isBeforeMidnight: boolean, timeLocal: string, locale: Locale): string => {
  const words = clockWords(timeLocal, locale);
  return isBeforeMidnight ? words : words.replace(/^00:00/, '24:00');
};

/** The offsets in `display`, present if a clock change makes the time unclear. */
function offsetWords({ display }: BookerLocal, { language }: Locale): string[] {
  const [, from, to] = /, (UTC\S*?)(?: to (UTC\S*))?\)$/.exec(display) ?? [];
  if (from === undefined) return [];
  return [to === undefined ? from : translated(timeWords, language).offsets(from, to)];
}

/** The offset a slot must show because its wall-clock time alone is unclear: "UTC+2", or nothing. */
export const clockChangeNote = ({ display }: BookerLocal): string | undefined => /, (UTC[^ )]*)/.exec(display)?.[1];

/** "Monday, 23 November 2026, 14:00 (Berlin, Central European Time)" */
export function momentWords(ms: number, timezone: string, locale: Locale): string {
  const { dateLocal, timeLocal } = localParts(ms, timezone);
  return `${dayWords(dateLocal, locale, 'long')}, ${clockWords(timeLocal, locale)} (${zoneName(timezone, locale)})`;
}

/** A zone for people: "Los Angeles, Pacific Time". */
export const zoneName = (zone: string, { tag }: Locale): string => zoneWords(zone, tag);
