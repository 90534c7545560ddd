import { bookerZone } from '../../../domain/slots-answer/booker-zone.ts';
import type { bookable } from '../../../schemas/operations/bookable.ts';
import type { Handler } from '../../core/handler.ts';
import { requireGuestBooking } from '../../core/require-guest-booking.ts';
import { readWords } from '../../core/time-words.ts';
import { snapshotForMove } from './snapshot-for-move.ts';

export const listSlots: Handler<typeof bookable.listSlots> = async (context, input) => {
  const { bookableEvents, slotAnswers, now, urls } = context;
  const { token, ...query } = input;
  const ofMove =
    token === undefined ? undefined : await snapshotForMove(context, await requireGuestBooking(context, token, input));
  const snapshot = ofMove ?? (await bookableEvents.find(input, now));
  const { when, timezone, from, to, fromDate, toDate } = query;
  if (when === undefined) return slotAnswers.of(snapshot, query, now, urls);
  const zone = bookerZone(timezone, snapshot.event);
  const understood = await readWords({ when, instead: { from, to, fromDate, toDate } }, zone.timezone, now);
  return slotAnswers.of(snapshot, { ...query, understood }, now, urls);
};
