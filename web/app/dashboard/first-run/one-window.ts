import { hoursOf, type OpenTime, type Weekday, weekOf } from '../availability/week.ts';

/** What the form reads of a schedule. */
interface Stored {
  readonly timezone: string;
  readonly weeklyHours: Parameters<typeof weekOf>[0];
}

/** One open time, the same on all its days: all that the form of the first run can show. */
export interface OneWindow extends OpenTime {
  readonly days: readonly Weekday[];
}

/** The hours of a schedule if the form can show them. null: they are more than that, or every day is closed; the form must leave them alone. */
export function oneWindowOf({ weeklyHours }: Pick<Stored, 'weeklyHours'>): OneWindow | null {
  const [only, ...more] = hoursOf(weekOf(weeklyHours));
  return only === undefined || more.length > 0 ? null : only;
}

/** What the form asks for. */
export interface Chosen extends OneWindow {
  readonly timezone: string;
}

/** What the form changes in a schedule. Empty: nothing, so nothing may be written. */
export function changesOf(
  schedule: Stored,
  { timezone, days, start, end }: Chosen,
): { timezone?: string; weeklyHours?: Stored['weeklyHours'] } {
  const before = oneWindowOf(schedule);
  const isSame =
    before?.start === start && before.end === end && [...before.days].sort().join() === [...days].sort().join();
  return {
    ...(timezone !== schedule.timezone && { timezone }),
    ...(!isSame && { weeklyHours: [{ days: [...days], start, end }] }),
  };
}
