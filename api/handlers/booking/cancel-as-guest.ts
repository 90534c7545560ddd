import type { manage } from '../../../schemas/operations/booking/manage.ts';
import type { Handler } from '../../core/handler.ts';
import { cancelManaged, requireManaged } from './managed-booking.ts';

export const cancelAsGuest: Handler<typeof manage.cancelAsGuest> = async (context, input) => {
  const { booking } = await requireManaged(context, input.token);
  return cancelManaged(context, booking, input.reason ?? null);
};
