import type { publicBooking } from '../../../schemas/public-booking.ts';
import type { Handler } from '../../handler.ts';

export const listSlots: Handler<typeof publicBooking.listSlots> = async (context, input) => {
  const { pages, slotAnswers, now, urls } = context;
  return slotAnswers.of(await pages.find(input, now), input, now, urls);
};
