import type { manage } from '../../../schemas/operations/booking/manage.ts';
import { requireGuestBooking } from '../../core/access.ts';
import type { Handler } from '../../core/handler.ts';
import { cancelForGuest } from './guest-booking.ts';

export const cancelEventAsGuest: Handler<typeof manage.cancelEventAsGuest> = async (context, input) => {
  const { booking } = await requireGuestBooking(context, input.token, input);
  return cancelForGuest(context, booking, input.reason ?? null);
};
