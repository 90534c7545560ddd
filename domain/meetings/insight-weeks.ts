import { dateOf, dayOf, formatDate, isoWeekStart, parseDate } from '../time/civil.ts';

const THURSDAY = 3;

/** A week by its Monday, with its name by ISO 8601: the year is that of its Thursday. */
export interface IsoWeek {
  /** YYYY-MM-DD */
  readonly monday: string;
  /** As in 2026-W48. */
  readonly week: string;
}

/** Returns the weeks that contain a day of a period. @param first, last YYYY-MM-DD, inclusive */
export function isoWeeks(first: string, last: string): IsoWeek[] {
  const [from, to] = [parseDate(first), parseDate(last)];
  if (from === undefined || to === undefined) return [];
  const weeks: IsoWeek[] = [];
  for (let monday = isoWeekStart(from); monday <= to; monday += 7)
    weeks.push({ monday: formatDate(monday), week: nameOf(monday) });
  return weeks;
}

function nameOf(monday: number): string {
  const { year } = dateOf(monday + THURSDAY);
  // 4 January is always in the first week.
  const number = (monday - isoWeekStart(dayOf(year, 1, 4))) / 7 + 1;
  return `${year}-W${String(number).padStart(2, '0')}`;
}
