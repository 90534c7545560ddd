import type { meetings } from '../../../schemas/operations/meetings.ts';
import type { Handler } from '../../core/handler.ts';
import { carryOut, requireMeeting, signed } from './host-meeting.ts';

/** Again: the same answer, nothing happens. */
export const cancelBooking: Handler<typeof meetings.cancelBooking> = async (context, { bookingId, reason }) => {
  const found = await requireMeeting(context, bookingId);
  if (found.booking.status !== 'canceled') {
    await carryOut(context, found, 'cancel', { reason: reason ?? null, actor: 'host', ...signed(context) });
  }
  return {
    booking: { id: bookingId, status: 'canceled' },
    message: 'The meeting is canceled and its time free again. Guest and host are told by mail.',
  };
};
