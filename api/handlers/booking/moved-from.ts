import type { z } from 'zod';
import { isoInstant } from '../../../domain/time/local.ts';
import type { MovedFrom } from '../../../schemas/shapes/public-calendar.ts';
import { readLastMove } from '../../../store/booking/booking-changes.ts';
import type { Booking } from '../../../store/booking/bookings.ts';
import type { Context } from '../../core/handler.ts';

/** How its guest moved an open request; null: not moved, or decided. */
export async function movedFromOf(
  { sql }: Pick<Context, 'sql'>,
  { id, status }: Pick<Booking, 'id' | 'status'>,
): Promise<z.output<typeof MovedFrom> | null> {
  const move = status === 'pending_confirmation' ? await readLastMove(sql, id) : null;
  return move && { startAt: isoInstant(move.previousStartMs), wasMeeting: move.wasMeeting };
}
