import type { meetings } from '../../../schemas/operations/meetings.ts';
import type { Handler } from '../../core/handler.ts';
import { carryOut, requireMeetingToChange, reread, signed } from './host-meeting.ts';

/** Marks the guest as missing, or takes that back: then the meeting took place, or goes on. */
export const markNoShow: Handler<typeof meetings.markNoShow> = async (context, { bookingId, noShow }) => {
  const found = await requireMeetingToChange(context, bookingId);
  // Marking, undoing and marking again are three attempts, which the revision distinguishes.
  await carryOut(context, found, 'markNoShow', { noShow, atRevision: found.booking.revision, ...signed(context) });
  const { status } = (await reread(context, bookingId)).booking;
  return {
    booking: { id: bookingId, status },
    message: noShow
      ? 'Recorded: the guest did not come. Only a reminder for no-shows mails the guest, if the event type has one.'
      : 'The meeting is not marked as a no-show. This mails nobody.',
  };
};
