import { slotRenderer } from '../../../domain/time/local.ts';
import type { meetings } from '../../../schemas/operations/meetings.ts';
import type { Handler } from '../../core/handler.ts';
import { carryOut, requireMeetingToChange, reread, signed, toHostBooking } from './host-meeting.ts';

export const approveBooking: Handler<typeof meetings.approveBooking> = async (context, input) => {
  const found = await requireMeetingToChange(context, input.bookingId);
  const startMs = input.startAt === undefined ? found.booking.startMs : Date.parse(input.startAt);
  await carryOut(context, found, 'decide', { decision: 'approve', reason: null, startMs, ...signed(context) });
  const approved = await reread(context, input.bookingId);
  const { booking, meeting } = approved;
  const when = slotRenderer(meeting.hostTimezone)(booking.startMs, booking.endMs).display;
  return {
    booking: toHostBooking(approved, input.timeZone),
    message: `Approved: ${when}. The guest gets the invite by mail.`,
  };
};
