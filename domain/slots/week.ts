import { parseDate, weekdayOf } from '../time/civil.ts';
import type { DayWindow, Schedule } from './types.ts';

/** The effective windows of a local day (days since 1970-01-01): sorted, disjoint, adjacent ones joined. */
export type Week = (day: number) => readonly DayWindow[];

/** Weekly rules with date overrides applied; an override replaces its whole day. Time off is a rule of its own. */
export function effectiveWeek({ weeklyRules, overrides }: Schedule): Week {
  const weekly = Array.from({ length: 7 }, (): DayWindow[] => []);
  for (const rule of weeklyRules) weekly[rule.dayOfWeek]?.push(rule);
  const byWeekday = weekly.map(joined);
  if (overrides.length === 0) return (day) => byWeekday[weekdayOf(day)] ?? [];

  const byDay = new Map<number, DayWindow[]>();
  for (const { date, windows } of overrides) {
    const day = parseDate(date);
    if (day !== undefined) byDay.set(day, [...(byDay.get(day) ?? []), ...windows]);
  }
  const overridden = new Map(Array.from(byDay, ([day, windows]) => [day, joined(windows)]));
  return (day) => overridden.get(day) ?? byWeekday[weekdayOf(day)] ?? [];
}

function joined(windows: readonly DayWindow[]): readonly DayWindow[] {
  if (windows.length < 2) return windows.filter(opens);
  const result: DayWindow[] = [];
  for (const next of windows.filter(opens).sort((one, other) => one.startMinute - other.startMinute)) {
    const last = result.at(-1);
    if (last === undefined || next.startMinute > last.endMinute) result.push(next);
    else result.splice(-1, 1, { ...last, endMinute: Math.max(last.endMinute, next.endMinute) });
  }
  return result;
}

function opens({ startMinute, endMinute }: DayWindow): boolean {
  return startMinute < endMinute;
}
