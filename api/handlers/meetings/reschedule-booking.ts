import { slotRenderer } from '../../../domain/time/local.ts';
import type { meetings } from '../../../schemas/operations/meetings.ts';
import { readBookedAddress } from '../../../store/booking/booked-address.ts';
import { readPostponedMails } from '../../../store/booking/waiting-mails.ts';
import type { HostMeeting } from '../../../store/meetings/host-meetings.ts';
import type { Handler } from '../../core/handler.ts';
import { postponedMailNotice } from '../../core/refusals.ts';
import { readWhen } from '../../core/when.ts';
import { withAlternatives } from '../booking/booking-intake.ts';
import { carryOut, requireMeetingToChange, reread, signed, toHostBooking } from './host-meeting.ts';

export const rescheduleBooking: Handler<typeof meetings.rescheduleBooking> = async (context, input) => {
  const startMs = readWhen('startAt', input.startAt, input);
  const found = await requireMeetingToChange(context, input.bookingId);
  const address = await readBookedAddress(context.sql, found.booking);
  const timezone = input.timeZone ?? found.meeting.hostTimezone;
  const moves = { booking: found.booking, address };
  await withAlternatives(context, address, { startMs, timezone, moves, isHost: true }, () =>
    carryOut(context, found, 'reschedule', {
      ...{ startMs, atRevision: found.booking.revision, ...signed(context) },
      ...(input.reason !== undefined && { reason: input.reason }),
    }),
  );
  const moved = await reread(context, input.bookingId);
  const waits = postponedMailNotice(await readPostponedMails(context.sql, moved.booking));
  return { booking: toHostBooking(moved, input.timeZone), message: `${movedMessage(moved, input.timeZone)}${waits}` };
};

/** Also for a booking that an earlier call moved. */
function movedMessage({ booking, meeting }: HostMeeting, timezone: string | undefined): string {
  const when = slotRenderer(timezone ?? meeting.hostTimezone)(booking.startMs, booking.endMs).display;
  return booking.status === 'pending_confirmation'
    ? `The request is for ${when} now. It still waits for approval: approve_booking or decline_booking.`
    : `The meeting is at ${when} now. Guest and host get a mail about each move.`;
}
