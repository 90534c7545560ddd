import type { manage } from '../../../schemas/operations/booking/manage.ts';
import { cancelManaged, requireManaged } from '../../booking/managed-booking.ts';
import type { Handler } from '../../core/handler.ts';

export const cancelBooking: Handler<typeof manage.cancelBooking> = async (context, input) => {
  const { booking } = await requireManaged(context, input.token);
  return cancelManaged(context, booking, input.reason ?? null);
};
