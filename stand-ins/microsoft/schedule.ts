import type { DateTimeTimeZone, ScheduleInformation, ScheduleItem } from '@microsoft/microsoft-graph-types';
import { instantOf, type Times } from '../wall-clock.ts';
import { badRequest } from './failure.ts';
import type { Page } from './listing.ts';
import type { Item, Mailbox } from './mailbox.ts';
import type { Preferences } from './render.ts';
import { localMsOf, shownIn, zoneNamed } from './times.ts';

/** The body of `getSchedule`. Microsoft's types have none. */
export interface ScheduleRequest {
  readonly schedules?: readonly string[];
  readonly startTime?: DateTimeTimeZone;
  readonly endTime?: DateTimeTimeZone;
  readonly availabilityViewInterval?: number;
}

const LONGEST_MS = 62 * 86_400_000;

/** How much an availability weighs where two events overlap, and its digit. */
const DIGITS = ['free', 'tentative', 'busy', 'oof', 'workingElsewhere'];
const WEIGHTS = ['free', 'workingElsewhere', 'tentative', 'busy', 'oof'];

/** What an event takes of its owner's time. */
const statusOf = ({ event }: Item) => (event.isCancelled ? 'free' : (event.showAs ?? 'busy'));

/** Times of a calendar that are not free, joined, by start: Exchange's own free/busy. */
export function busyTimes(mailbox: Mailbox, calendarId: string, window: Times): Times[] {
  const joined: Times[] = [];
  for (const item of mailbox.view(calendarId, window)) {
    const { startMs, endMs } = item.times;
    if (statusOf(item) === 'free' || endMs <= startMs) continue;
    const last = joined.at(-1);
    if (last && startMs <= last.endMs)
      joined[joined.length - 1] = { startMs: last.startMs, endMs: Math.max(last.endMs, endMs) };
    else joined.push({ startMs, endMs });
  }
  return joined;
}

/** `POST /me/calendar/getSchedule`: default calendars alone, none of accounts of persons. @throws GraphFailure 400 */
export function getSchedule(
  mailbox: Mailbox,
  mailboxes: ReadonlyMap<string, Mailbox>,
  { schedules = [], startTime, endTime, availabilityViewInterval: minutes = 30 }: ScheduleRequest,
  preferences: Preferences,
): Page<ScheduleInformation> {
  if (mailbox.person.isPersonal) throw badRequest('ErrorInvalidRequest', 'Not supported for accounts of persons.');
  const at = (time?: DateTimeTimeZone): number => instantOf(zoneNamed(time?.timeZone), localMsOf(time?.dateTime));
  const window = { startMs: at(startTime), endMs: at(endTime) };
  if (window.endMs <= window.startMs || window.endMs - window.startMs > LONGEST_MS || schedules.length > 20)
    throw badRequest('ErrorInvalidParameter', 'At most 20 schedules of at most 62 days.');
  return {
    '@odata.context': '$metadata#Collection(microsoft.graph.scheduleInformation)',
    value: schedules.map((scheduleId): ScheduleInformation => {
      const found = mailboxes.get(scheduleId);
      if (!found || found.person.tid !== mailbox.person.tid)
        return {
          scheduleId,
          error: { message: 'Unable to resolve the address.', responseCode: 'ErrorMailRecipientNotFound' },
        };
      const items = found.view(found.defaultCalendar.id, window);
      return {
        scheduleId,
        availabilityView: viewOf(items, window, minutes * 60_000),
        scheduleItems: items.map((item) => scheduleItem(item, preferences)),
      };
    }),
  };
}

const scheduleItem = (item: Item, { timezone }: Preferences): ScheduleItem => ({
  status: statusOf(item),
  start: shownIn(item.times.startMs, timezone),
  end: shownIn(item.times.endMs, timezone),
});

/** One digit for each interval: the strongest of what is in it. */
function viewOf(items: readonly Item[], { startMs, endMs }: Times, stepMs: number): string {
  let digits = '';
  for (let from = startMs; from < endMs; from += stepMs) {
    const within = items.filter(({ times }) => times.startMs < from + stepMs && times.endMs > from).map(statusOf);
    const strongest = within.sort((a, b) => WEIGHTS.indexOf(b) - WEIGHTS.indexOf(a))[0] ?? 'free';
    digits += Math.max(0, DIGITS.indexOf(strongest));
  }
  return digits;
}
