import { tokenHash } from '../../../domain/secrets.ts';
import { type Booking, readBooking } from '../../../store/booking/bookings.ts';
import { findMadeBooking } from '../../../store/booking/confirm-requests.ts';
import { type Meeting, readMeeting } from '../../../store/meetings/meetings.ts';
import type { Visit } from '../shell/visit.ts';
import type { BookingState, Receipt } from './booking-state.ts';

/** The booking that this step has already made; null if there is none or the database is away. Then the step continues. */
export function readMadeBooking(visit: Visit, { challengeToken }: BookingState): Promise<Booking | null> {
  const { sql } = visit.kit.services;
  return visit.tryRead(async () => {
    const id = await findMadeBooking(sql, tokenHash(challengeToken));
    return id === undefined ? undefined : readBooking(sql, id);
  });
}

/** The meeting's current state, for the guest who proved the code; null for others, and while the database is away. */
export async function readBookedMeeting(visit: Visit, { bookingId, proved }: Receipt): Promise<Meeting | null> {
  return proved ? visit.tryRead(() => readMeeting(visit.kit.services.sql, bookingId)) : null;
}
