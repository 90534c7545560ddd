import type { manage } from '../../../schemas/operations/booking/manage.ts';
import { requireGuestBooking } from '../../core/access.ts';
import type { Handler } from '../../core/handler.ts';
import { cancelForGuest } from './guest-booking.ts';

export const cancelAsGuest: Handler<typeof manage.cancelAsGuest> = async (context, input) => {
  const { booking } = await requireGuestBooking(context, input.token);
  return cancelForGuest(context, booking, input.reason ?? null);
};
