import { DAY_MS, dateOf, formatDate, formatMinute, MINUTE_MS, weekdayOf } from './civil.ts';
import { type Zone, zoneOf } from './zone.ts';

/** An interval in the answers of keyed operations. */
interface IntervalView {
  readonly startAt: string;
  readonly endAt: string;
  readonly local: BookerLocal;
}

/**
 * Returns an interval in UTC and in a zone's local terms.
 * @throws RangeError for a name that is not a zone.
 */
export const intervalView = (startMs: number, endMs: number, timezone: string): IntervalView => ({
  startAt: isoInstant(startMs),
  endAt: isoInstant(endMs),
  local: bookerLocal(startMs, endMs, timezone),
});

export const DAY_NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** An instant in a zone's local terms. */
export interface LocalParts {
  readonly timezone: string;
  /** YYYY-MM-DD */
  readonly dateLocal: string;
  /** "Monday" */
  readonly dayOfWeek: string;
  /** HH:mm */
  readonly timeLocal: string;
  readonly minuteOfDay: number;
  readonly offsetMinutes: number;
}

/** A slot in the booker's zone: the interface's `bookerLocal`. */
export interface BookerLocal {
  readonly timezone: string;
  /** YYYY-MM-DD of the start */
  readonly dateLocal: string;
  /** "Monday" */
  readonly dayOfWeek: string;
  /** HH:mm */
  readonly startLocal: string;
  /** HH:mm; midnight after the start is 24:00 */
  readonly endLocal: string;
  /** "Mon, 23 Nov 2026, 09:00 – 09:30 (Europe/Berlin)" */
  readonly display: string;
}

interface DayText {
  readonly day: number;
  readonly dateLocal: string;
  readonly dayOfWeek: string;
  /** "Mon, 23 Nov 2026, " */
  readonly prefix: string;
}

/**
 * Returns an instant in a zone's local terms.
 * @throws RangeError for a name that is not a zone.
 */
export function localParts(ms: number, timezone: string): LocalParts {
  const { offsetMs } = zoneOf(timezone).segmentAt(ms);
  const day = Math.floor((ms + offsetMs) / DAY_MS);
  const minuteOfDay = Math.floor((ms + offsetMs - day * DAY_MS) / MINUTE_MS);
  const { dateLocal, dayOfWeek } = dayText(day);
  const offsetMinutes = Math.floor(offsetMs / MINUTE_MS);
  return { timezone, dateLocal, dayOfWeek, timeLocal: formatMinute(minuteOfDay), minuteOfDay, offsetMinutes };
}

/** Returns one slot in the booker's zone. For many slots, make a {@link slotRenderer} once. */
export function bookerLocal(startMs: number, endMs: number, timezone: string): BookerLocal {
  return slotRenderer(timezone)(startMs, endMs);
}

/**
 * Makes the function that renders slots in one zone. It only looks up tables and makes the texts of a day once per day.
 * The zone is spelled as the caller spelled it. If a clock change makes the range ambiguous, the offset is added:
 * "Sun, 25 Oct 2026, 02:30 – 02:00 (Europe/Berlin, UTC+2 to UTC+1)".
 * @throws RangeError for a name that is not a zone.
 */
export function slotRenderer(timezone: string): (startMs: number, endMs: number) => BookerLocal {
  const zone = zoneOf(timezone);
  const suffix = ` (${timezone})`;
  let text = dayText(0);
  return (startMs, endMs) => {
    const startOffsetMs = zone.segmentAt(startMs).offsetMs;
    const endOffsetMs = zone.segmentAt(endMs).offsetMs;
    const day = Math.floor((startMs + startOffsetMs) / DAY_MS);
    if (day !== text.day) text = dayText(day);
    const startLocal = formatMinute(Math.floor((startMs + startOffsetMs - day * DAY_MS) / MINUTE_MS));
    const endDay = Math.floor((endMs + endOffsetMs) / DAY_MS);
    const endMinute = Math.floor((endMs + endOffsetMs - endDay * DAY_MS) / MINUTE_MS);
    const endsAtMidnight = endMinute === 0 && endDay > day;
    const endLocal = endsAtMidnight ? '24:00' : formatMinute(endMinute);
    const lastDay = endsAtMidnight ? endDay - 1 : endDay;
    const end = lastDay > day ? dayText(lastDay).prefix + endLocal : endLocal;
    const where = isAmbiguous(zone, startMs, endMs) ? changeSuffix(timezone, startOffsetMs, endOffsetMs) : suffix;
    const display = `${text.prefix}${startLocal} – ${end}${where}`;
    return { timezone, dateLocal: text.dateLocal, dayOfWeek: text.dayOfWeek, startLocal, endLocal, display };
  };
}

function dayText(day: number): DayText {
  const dayOfWeek = DAY_NAMES[weekdayOf(day)] ?? '';
  return { day, dateLocal: formatDate(day), dayOfWeek, prefix: `${namedDate(day)}, ` };
}

/** Returns a day number as "Mon, 23 Nov 2026". */
export function namedDate(day: number): string {
  const { year, month, day: dayOfMonth } = dateOf(day);
  return `${DAY_NAMES[weekdayOf(day)]?.slice(0, 3)}, ${dayOfMonth} ${MONTHS[month - 1]} ${year}`;
}

/** Returns whether start and end have different offsets, or the wall clock shows the start twice. */
function isAmbiguous(zone: Zone, startMs: number, endMs: number): boolean {
  const segment = zone.segmentAt(startMs);
  if (endMs >= segment.untilMs && zone.segmentAt(endMs).offsetMs !== segment.offsetMs) return true;
  if (segment.untilMs - startMs > DAY_MS && startMs - segment.fromMs > DAY_MS) return false;
  const before = zone.segmentAt(segment.fromMs - 1).offsetMs - segment.offsetMs;
  const after = segment.offsetMs - zone.segmentAt(segment.untilMs).offsetMs;
  return startMs < segment.fromMs + before || startMs >= segment.untilMs - after;
}

function changeSuffix(timezone: string, startOffsetMs: number, endOffsetMs: number): string {
  const from = formatOffset(startOffsetMs);
  const to = formatOffset(endOffsetMs);
  return from === to ? ` (${timezone}, ${from})` : ` (${timezone}, ${from} to ${to})`;
}

function formatOffset(offsetMs: number): string {
  const minutes = Math.abs(offsetMs) / MINUTE_MS;
  const rest = minutes % 60 === 0 ? '' : `:${String(Math.floor(minutes % 60)).padStart(2, '0')}`;
  return `UTC${offsetMs < 0 ? '-' : '+'}${Math.floor(minutes / 60)}${rest}`;
}

let isoDay = 0;
let isoDate = formatDate(0);

/** Returns an instant as UTC ISO 8601 with milliseconds: "2026-11-23T08:00:00.000Z". */
export function isoInstant(ms: number): string {
  const day = Math.floor(ms / DAY_MS);
  if (day !== isoDay) {
    isoDate = formatDate(day);
    isoDay = day;
  }
  const restMs = ms - day * DAY_MS;
  const clock = formatMinute(Math.floor(restMs / MINUTE_MS));
  const secondMs = restMs % MINUTE_MS;
  if (secondMs === 0) return `${isoDate}T${clock}:00.000Z`;
  const seconds = String(Math.floor(secondMs / 1000)).padStart(2, '0');
  return `${isoDate}T${clock}:${seconds}.${String(secondMs % 1000).padStart(3, '0')}Z`;
}
