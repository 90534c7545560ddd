import { isoInstant } from '../../../domain/time/local.ts';
import { readNames } from '../../../store/availability/explain-slot.ts';
import { readOtherHosts } from '../../../store/booking/booking-hosts.ts';
import type { Booking } from '../../../store/booking/bookings.ts';
import { readCalendarClashes } from '../../../store/calendars/clashes.ts';
import type { Context } from '../../core/handler.ts';

/** Returns the events in calendars of a request's hosts at its time. The time was free when it was booked, so they were added later. */
export async function calendarClashesOf({ sql }: Pick<Context, 'sql'>, booking: Booking) {
  const hostIds = [booking.hostId, ...(await readOtherHosts(sql, booking.id)).map(({ userId }) => userId)];
  const clashes = await readCalendarClashes(sql, hostIds, booking);
  if (clashes.length === 0) return [];
  const names = await readNames(sql, hostIds);
  return clashes
    .map(({ hostId, startMs, endMs }) => ({
      host: names.get(hostId) ?? '',
      startAt: isoInstant(startMs),
      endAt: isoInstant(endMs),
    }))
    .toSorted((one, other) => one.startAt.localeCompare(other.startAt) || one.host.localeCompare(other.host));
}

/** For the end of a message. */
export function clashWords(clashes: Awaited<ReturnType<typeof calendarClashesOf>>): string {
  const hosts = [...new Set(clashes.map(({ host }) => host))];
  return hosts.length === 0
    ? ''
    : ` Note: the calendar of ${hosts.join(' and of ')} has something else at that time by now.`;
}
