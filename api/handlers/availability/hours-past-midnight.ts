import { toHoursWindow, toWindow } from '../../../domain/availability/weekly-hours.ts';
import { pastMidnight, untilMidnight } from '../../../domain/slots/week.ts';
import { formatDate, parseDate } from '../../../domain/time/civil.ts';
import type { HoursWindow } from '../../../schemas/shapes/weekly-hours.ts';
import type { ScheduleRecord } from '../../../store/availability/schedules.ts';

/** A notice to spread into an answer. */
interface Notice {
  readonly notice?: string;
}

const MAX_LISTED = 3;

const noticeOf = (sentences: readonly string[]): Notice =>
  sentences.length === 0 ? {} : { notice: sentences.join(' ') };

const inWords = ({ start, end }: HoursWindow): string => `${start} to ${end}`;
const endsNextDay = (window: HoursWindow): boolean => pastMidnight(toWindow(window)) !== null;

function listed(parts: readonly string[]): string {
  const [named, more] = [parts.slice(0, MAX_LISTED), parts.length - MAX_LISTED];
  return more > 0 ? `${named.join('; ')}; and ${more} more` : named.join('; ');
}

/** Returns a notice that says how a week's hours past midnight are stored. */
export function noticeOfWeek(hours: readonly HoursWindow[] | undefined): Notice {
  const stored = (hours ?? []).filter(endsNextDay).map((window) => {
    const rest = pastMidnight(toWindow(window));
    const first = inWords(toHoursWindow(untilMidnight(toWindow(window))));
    return rest ? `${first} and ${inWords(toHoursWindow(rest))} of the day after` : first;
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

/** Returns a notice about hours that end on the next date, and about an earlier date whose hours end on the first of these. */
export function noticeOfDates({ dates, windows }: SetDates, { overrides }: Pick<ScheduleRecord, 'overrides'>): Notice {
  const nights = windows.filter(endsNextDay).map(inWords).join(', ');
  const [first = '', ...others] = dates;
  const ends = others.length === 0 ? `${first} ends on ${nextDate(first)}` : 'each date ends on the date after it';
  const before = overrides.find(({ date }) => nextDate(date) === first && !dates.includes(date));
  const until = before?.windows.map(toHoursWindow).find(endsNextDay)?.end;
  return noticeOf([
    ...(nights === '' ? [] : [`${nights} of ${ends}, whose other hours stay.`]),
    ...(until === undefined
      ? []
      : [
          `${before?.date} is open past midnight, until ${until} of ${first}: to end it earlier, set the hours of ${before?.date}.`,
        ]),
  ]);
}

const nextDate = (date: string): string => formatDate((parseDate(date) ?? 0) + 1);
