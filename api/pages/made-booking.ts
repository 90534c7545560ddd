import { tokenHash } from '../../domain/secrets.ts';
import { type Booking, readBooking } from '../../store/bookings.ts';
import { findMadeBooking } from '../../store/confirm-requests.ts';
import { DEADLINE_MS, withDeadline } from '../deadline.ts';
import { expectedFailure } from '../failures.ts';
import type { BookingState } from './booking-state.ts';
import type { Visit } from './visit.ts';

/** What this step has booked already, or null: then, and while the database is away, the step goes on as it is. */
export async function readMadeBooking(visit: Visit, { challengeToken }: BookingState): Promise<Booking | null> {
  const { sql } = visit.kit.services;
  const find = async (): Promise<Booking | null> => {
    const id = await findMadeBooking(sql, tokenHash(challengeToken));
    return (id === undefined ? undefined : await readBooking(sql, id)) ?? null;
  };
  try {
    return await withDeadline(find(), { deadlineMs: DEADLINE_MS, waitsFor: () => 'database' });
  } catch (error) {
    if (!expectedFailure(error)) throw error;
    return null;
  }
}
