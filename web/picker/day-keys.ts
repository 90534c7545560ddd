import { addDays, addMonths, monthOf, rangeOf } from './civil-month.ts';
import { type Weekday, weekOf, weekStart } from './month-weeks.ts';

/** Which days the keys may go to. */
export interface KeyRange {
  /** YYYY-MM: the first and the last month */
  readonly first: string;
  readonly last: string;
  readonly weekStartsOn: Weekday;
  /** a day without times: keys pass it */
  readonly isOff: (date: string) => boolean;
}

/** The keys of a calendar (WAI-ARIA: date grid). With Shift they go further. */
const STEPS: Readonly<Record<string, (date: string, isFar: boolean) => string>> = {
  ArrowLeft: (date, isFar) => (isFar ? sameDay(date, -1) : addDays(date, -1)),
  ArrowRight: (date, isFar) => (isFar ? sameDay(date, 1) : addDays(date, 1)),
  ArrowUp: (date, isFar) => (isFar ? sameDay(date, -12) : addDays(date, -7)),
  ArrowDown: (date, isFar) => (isFar ? sameDay(date, 12) : addDays(date, 7)),
  PageUp: (date, isFar) => sameDay(date, isFar ? -12 : -1),
  PageDown: (date, isFar) => sameDay(date, isFar ? 12 : 1),
};

/** True for a key that moves among days. */
export const isDayKey = (key: string): boolean => Object.hasOwn(STEPS, key) || key === 'Home' || key === 'End';

/** Where a key leads from a date: the first day in its direction that is not off; null: none is left. */
export function dayAfterKey(key: string, isFar: boolean, from: string, range: KeyRange): string | null {
  if (key === 'Home' || key === 'End') return endOfWeek(key, from, range);
  const step = STEPS[key];
  const [earliest, latest] = [rangeOf(range.first).fromDate, rangeOf(range.last).toDate];
  for (let date = from; step; ) {
    const next = within(step(date, isFar), earliest, latest);
    if (next === date) return null;
    if (!range.isOff(next)) return next;
    date = next;
  }
  return null;
}

function within(date: string, earliest: string, latest: string): string {
  if (date < earliest) return earliest;
  return date > latest ? latest : date;
}

/** Home and End stay in the week, and in the month. */
function endOfWeek(key: string, from: string, { weekStartsOn, isOff }: KeyRange): string | null {
  const days = weekOf(weekStart(from, weekStartsOn)).filter((date) => monthOf(date) === monthOf(from) && !isOff(date));
  return (key === 'Home' ? days[0] : days.at(-1)) ?? null;
}

/** The same day of another month, or its last one. */
function sameDay(date: string, months: number): string {
  const month = addMonths(monthOf(date), months);
  return within(`${month}-${date.slice(8)}`, '', rangeOf(month).toDate);
}
