import { DAY_MS } from '../time/civil.ts';
import { zoneOf } from '../time/zone.ts';
import { limitedPeriods } from './rules.ts';
import type { EventRules, Interval } from './types.ts';

/**
 * The busy time that the engine needs for starts in a window: the window, a day on each side (meetings and
 * their buffers are shorter), and every whole limited day, week or month that the window touches.
 */
export function busyReach(rules: EventRules, timezone: string, window: Interval): Interval {
  const zone = zoneOf(timezone);
  let startMs = window.startMs - DAY_MS;
  let endMs = window.endMs + DAY_MS;
  for (const { first, next } of limitedPeriods(rules)) {
    startMs = Math.min(startMs, zone.firstInstant(first(zone.dayAt(window.startMs)) * DAY_MS));
    endMs = Math.max(endMs, zone.firstInstant(next(first(zone.dayAt(window.endMs))) * DAY_MS));
  }
  return { startMs, endMs };
}
