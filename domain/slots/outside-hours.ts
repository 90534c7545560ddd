import { DAY_MS, MINUTE_MS } from '../time/civil.ts';
import { zoneOf } from '../time/zone.ts';
import type { Interval, Schedule } from './types.ts';
import { effectiveWeek } from './week.ts';

/**
 * Checks whether an interval is not wholly inside a schedule's effective windows; adjacent windows, also at midnight,
 * count as one. Time off is a separate rule.
 * @throws RangeError for an unknown zone.
 */
export function outsideHours(schedule: Schedule): (stretch: Interval) => boolean {
  const zone = zoneOf(schedule.timezone);
  const week = effectiveWeek(schedule);
  return ({ startMs, endMs }) => {
    let coveredMs = startMs;
    for (let day = zone.dayAt(startMs); coveredMs < endMs && day <= zone.dayAt(endMs); day += 1) {
      for (const { startMinute, endMinute } of week(day)) {
        const opensMs = zone.firstInstant(day * DAY_MS + startMinute * MINUTE_MS);
        const closesMs = zone.firstInstant(day * DAY_MS + endMinute * MINUTE_MS);
        if (opensMs <= coveredMs && closesMs > coveredMs) coveredMs = closesMs;
      }
    }
    return coveredMs < endMs;
  };
}
