import { GoogleFailure } from './failure.ts';
import { dateMs, dateOf, type Event } from './times.ts';

/** How the page names what Google writes as a rule. */
export const REPEATS: Readonly<Record<string, string>> = {
  never: '',
  daily: 'RRULE:FREQ=DAILY',
  weekly: 'RRULE:FREQ=WEEKLY',
  weekdays: 'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
};

const DAY_MS = 86_400_000;

/** The event in a posted form: title, date, start, end, allDay, shows, repeats. @throws GoogleFailure a field that is missing */
export function eventOf(form: URLSearchParams, timeZone: string): Event {
  const [date, start, end] = ['date', 'start', 'end'].map((name) => form.get(name) ?? '') as [string, string, string];
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw new GoogleFailure(400, 'required', 'Give a date.');
  const shows = form.get('shows') ?? 'busy';
  const rule = REPEATS[form.get('repeats') ?? ''];
  return {
    summary: form.get('title') || '(No title)',
    ...(form.has('allDay') ? wholeDay(date) : timesOf(date, start, end, timeZone)),
    transparency: shows === 'free' ? 'transparent' : 'opaque',
    status: shows === 'tentative' ? 'tentative' : 'confirmed',
    ...(rule ? { recurrence: [rule] } : {}),
  };
}

const wholeDay = (date: string): Event => ({ start: { date }, end: { date: dateOf(dateMs(date) + DAY_MS) } });

/** An end that is not after the start is on the next day. */
function timesOf(date: string, start: string, end: string, timeZone: string): Event {
  if (!/^\d\d:\d\d$/.test(start) || !/^\d\d:\d\d$/.test(end))
    throw new GoogleFailure(400, 'required', 'Give a start and an end.');
  const endDate = end > start ? date : dateOf(dateMs(date) + DAY_MS);
  return {
    start: { dateTime: `${date}T${start}:00`, timeZone },
    end: { dateTime: `${endDate}T${end}:00`, timeZone },
  };
}
