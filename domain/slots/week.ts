import { DAY_MS, MINUTE_MS, MINUTES_PER_DAY, parseDate, weekdayOf } from '../time/civil.ts';
import { zoneOf } from '../time/zone.ts';
import type { DateOverride, DayWindow, Interval, Schedule } from './types.ts';

/**
 * Makes the function that returns whether an interval lies, even in part, outside a schedule's effective windows. Adjacent windows,
 * also at midnight, count as one. Time off is a separate rule.
 * @throws RangeError for an unknown zone.
 */
export function outsideHoursCheck(schedule: Schedule): (interval: Interval) => boolean {
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

/** The effective windows of a local day (days since 1970-01-01): sorted, disjoint, adjacent ones joined. */
export type Week = (day: number) => readonly DayWindow[];

/** Returns the part of a window on its own day. */
export const untilMidnight = ({ startMinute, endMinute }: DayWindow): DayWindow => ({
  startMinute,
  endMinute: Math.min(endMinute, MINUTES_PER_DAY),
});

/** Returns the part of a window on the next day, or null. */
export const pastMidnight = ({ endMinute }: DayWindow): DayWindow | null =>
  endMinute > MINUTES_PER_DAY ? { startMinute: 0, endMinute: endMinute - MINUTES_PER_DAY } : null;

/**
 * Combines weekly rules and date overrides. An override replaces its whole day. Its hours past midnight are added to the windows of the next day,
 * since a night belongs to the date on which it begins. Time off is a separate rule.
 */
export function effectiveWeek({ weeklyRules, overrides }: Schedule): Week {
  const weekly: DayWindow[][] = [[], [], [], [], [], [], []];
  for (const rule of weeklyRules) weekly[rule.dayOfWeek]?.push(rule);
  const byWeekday = weekly.map(joined);
  if (overrides.length === 0) return (day) => byWeekday[weekdayOf(day)] ?? [];

  const byDay = new Map<number, DayWindow[]>();
  for (const { date, windows } of overrides) {
    const day = parseDate(date);
    if (day !== undefined) byDay.set(day, [...(byDay.get(day) ?? []), ...windows]);
  }
  const usual = (day: number): readonly DayWindow[] => byWeekday[weekdayOf(day)] ?? [];
  const overridden = new Map(Array.from(byDay, ([day, windows]) => [day, joined(windows.map(untilMidnight))]));
  for (const [day, windows] of byDay) {
    const rest = windows.flatMap((window) => pastMidnight(window) ?? []);
    if (rest.length > 0) overridden.set(day + 1, joined([...rest, ...(overridden.get(day + 1) ?? usual(day + 1))]));
  }
  return (day) => overridden.get(day) ?? usual(day);
}

/** Returns whether two schedules have the same hours, in the same order. Time off is not compared. */
export function isSameWeek(one: Schedule, other: Schedule): boolean {
  return (
    one.timezone === other.timezone &&
    one.weeklyRules.length === other.weeklyRules.length &&
    one.overrides.length === other.overrides.length &&
    one.weeklyRules.every(
      (rule, at) => rule.dayOfWeek === other.weeklyRules[at]?.dayOfWeek && isSameWindow(rule, other.weeklyRules[at]),
    ) &&
    one.overrides.every((day, at) => isSameDay(day, other.overrides[at]))
  );
}

function isSameDay(one: DateOverride, other: DateOverride | undefined): boolean {
  return (
    one.date === other?.date &&
    one.windows.length === other.windows.length &&
    one.windows.every((window, at) => isSameWindow(window, other.windows[at]))
  );
}

function isSameWindow(one: DayWindow, other: DayWindow | undefined): boolean {
  return one.startMinute === other?.startMinute && one.endMinute === other.endMinute;
}

function joined(windows: readonly DayWindow[]): readonly DayWindow[] {
  if (windows.every(isSortedAndDisjoint)) return windows;
  const result: DayWindow[] = [];
  for (const next of windows.filter(opens).sort((one, other) => one.startMinute - other.startMinute)) {
    const last = result.at(-1);
    if (last === undefined || next.startMinute > last.endMinute) result.push(next);
    else result.splice(-1, 1, { ...last, endMinute: Math.max(last.endMinute, next.endMinute) });
  }
  return result;
}

/** Returns whether a window opens, and only after the window before it has closed. */
function isSortedAndDisjoint(window: DayWindow, index: number, windows: readonly DayWindow[]): boolean {
  const before = windows[index - 1];
  return opens(window) && (before === undefined || before.endMinute < window.startMinute);
}

function opens({ startMinute, endMinute }: DayWindow): boolean {
  return startMinute < endMinute;
}
