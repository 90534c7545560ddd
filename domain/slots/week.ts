import { MINUTES_PER_DAY, parseDate, weekdayOf } from '../time/civil.ts';
import type { DateOverride, DayWindow, Schedule } from './types.ts';

/** The effective windows of a local day (days since 1970-01-01): sorted, disjoint, adjacent ones joined. */
export type Week = (day: number) => readonly DayWindow[];

/** The part of a window on its own day. */
export const untilMidnight = ({ startMinute, endMinute }: DayWindow): DayWindow => ({
  startMinute,
  endMinute: Math.min(endMinute, MINUTES_PER_DAY),
});

/** The part of a window on the next day; null: there is none. */
export const pastMidnight = ({ endMinute }: DayWindow): DayWindow | null =>
  endMinute > MINUTES_PER_DAY ? { startMinute: 0, endMinute: endMinute - MINUTES_PER_DAY } : null;

/**
 * Weekly rules with date overrides; an override replaces its whole day. What it has past midnight adds to the next day, whatever that day has:
 * a night belongs to the date on which it begins (decision 0361). Time off is a separate rule.
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

/** True if two schedules open at the same times, written in the same order. Without time off. */
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
  if (windows.every(isTidy)) return windows;
  const result: DayWindow[] = [];
  for (const next of windows.filter(opens).sort((one, other) => one.startMinute - other.startMinute)) {
    const last = result.at(-1);
    if (last === undefined || next.startMinute > last.endMinute) result.push(next);
    else result.splice(-1, 1, { ...last, endMinute: Math.max(last.endMinute, next.endMinute) });
  }
  return result;
}

/** Opens, and only after the window before it has closed. */
function isTidy(window: DayWindow, index: number, windows: readonly DayWindow[]): boolean {
  const before = windows[index - 1];
  return opens(window) && (before === undefined || before.endMinute < window.startMinute);
}

function opens({ startMinute, endMinute }: DayWindow): boolean {
  return startMinute < endMinute;
}
