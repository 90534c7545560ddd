import { tokenHash } from '../../domain/secrets.ts';
import { type Booking, readBooking } from '../../store/bookings.ts';
import { findMadeBooking } from '../../store/confirm-requests.ts';
import { type Meeting, readMeeting } from '../../store/meetings.ts';
import { DEADLINE_MS, withDeadline } from '../deadline.ts';
import { expectedFailure } from '../failures.ts';
import type { BookingState, Receipt } from './booking-state.ts';
import type { Visit } from './visit.ts';

/** What this step has booked already, or null: then, and while the database is away, the step goes on as it is. */
export function readMadeBooking(visit: Visit, { challengeToken }: BookingState): Promise<Booking | null> {
  const { sql } = visit.kit.services;
  return inTime(async () => {
    const id = await findMadeBooking(sql, tokenHash(challengeToken));
    return id === undefined ? undefined : readBooking(sql, id);
  });
}

/** The meeting as it is by now, for whoever proved the code; null for others, and while the database is away. */
export async function readBookedMeeting(visit: Visit, { bookingId, proved }: Receipt): Promise<Meeting | null> {
  return proved ? inTime(() => readMeeting(visit.kit.services.sql, bookingId)) : null;
}

/** Who meets the guest: of a team's events, whoever it fell to. */
export const hostList = ({ hostName, otherHosts }: Meeting, tag: string): string =>
  new Intl.ListFormat(tag, { type: 'conjunction' }).format([hostName, ...otherHosts.map(({ name }) => name)]);

/** What a page can do without: null where it is not there, or not in time. */
export async function inTime<T>(read: () => Promise<T | undefined>): Promise<T | null> {
  try {
    return (await withDeadline(read(), { deadlineMs: DEADLINE_MS, waitsFor: () => 'database' })) ?? null;
  } catch (error) {
    if (!expectedFailure(error)) throw error;
    return null;
  }
}
