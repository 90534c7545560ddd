import type { meetings } from '../../../schemas/operations/meetings.ts';
import { lastRequestRevision } from '../../../store/booking/booking-changes.ts';
import type { Handler } from '../../core/handler.ts';
import { carryOut, requireMeetingToChange, signed } from './host-meeting.ts';

export const declineBooking: Handler<typeof meetings.declineBooking> = async (context, { bookingId, reason }) => {
  const found = await requireMeetingToChange(context, bookingId);
  const { startMs } = found.booking;
  await carryOut(context, found, 'decide', {
    decision: 'decline',
    reason: reason ?? null,
    startMs,
    atRevision: await lastRequestRevision(context.sql, bookingId),
    ...signed(context),
  });
  return {
    booking: { id: bookingId, status: 'canceled' },
    message: 'The request is declined and its time is free again. The guest gets a mail.',
  };
};
