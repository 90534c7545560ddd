import { whyNotReschedule } from '../../../domain/booking/booking-states.ts';
import { bookerZone } from '../../../domain/slots-answer/slots-answer.ts';
import type { bookable } from '../../../schemas/operations/bookable.ts';
import type { EventAddress } from '../../../store/bookable/bookable-events.ts';
import { requireGuestBooking } from '../../core/access.ts';
import type { Context, Handler } from '../../core/handler.ts';
import { refusal } from '../../core/refusals.ts';
import { readWords } from '../../core/when.ts';
import { snapshotForMove } from './snapshot-for-move.ts';

/**
 * Returns the booking of a manage token, which must still be movable.
 * @throws AppError resource.not_found; resource.conflict for a meeting that cannot move any more (booking_canceled, booking_over)
 */
async function requireMovable(context: Context, token: string, address: EventAddress) {
  const found = await requireGuestBooking(context, token, address);
  const why = whyNotReschedule(found.booking, context.now);
  if (why !== null) throw refusal(why);
  return found;
}

export const listSlots: Handler<typeof bookable.listSlots> = async (context, input) => {
  const { bookableEvents, slotAnswers, now, urls } = context;
  const { token, ...query } = input;
  const snapshotOfMove =
    token === undefined ? undefined : await snapshotForMove(context, await requireMovable(context, token, input));
  const snapshot = snapshotOfMove ?? (await bookableEvents.find(input, now));
  const { when, timezone, from, to, fromDate, toDate } = query;
  if (when === undefined) return slotAnswers.of(snapshot, query, now, urls);
  const zone = bookerZone(timezone, snapshot.event);
  const understood = await readWords({ when, instead: { from, to, fromDate, toDate } }, zone.timezone, now);
  return slotAnswers.of(snapshot, { ...query, understood }, now, urls);
};
