import { tokenHash } from '../../../domain/secrets.ts';
import { type Booking, readBooking } from '../../../store/booking/bookings.ts';
import { findMadeBooking } from '../../../store/booking/confirm-requests.ts';
import { type Meeting, readMeeting } from '../../../store/meetings/meetings.ts';
import type { Visit } from '../shell/visit.ts';
import type { BookingState, Receipt } from './booking-state.ts';

/** What this step has booked already, or null: then, and while the database is away, the step goes on as it is. */
export function readMadeBooking(visit: Visit, { challengeToken }: BookingState): Promise<Booking | null> {
  const { sql } = visit.kit.services;
  return visit.tryRead(async () => {
    const id = await findMadeBooking(sql, tokenHash(challengeToken));
    return id === undefined ? undefined : readBooking(sql, id);
  });
}

/** The meeting as it is by now, for whoever proved the code; null for others, and while the database is away. */
export async function readBookedMeeting(visit: Visit, { bookingId, proved }: Receipt): Promise<Meeting | null> {
  return proved ? visit.tryRead(() => readMeeting(visit.kit.services.sql, bookingId)) : null;
}
