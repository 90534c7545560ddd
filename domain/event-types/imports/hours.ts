import type { HoursWindow, Weekday } from '../../../schemas/shapes/weekly-hours.ts';
import { toHoursWindow, toWindow } from '../../availability/weekly-hours.ts';
import type { DayWindow as DayMinutes } from '../../slots/types.ts';
import { pastMidnight, untilMidnight } from '../../slots/week.ts';

const DAYS: readonly Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

const isWeekday = (name: string): name is Weekday => (DAYS as readonly string[]).includes(name);

/** A weekday in any case, else null. */
export function weekdayOf(name: string): Weekday | null {
  const lower = name.toLowerCase();
  return isWeekday(lower) ? lower : null;
}

const CLOCK = /^([01]?\d|2[0-3]):([0-5]\d)(?::\d\d)?$/;

const clock = (text: string): string | null => {
  const parts = CLOCK.exec(text);
  return parts ? `${parts[1]?.padStart(2, '0')}:${parts[2]}` : null;
};

/**
 * A window as we have it; null: it is none. An end at 00:00, and 23:59, which others write for it, is midnight. An earlier end is on the
 * next day.
 */
export function windowOf(from: string, to: string): HoursWindow | null {
  const [start, end] = [clock(from), to === '24:00' ? '24:00' : clock(to)];
  if (start === null || end === null) return null;
  const closes = end === '00:00' || end === '23:59' ? '24:00' : end;
  return start !== closes && !(start === '00:00' && end === '00:00') ? { start, end: closes } : null;
}

/** Windows of one day that overlap or touch become one. */
export function joined(windows: readonly HoursWindow[]): HoursWindow[] {
  const result: DayMinutes[] = [];
  for (const window of windows.map(toWindow).toSorted((one, other) => one.startMinute - other.startMinute)) {
    const last = result.at(-1);
    if (last === undefined || window.startMinute > last.endMinute) result.push(window);
    else result[result.length - 1] = { ...last, endMinute: Math.max(last.endMinute, window.endMinute) };
  }
  return result.map(toHoursWindow);
}

/** The windows of a week; one that ends on the next day is two. */
const withinDays = (windows: readonly DayWindow[]): DayWindow[] =>
  windows.flatMap(({ day, ...window }) => {
    const minutes = toWindow(window);
    const rest = pastMidnight(minutes);
    const next = DAYS[(DAYS.indexOf(day) + 1) % DAYS.length] ?? day;
    return [
      { day, ...toHoursWindow(untilMidnight(minutes)) },
      ...(rest ? [{ day: next, ...toHoursWindow(rest) }] : []),
    ];
  });

/** Says of hours past midnight how they are kept; null: they end on their day. */
export function keptAs(window: HoursWindow): string | null {
  const rest = pastMidnight(toWindow(window));
  if (!rest) return null;
  return `Hours from ${window.start} to ${window.end} end on the next day: there they are kept as 00:00 to ${toHoursWindow(rest).end}.`;
}

export interface DayWindow extends HoursWindow {
  readonly day: Weekday;
}

/** A week as create_schedule takes it: days that have the same window stand together. */
export function weekOf(windows: readonly DayWindow[]) {
  const days = new Map<string, Weekday[]>();
  const parts = withinDays(windows);
  for (const day of DAYS)
    for (const { start, end } of joined(parts.filter((window) => window.day === day)))
      days.set(`${start} ${end}`, [...(days.get(`${start} ${end}`) ?? []), day]);
  return [...days].map(([window, of]) => ({ days: of, start: window.slice(0, 5), end: window.slice(6) }));
}

/** Hours of single dates: a date without windows is closed. */
export const overridesOf = (dates: ReadonlyMap<string, readonly HoursWindow[]>) =>
  [...dates]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([date, windows]) => ({ date, windows: joined(windows) }));
