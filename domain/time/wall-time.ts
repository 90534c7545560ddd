import type { Disambiguation } from '../../schemas/shapes/when.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, parseDate } from './civil.ts';
import { isoInstant } from './local.ts';
import { type Zone, zoneOf } from './zone.ts';

/** An existing time, as an instant and as a local time. */
export interface NamedTime {
  /** UTC, ISO 8601 */
  readonly at: string;
  /** the wall clock with its offset: "2026-03-29T03:00:00+02:00" */
  readonly local: string;
}

export type WhenProblem =
  | { readonly problem: 'zone_needed' }
  /** clocks skip it: the last minute before the change, and the first instant after */
  | { readonly problem: 'nonexistent'; readonly before: NamedTime; readonly after: NamedTime }
  | { readonly problem: 'ambiguous'; readonly earlier: NamedTime; readonly later: NamedTime };

export type ResolvedWhen = { readonly ms: number } | WhenProblem;

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(?:Z|([+-])(\d{2}):(\d{2}))?$/;
const HAS_OFFSET = /(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Returns the instant of a caller's text: an instant as it is, or a local date-time in a zone. It never guesses: for a skipped time it
 * returns the nearest existing ones, and a repeated time needs a choice.
 * @param text a `When` of schemas/shapes/when.ts
 * @throws RangeError for a name that is not a zone, and text that is not a date-time.
 */
export function resolveWhen(text: string, timeZone?: string, choice?: Disambiguation): ResolvedWhen {
  if (HAS_OFFSET.test(text)) return { ms: parsed(text) };
  if (timeZone === undefined) return { problem: 'zone_needed' };
  const zone = zoneOf(timeZone);
  const localMs = parsed(text);
  const instants = instantsOf(zone, localMs);
  const [earlierMs, laterMs] = instants;
  if (earlierMs === undefined) return nonexistent(zone, localMs);
  if (laterMs === undefined) return { ms: earlierMs };
  if (choice) return { ms: choice === 'earlier' ? earlierMs : laterMs };
  return { problem: 'ambiguous', earlier: named(zone, earlierMs), later: named(zone, laterMs) };
}

/** Returns the instants at which the wall clock shows a local time: none, one, or the first and the last. */
function instantsOf(zone: Zone, localMs: number): number[] {
  const first = zone.instantOf(localMs);
  if (first === undefined) return [];
  // A segment may end without a change of offset, so all segments within a day are checked.
  for (let { untilMs } = zone.segmentAt(first); untilMs <= first + DAY_MS; { untilMs } = zone.segmentAt(untilMs)) {
    const again = localMs - zone.segmentAt(untilMs).offsetMs;
    if (again >= untilMs && zone.localOf(again) === localMs) return [first, again];
  }
  return [first];
}

function nonexistent(zone: Zone, localMs: number): WhenProblem {
  const afterMs = zone.firstInstant(localMs);
  return { problem: 'nonexistent', before: named(zone, afterMs - MINUTE_MS), after: named(zone, afterMs) };
}

function named(zone: Zone, ms: number): NamedTime {
  const localMs = zone.localOf(ms);
  const offsetMinutes = Math.round((localMs - ms) / MINUTE_MS);
  const minutes = Math.abs(offsetMinutes);
  const offset = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
  const clock = isoInstant(localMs).replace(/(?:\.000)?Z$/, '');
  return { at: isoInstant(ms), local: `${clock}${offsetMinutes < 0 ? '-' : '+'}${offset}` };
}

/** Returns the milliseconds of a date-time. Without an offset it is read as UTC. */
function parsed(text: string): number {
  const parts = DATE_TIME.exec(text);
  const day = parseDate(parts?.[1] ?? '');
  if (!parts || day === undefined) throw new RangeError(`Not a date-time: ${text.slice(0, 40)}`);
  const [, , hours, minutes, seconds = 0, fraction = '', sign = '+', offsetHours = 0, offsetMinutes = 0] = parts;
  const timeMs = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * 1000;
  const offsetMs = Number(offsetHours) * HOUR_MS + Number(offsetMinutes) * MINUTE_MS;
  const localMs = day * DAY_MS + timeMs + Number(fraction.slice(0, 3).padEnd(3, '0'));
  return sign === '-' ? localMs + offsetMs : localMs - offsetMs;
}
