import type { meetings } from '../../../schemas/operations/meetings.ts';
import type { Handler } from '../../core/handler.ts';
import { carryOut, requireMeetingToChange, signed } from './host-meeting.ts';

export const markNoShow: Handler<typeof meetings.markNoShow> = async (context, { bookingId }) => {
  const found = await requireMeetingToChange(context, bookingId);
  await carryOut(context, found, 'markNoShow', signed(context));
  return {
    booking: { id: bookingId, status: 'no_show' },
    message: 'Recorded: the guest did not come. No mail is sent.',
  };
};
