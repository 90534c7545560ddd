import { toHoursWindow, toWindow } from '../../../domain/availability/weekly-hours.ts';
import { pastMidnight, untilMidnight } from '../../../domain/slots/week.ts';
import { formatDate, parseDate } from '../../../domain/time/civil.ts';
import type { HoursWindow } from '../../../schemas/shapes/weekly-hours.ts';
import type { ScheduleRecord } from '../../../store/availability/schedules.ts';

/** A notice for an answer: spread it. */
interface Notice {
  readonly notice?: string;
}

const LONGEST_LIST = 3;

const noticeOf = (sentences: readonly string[]): Notice =>
  sentences.length === 0 ? {} : { notice: sentences.join(' ') };

const inWords = ({ start, end }: HoursWindow): string => `${start} to ${end}`;
const endsNextDay = (window: HoursWindow): boolean => pastMidnight(toWindow(window)) !== null;

function listed(parts: readonly string[]): string {
  const [named, more] = [parts.slice(0, LONGEST_LIST), parts.length - LONGEST_LIST];
  return more > 0 ? `${named.join('; ')}; and ${more} more` : named.join('; ');
}

/** How the hours past midnight of a week are stored. */
export function noticeOfWeek(hours: readonly HoursWindow[] | undefined): Notice {
  const stored = (hours ?? []).filter(endsNextDay).map((window) => {
    const rest = pastMidnight(toWindow(window));
    const own = inWords(toHoursWindow(untilMidnight(toWindow(window))));
    return rest ? `${own} and ${inWords(toHoursWindow(rest))} of the day after` : own;
  });
  if (stored.length === 0) return {};
  return noticeOf([
    `Hours past midnight are stored as two windows, of two days: ${listed([...new Set(stored)])}. Hours of a single date replace only the window of that date.`,
  ]);
}

interface SetDates {
  /** ascending */
  readonly dates: readonly string[];
  readonly windows: readonly HoursWindow[];
}

/** Where hours of dates end on the next date, and which date before reaches into them. */
export function noticeOfDates({ dates, windows }: SetDates, { overrides }: Pick<ScheduleRecord, 'overrides'>): Notice {
  const nights = windows.filter(endsNextDay).map(inWords).join(', ');
  const [first = '', ...others] = dates;
  const ends = others.length === 0 ? `${first} ends on ${nextDate(first)}` : 'each date ends on the date after it';
  const before = overrides.find(({ date }) => nextDate(date) === first && !dates.includes(date));
  const until = before?.windows.map(toHoursWindow).find(endsNextDay)?.end;
  return noticeOf([
    ...(nights === '' ? [] : [`${nights} of ${ends}, whose own hours stay.`]),
    ...(until === undefined
      ? []
      : [
          `${before?.date} is open past midnight, until ${until} of ${first}: to end it earlier, set the hours of ${before?.date}.`,
        ]),
  ]);
}

const nextDate = (date: string): string => formatDate((parseDate(date) ?? 0) + 1);
