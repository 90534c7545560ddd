import { slotRenderer } from '../../../domain/time/local.ts';
import type { meetings } from '../../../schemas/operations/meetings.ts';
import { lastRequestRevision } from '../../../store/booking/booking-changes.ts';
import type { Handler } from '../../core/handler.ts';
import { calendarClashesOf, clashWords } from '../booking/calendar-clashes.ts';
import { carryOut, requireMeetingToChange, reread, signed, toHostBooking } from './host-meeting.ts';

export const approveBooking: Handler<typeof meetings.approveBooking> = async (context, input) => {
  const found = await requireMeetingToChange(context, input.bookingId);
  const startMs = input.startAt === undefined ? found.booking.startMs : Date.parse(input.startAt);
  const atRevision = await lastRequestRevision(context.sql, input.bookingId);
  await carryOut(context, found, 'decide', {
    decision: 'approve',
    reason: null,
    startMs,
    atRevision,
    ...signed(context),
  });
  const [approved, clashes] = await Promise.all([
    reread(context, input.bookingId),
    calendarClashesOf(context, found.booking),
  ]);
  const { booking, meeting } = approved;
  const when = slotRenderer(input.timeZone ?? meeting.hostTimezone)(booking.startMs, booking.endMs).display;
  return {
    booking: toHostBooking(approved, input.timeZone),
    message: `Approved: ${when}. The guest gets the invite by mail.${clashWords(clashes)}`,
  };
};
