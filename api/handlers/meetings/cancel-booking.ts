import type { meetings } from '../../../schemas/operations/meetings.ts';
import type { Handler } from '../../core/handler.ts';
import { carryOut, requireMeetingToChange, signed } from './host-meeting.ts';

/** Repeating returns the same and changes nothing. */
export const cancelBooking: Handler<typeof meetings.cancelBooking> = async (context, { bookingId, reason }) => {
  const found = await requireMeetingToChange(context, bookingId);
  const wasCanceled = found.booking.status === 'canceled';
  if (!wasCanceled)
    await carryOut(context, found, 'cancel', { reason: reason ?? null, actor: 'host', ...signed(context) });
  return {
    booking: { id: bookingId, status: 'canceled' },
    message: wasCanceled
      ? 'This meeting was canceled before. Nothing was changed, nobody gets a mail, and a reason is not stored.'
      : 'The meeting is canceled and its time is free again. Guest and host get a mail.',
  };
};
