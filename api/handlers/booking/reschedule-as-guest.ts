import type { manage } from '../../../schemas/operations/booking/manage.ts';
import { requireGuestBooking } from '../../core/access.ts';
import type { Handler } from '../../core/handler.ts';
import { rescheduleForGuest } from './guest-booking.ts';

export const rescheduleAsGuest: Handler<typeof manage.rescheduleAsGuest> = async (context, input) => {
  const { booking, address } = await requireGuestBooking(context, input.token);
  return rescheduleForGuest(context, address, booking, input);
};
