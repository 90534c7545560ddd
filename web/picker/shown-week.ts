import { monthOf } from './civil-month.ts';
import { weekOf } from './month-weeks.ts';
import { chosenDay, type OpenDay, type OpenMonth } from './open-month.ts';

/** What the week view shows of a month, and of the month beside it. */
export interface ShownWeek {
  /** its seven dates */
  readonly dates: readonly string[];
  /** YYYY-MM: another month that some of them are in, if it can be booked */
  readonly beside: string | null;
}

interface WeekRequest {
  readonly open: OpenMonth;
  /** YYYY-MM-DD, in that month */
  readonly asked: string | null;
  readonly today: string;
}

/**
 * Seven days from the date that is asked for, else from the first with open times, else from the month's first; never from one that
 * is gone, as a calendar's week would be.
 */
export function shownWeek({ open, asked, today }: WeekRequest): ShownWeek {
  const first = open.month === monthOf(today) ? today : `${open.month}-01`;
  const wanted = asked ?? chosenDay(open, undefined)?.date ?? first;
  const dates = weekOf(wanted < today ? today : wanted);
  const other = [dates[0], dates[6]].map((date = '') => monthOf(date)).find((month) => month !== open.month);
  const isBookable = other !== undefined && other >= monthOf(today) && other <= open.lastMonth;
  return { dates, beside: isBookable ? other : null };
}

/** The open days of both months, by date. A month beside in another zone does not count. */
export const daysOfWeek = (open: OpenMonth, beside: OpenMonth | null): ReadonlyMap<string, OpenDay> =>
  new Map([...open.days, ...(beside?.timezone === open.timezone ? beside.days : [])].map((day) => [day.date, day]));
