import type { meetings } from '../../../schemas/operations/meetings.ts';
import type { Handler } from '../../core/handler.ts';
import { carryOut, requireMeeting, signed } from './host-meeting.ts';

export const markNoShow: Handler<typeof meetings.markNoShow> = async (context, { bookingId }) => {
  const found = await requireMeeting(context, bookingId);
  await carryOut(context, found, 'markNoShow', signed(context));
  return {
    booking: { id: bookingId, status: 'no_show' },
    message: 'Recorded: the guest did not come. No mail is sent.',
  };
};
