import type { bookable } from '../../../schemas/operations/bookable.ts';
import type { Handler } from '../../core/handler.ts';
import { requireManaged } from '../booking/managed-booking.ts';
import { snapshotForMove } from './moves.ts';

export const listSlots: Handler<typeof bookable.listSlots> = async (context, input) => {
  const { bookableEvents: pages, slotAnswers, now, urls, sql } = context;
  const { token, ...query } = input;
  const snapshot = await pages.find(input, now);
  if (token === undefined) return slotAnswers.of(snapshot, query, now, urls);
  const { booking } = await requireManaged(context, token, input);
  return slotAnswers.of(await snapshotForMove(sql, snapshot, booking, now), query, now, urls);
};
