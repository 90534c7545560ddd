import type { Hours, HoursWindow, Weekday } from '../../schemas/shapes/weekly-hours.ts';
import type { DayWindow, WeeklyRule } from '../slots/types.ts';
import { pastMidnight, untilMidnight } from '../slots/week.ts';
import { formatMinute, MINUTES_PER_DAY } from '../time/civil.ts';

/** By dayOfWeek: 0 is Sunday. */
const NAMES: readonly Weekday[] = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0];

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Returns a window in minutes from HH:mm that the schema accepted. An end on the next day is later than 24:00. */
export function toWindow(window: HoursWindow): DayWindow {
  const [startMinute, endMinute] = [minuteOf(window.start), minuteOf(window.end)];
  return { startMinute, endMinute: endMinute < startMinute ? endMinute + MINUTES_PER_DAY : endMinute };
}

export const toHoursWindow = ({ startMinute, endMinute }: DayWindow): HoursWindow => ({
  start: formatMinute(startMinute),
  end: formatMinute(endMinute > MINUTES_PER_DAY ? endMinute - MINUTES_PER_DAY : endMinute),
});

/** Returns the week's rules, by day and time. A day repeated in one entry counts once. Hours past midnight become a rule of the next day. */
export const toWeeklyRules = (hours: readonly Hours[]): WeeklyRule[] =>
  hours
    .flatMap((entry) => [...new Set(entry.days)].flatMap((day) => rulesOn(NAMES.indexOf(day), toWindow(entry))))
    .toSorted((one, other) => one.dayOfWeek - other.dayOfWeek || one.startMinute - other.startMinute);

function rulesOn(dayOfWeek: number, window: DayWindow): WeeklyRule[] {
  const rest = pastMidnight(window);
  const rule = { dayOfWeek, ...untilMidnight(window) };
  return rest ? [rule, { dayOfWeek: (dayOfWeek + 1) % NAMES.length, ...rest }] : [rule];
}

/** The inverse of {@link toWeeklyRules}: days with the same window are grouped, Monday first. */
export function toWeeklyHours(rules: readonly WeeklyRule[]): Hours[] {
  const byWindow = new Map<string, Hours>();
  const ordered = rules.toSorted(
    (one, other) =>
      MONDAY_FIRST.indexOf(one.dayOfWeek) - MONDAY_FIRST.indexOf(other.dayOfWeek) ||
      one.startMinute - other.startMinute,
  );
  for (const rule of ordered) {
    const window = toHoursWindow(rule);
    const key = `${window.start}–${window.end}`;
    const day = NAMES[rule.dayOfWeek];
    if (day) byWindow.set(key, { days: [...(byWindow.get(key)?.days ?? []), day], ...window });
  }
  return [...byWindow.values()];
}
