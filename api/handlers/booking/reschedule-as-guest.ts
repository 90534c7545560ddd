import type { manage } from '../../../schemas/operations/booking/manage.ts';
import type { Handler } from '../../core/handler.ts';
import { requireManaged, rescheduleManaged } from './managed-booking.ts';

export const rescheduleAsGuest: Handler<typeof manage.rescheduleAsGuest> = async (context, input) => {
  const { booking, address } = await requireManaged(context, input.token);
  return rescheduleManaged(context, address, booking, Date.parse(input.startAt));
};
