import type { Interval } from '../slots/types.ts';
import { DAY_MS, parseDate } from '../time/civil.ts';
import { isTimezone, zoneOf } from '../time/zone.ts';
import type { Availability, EventTime, RemoteEvent } from './remote-event.ts';

/** How a host wants events to count that do not clearly take their time. */
export interface BusyRules {
  readonly tentative: 'busy' | 'free';
  readonly declined: 'busy' | 'free';
  /** Times in which the host works, but at another place. */
  readonly workingElsewhere: 'busy' | 'free';
}

/** What the mirror keeps of an event; null: it never blocks, whatever the settings are. */
export function mirrored(
  { time, availability }: Pick<RemoteEvent, 'time' | 'availability'>,
  timezone: string,
): { readonly period: Interval; readonly availability: Exclude<Availability, 'free'> } | null {
  if (availability === 'free') return null;
  const period = periodOf(time, timezone);
  return period.endMs > period.startMs ? { period, availability } : null;
}

/**
 * The instants of an event. A whole day lasts from midnight to midnight of the calendar's zone; where a clock change skips
 * midnight, from the change.
 * @param timezone IANA, of the calendar; a name that is unknown here counts as UTC
 */
export function periodOf(time: EventTime, timezone: string): Interval {
  if (time.kind === 'timed') return { startMs: time.startMs, endMs: time.endMs };
  const zone = zoneOf(isTimezone(timezone) ? timezone : 'UTC');
  const midnight = (date: string) => zone.firstInstant((parseDate(date) ?? 0) * DAY_MS);
  return { startMs: midnight(time.startDate), endMs: midnight(time.endDate) };
}

/** Whether an event of the mirror blocks its owner's time: the host's answer first, then what the event shows. */
export function blocks(
  { availability, response }: Pick<RemoteEvent, 'availability' | 'response'>,
  rules: BusyRules,
): boolean {
  if (availability === 'free') return false;
  if (response === 'declined') return rules.declined === 'busy';
  if (availability === 'working_elsewhere' && rules.workingElsewhere === 'free') return false;
  const isTentative = availability === 'tentative' || response === 'tentative';
  return !isTentative || rules.tentative === 'busy';
}
