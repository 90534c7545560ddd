import type { bookable } from '../../../schemas/operations/bookable.ts';
import type { Handler } from '../../core/handler.ts';
import { requireGuestBooking } from '../../core/require-guest-booking.ts';
import { snapshotForMove } from './snapshot-for-move.ts';

export const listSlots: Handler<typeof bookable.listSlots> = async (context, input) => {
  const { bookableEvents, slotAnswers, now, urls, sql } = context;
  const { token, ...query } = input;
  const snapshot = await bookableEvents.find(input, now);
  if (token === undefined) return slotAnswers.of(snapshot, query, now, urls);
  const { booking } = await requireGuestBooking(context, token, input);
  return slotAnswers.of(await snapshotForMove(sql, snapshot, booking, now), query, now, urls);
};
