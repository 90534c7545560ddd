import type { SlotsResponse } from '../../schemas/shapes/slots.ts';
import type { DayWindow, Schedule, WeeklyRule } from '../slots/types.ts';
import { formatMinute } from '../time/civil.ts';
import { DAY_NAMES } from '../time/local.ts';

type HostSchedule = NonNullable<SlotsResponse['availability']['hostSchedule']>;

const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0];
const SHORTEST_RUN = 3;

const opens = ({ startMinute, endMinute }: DayWindow): boolean => endMinute > startMinute;

/** Returns the host's weekly hours as rules and in words. Windows that never open are left out. */
export function hostSchedule({ timezone, weeklyRules, overrides }: Schedule): HostSchedule {
  const open = weeklyRules
    .filter(opens)
    .toSorted((a, b) => a.dayOfWeek - b.dayOfWeek || a.startMinute - b.startMinute || a.endMinute - b.endMinute);
  const except = overrides.length > 0 ? ' Some dates have other hours.' : '';
  return {
    timezone,
    weeklyRules: open.map(({ dayOfWeek, startMinute, endMinute }) => ({
      dayOfWeek,
      dayName: dayName(dayOfWeek),
      startTime: formatMinute(startMinute),
      endTime: formatMinute(endMinute),
    })),
    summary: `${weekInWords(open)} (${timezone}).${except}`,
  };
}

/** "Monday to Friday 09:00–12:00 and 13:00–17:00; Saturday 10:00–12:00": groups days with the same hours. */
function weekInWords(rules: readonly WeeklyRule[]): string {
  const daysByHours = new Map<string, number[]>();
  for (const day of MONDAY_FIRST) {
    const windows = rules.filter((rule) => rule.dayOfWeek === day);
    if (windows.length === 0) continue;
    const hours = list(windows.map((one) => `${formatMinute(one.startMinute)}–${formatMinute(one.endMinute)}`));
    daysByHours.set(hours, [...(daysByHours.get(hours) ?? []), day]);
  }
  if (daysByHours.size === 0) return 'No weekly hours';
  return [...daysByHours].map(([hours, days]) => `${daysInWords(days)} ${hours}`).join('; ');
}

/** @param days Monday first */
function daysInWords(days: readonly number[]): string {
  if (days.length === MONDAY_FIRST.length) return 'Every day';
  const runs: number[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last !== undefined && MONDAY_FIRST.indexOf(day) === MONDAY_FIRST.indexOf(last) + 1) run.push(day);
    else runs.push([day]);
  }
  return list(runs.flatMap(runInWords));
}

function runInWords(run: readonly number[]): string[] {
  const names = run.map(dayName);
  return names.length < SHORTEST_RUN ? names : [`${names[0]} to ${names.at(-1)}`];
}

function list(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

function dayName(dayOfWeek: number): string {
  return DAY_NAMES[dayOfWeek] ?? '';
}
