import { zoneWords } from '../../domain/time/zone-words.ts';
import { timeTexts } from '../../texts/en/mails/meetings.ts';
import { type Language, tagOf } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';

interface Formats {
  readonly long: Intl.DateTimeFormat;
  readonly short: Intl.DateTimeFormat;
  readonly clock: Intl.DateTimeFormat;
}

const formats = new Map<string, Formats>();
const FORMATS_KEPT = 500;

interface WallTime {
  readonly longDate: string;
  readonly shortDate: string;
  readonly clock: string;
  /** e.g. GMT+2 */
  readonly offset: string;
}

/** Zone and language of a reader. */
export interface Reader {
  /** IANA zone */
  readonly timezone: string;
  readonly language: Language;
  /** such as US; its people write dates and clocks in their own way */
  readonly region?: string | null | undefined;
}

/** A meeting's time in one zone: `Tuesday 5 May 2026,` with `14:00 to 14:30`, and the zone by name and offset. */
export function meetingTime(
  startMs: number,
  endMs: number,
  reader: Reader,
): { readonly day: string; readonly hours: string; readonly zone: string } {
  const words = translated(timeTexts, reader.language);
  const start = wallTime(startMs, reader);
  const end = wallTime(endMs, reader);
  const zone = zoneName(start, end, reader);
  return start.longDate === end.longDate
    ? { day: `${start.longDate},`, hours: words.hours(start.clock, end.clock), zone }
    : { day: words.overnight(start.longDate, start.clock, end.longDate), hours: words.clock(end.clock), zone };
}

/** One instant for a sentence: `Tuesday 5 May 2026, 14:00 (Berlin, Central European Time, GMT+2)`. */
export function instantInWords(instantMs: number, reader: Reader): string {
  const time = wallTime(instantMs, reader);
  return `${time.longDate}, ${translated(timeTexts, reader.language).clock(time.clock)} (${zoneName(time, time, reader)})`;
}

/** The day of an instant: `Tuesday 5 May 2026`. */
export const dayInWords = (instantMs: number, reader: Reader): string => wallTime(instantMs, reader).longDate;

/** One instant for a subject: `Tue 5 May 2026, 14:00 GMT+2`. */
export function shortInstant(instantMs: number, reader: Reader): string {
  const { shortDate, clock, offset } = wallTime(instantMs, reader);
  return translated(timeTexts, reader.language).short(shortDate, clock, offset);
}

/** A meeting over a clock change names both offsets. */
function zoneName(start: WallTime, end: WallTime, { timezone, language, region }: Reader): string {
  const offsets =
    start.offset === end.offset ? start.offset : translated(timeTexts, language).offsets(start.offset, end.offset);
  const name = zoneWords(timezone, tagOf(language, region));
  return name === start.offset ? name : `${name}, ${offsets}`;
}

function wallTime(instantMs: number, reader: Reader): WallTime {
  const { long, short, clock } = formatsFor(reader);
  const parts = new Map(clock.formatToParts(instantMs).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return {
    longDate: steady(long.format(instantMs), reader),
    shortDate: steady(short.format(instantMs), reader),
    clock: [`${part('hour')}:${part('minute')}`, part('dayPeriod')].join(' ').trim(),
    offset: part('timeZoneName'),
  };
}

/** Versions of Intl's data differ where the day comes first, as in British English: a comma after the weekday, and "Sept". */
const steady = (date: string, { language }: Reader): string =>
  language === 'en' && /^\p{L}+,? \d/u.test(date) ? date.replaceAll(',', '').replace(/\bSept\b/, 'Sep') : date;

/** Making a format costs 50 times as much as using it. Zones come from guests, so the cache is limited. */
function formatsFor({ timezone, language, region }: Reader): Formats {
  const tag = tagOf(language, region);
  const key = `${tag} ${timezone}`;
  const known = formats.get(key);
  if (known) return known;
  if (formats.size >= FORMATS_KEPT) formats.clear();
  const made = {
    long: new Intl.DateTimeFormat(tag, {
      timeZone: timezone,
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    }),
    short: new Intl.DateTimeFormat(tag, {
      timeZone: timezone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
    }),
    clock: new Intl.DateTimeFormat(tag, {
      timeZone: timezone,
      ...hoursOf(tag),
      minute: '2-digit',
      timeZoneName: 'shortOffset',
    }),
  };
  formats.set(key, made);
  return made;
}

/** Two digits of 24 hours, or AM and PM where people write them. */
const hoursOf = (tag: string): Intl.DateTimeFormatOptions =>
  new Intl.DateTimeFormat(tag, { hour: 'numeric' }).resolvedOptions().hour12 === true
    ? { hour: 'numeric', hour12: true }
    : { hour: '2-digit', hourCycle: 'h23' };
