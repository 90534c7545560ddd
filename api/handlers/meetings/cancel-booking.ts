import type { meetings } from '../../../schemas/operations/meetings.ts';
import type { Handler } from '../../core/handler.ts';
import { carryOut, requireMeetingToChange, signed } from './host-meeting.ts';

/** Repeating returns the same and changes nothing. */
export const cancelBooking: Handler<typeof meetings.cancelBooking> = async (context, { bookingId, reason }) => {
  const found = await requireMeetingToChange(context, bookingId);
  if (found.booking.status !== 'canceled')
    await carryOut(context, found, 'cancel', { reason: reason ?? null, actor: 'host', ...signed(context) });
  return {
    booking: { id: bookingId, status: 'canceled' },
    message:
      'The meeting is canceled and its time is free again. Guest and host get one mail about it; a repeat mails nobody and stores no other reason.',
  };
};
