import type { Interval } from '../slots/types.ts';
import { DAY_MS, parseDate } from '../time/civil.ts';
import { isTimezone, zoneOf } from '../time/zone.ts';
import type { Availability, EventTime, RemoteEvent } from './remote-event.ts';

/** The host's settings for events that do not clearly block their time. */
export interface BusyRules {
  readonly tentative: 'busy' | 'free';
  readonly declined: 'busy' | 'free';
  /** Times in which the host works at another place. */
  readonly workingElsewhere: 'busy' | 'free';
}

/** Returns the part of an event that the mirror stores; null if it never blocks, whatever the settings are. */
export function mirrored(
  { time, availability }: Pick<RemoteEvent, 'time' | 'availability'>,
  timezone: string,
): { readonly period: Interval; readonly availability: Exclude<Availability, 'free'> } | null {
  if (availability === 'free') return null;
  const period = periodOf(time, timezone);
  return period.endMs > period.startMs ? { period, availability } : null;
}

/**
 * Returns the instants of an event. An all-day event lasts from midnight to midnight in the calendar's zone; where a clock change skips
 * midnight, from the change.
 * @param timezone IANA, of the calendar; an unknown name counts as UTC
 */
export function periodOf(time: EventTime, timezone: string): Interval {
  if (time.kind === 'timed') return { startMs: time.startMs, endMs: time.endMs };
  const zone = zoneOf(isTimezone(timezone) ? timezone : 'UTC');
  const midnight = (date: string) => zone.firstInstant((parseDate(date) ?? 0) * DAY_MS);
  return { startMs: midnight(time.startDate), endMs: midnight(time.endDate) };
}

/** Returns whether an event of the mirror blocks its owner's time. The host's answer decides first, then the event's availability. */
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
