import type { bookable } from '../../../schemas/operations/bookable.ts';
import type { Handler } from '../../core/handler.ts';
import { requireGuestBooking } from '../../core/require-guest-booking.ts';
import { snapshotForMove } from './snapshot-for-move.ts';

export const listSlots: Handler<typeof bookable.listSlots> = async (context, input) => {
  const { bookableEvents, slotAnswers, now, urls } = context;
  const { token, ...query } = input;
  if (token === undefined) return slotAnswers.of(await bookableEvents.find(input, now), query, now, urls);
  const ofMove = await snapshotForMove(context, await requireGuestBooking(context, token, input));
  return slotAnswers.of(ofMove ?? (await bookableEvents.find(input, now)), query, now, urls);
};
