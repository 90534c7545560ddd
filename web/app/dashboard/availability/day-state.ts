import { localParts } from '../../../../domain/time/local.ts';
import type { Schedule } from './schedule.ts';
import { type OpenTime, WEEKDAYS } from './week.ts';

type TimeOff = Schedule['timeOff'][number];

/** What counts on a date: the week, hours of its own, none, or time off. */
export interface DayState {
  readonly kind: 'usual' | 'closed' | 'other';
  /** the week has no hours on its weekday, and the date none of its own */
  readonly isOffEachWeek: boolean;
  /** of a date with hours of its own */
  readonly windows: readonly OpenTime[];
  /** time off that covers a part of the date */
  readonly away: readonly TimeOff[];
}

/** @param date YYYY-MM-DD in the zone of the schedule */
export function stateOf({ dateOverrides, timeOff, timezone, weeklyHours }: Schedule, date: string): DayState {
  const override = dateOverrides.find((one) => one.date === date);
  const windows = (override?.windows ?? []).map(({ start, end }) => ({ start, end }));
  const dateOfMs = (ms: number): string => localParts(ms, timezone).dateLocal;
  const away = timeOff.filter(
    ({ startAt, endAt }) => dateOfMs(Date.parse(startAt)) <= date && dateOfMs(Date.parse(endAt) - 1) >= date,
  );
  const kind = !override ? 'usual' : windows.length === 0 ? 'closed' : 'other';
  // 0 is Sunday there, Monday here.
  const weekday = WEEKDAYS[(new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7];
  const isOffEachWeek = kind === 'usual' && !weeklyHours.some(({ days }) => days.some((day) => day === weekday));
  return { kind, isOffEachWeek, windows, away };
}
