import { DAY_MS, formatDate, parseDate } from '../../domain/time/civil.ts';
import { localParts } from '../../domain/time/local.ts';
import type { SlotsResponse } from '../../schemas/slots.ts';
import { clockChangeNote } from '../../web/parts/meeting-time.ts';
import type { PickerDay } from '../../web/parts/slot-picker.tsx';
import type { EventAddress } from './event-address.ts';
import type { Answer, Visit } from './visit.ts';

const DAYS_SHOWN = 7;
const MOST_SLOTS = 500;
/** No event is booked further ahead (contract, maxFutureDays). */
const FARTHEST_DAYS = 740;

export interface OpenDays {
  readonly slots: SlotsResponse;
  readonly timezone: string;
  /** every day of the window, in order */
  readonly days: readonly PickerDay[];
  /** first days of the windows before and after, YYYY-MM-DD; null at the ends of what can be booked */
  readonly earlier: string | null;
  readonly later: string | null;
}

/**
 * A week of open times, from a date on. Without a date: from today, or from the first open day of the coming two weeks if
 * this week has none, so that the first page is seldom empty.
 *
 * @param wish `token`: of a booking that is to move; `from`: YYYY-MM-DD in the page's zone; what is no date, or past, counts as none
 */
export async function readOpenDays(
  visit: Visit,
  address: EventAddress,
  wish: { readonly timezone: string | undefined; readonly from: string | undefined; readonly token?: string },
): Promise<Answer<OpenDays>> {
  const wished = futureDay(wish.from, visit.now);
  const dates =
    wished === undefined ? {} : { fromDate: formatDate(wished), toDate: formatDate(wished + DAYS_SHOWN - 1) };
  const timezone = wish.timezone === undefined ? {} : { timezone: wish.timezone };
  const answer = await visit.ask('publicBooking', 'listSlots', {
    ...address,
    ...timezone,
    ...dates,
    ...(wish.token === undefined ? {} : { token: wish.token }),
    limit: MOST_SLOTS,
  });
  return answer.ok ? { ok: true, output: toOpenDays(answer.output, wished, visit.now) } : answer;
}

/** No zone is more than a day behind UTC: what is earlier than yesterday is past everywhere. */
function futureDay(from: string | undefined, now: number): number | undefined {
  const today = Math.floor(now / DAY_MS);
  const day = from === undefined ? undefined : parseDate(from);
  return day === undefined || day < today - 1 ? undefined : Math.min(day, today + FARTHEST_DAYS);
}

function toOpenDays(slots: SlotsResponse, wished: number | undefined, now: number): OpenDays {
  const { bookerTimezone, maxFutureDays, truncatedByLimit } = slots.availability;
  const today = dayIn(now, bookerTimezone);
  const byDate = groupByDate(slots);
  const lastListed = parseDate([...byDate.keys()].at(-1) ?? '') ?? today;
  const first = wished === undefined ? firstShown(byDate, today) : Math.max(today, wished);
  let end = (wished ?? first) + DAYS_SHOWN;
  // Cut short by the limit: the last day listed may lack times, so it begins the next page.
  if (truncatedByLimit && lastListed < end) end = Math.max(first + 1, lastListed);
  const days = Array.from({ length: end - first }, (_, index) => {
    const date = formatDate(first + index);
    return { date, times: byDate.get(date) ?? [] };
  });
  return {
    slots,
    timezone: bookerTimezone,
    days,
    earlier: first > today ? formatDate(Math.max(today, first - DAYS_SHOWN)) : null,
    later: end <= today + maxFutureDays ? formatDate(end) : null,
  };
}

function firstShown(byDate: ReadonlyMap<string, unknown>, today: number): number {
  const firstOpen = parseDate([...byDate.keys()][0] ?? '') ?? today;
  return firstOpen < today + DAYS_SHOWN ? today : firstOpen;
}

function groupByDate({ slots }: SlotsResponse): Map<string, PickerDay['times'][number][]> {
  const byDate = new Map<string, PickerDay['times'][number][]>();
  for (const { startUtc, bookerLocal } of slots) {
    const note = clockChangeNote(bookerLocal);
    const time = { startUtc, label: bookerLocal.startLocal, ...(note === undefined ? {} : { note }) };
    const times = byDate.get(bookerLocal.dateLocal);
    if (times) times.push(time);
    else byDate.set(bookerLocal.dateLocal, [time]);
  }
  return byDate;
}

/** The calendar day of an instant in a zone, as a day number. */
export const dayIn = (ms: number, timezone: string): number =>
  parseDate(localParts(ms, timezone).dateLocal) ?? Math.floor(ms / DAY_MS);
