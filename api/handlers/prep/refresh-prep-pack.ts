import { AppError } from '../../../schemas/errors.ts';
import type { prep } from '../../../schemas/operations/prep.ts';
import { refreshPack } from '../../../store/prep/enrichments.ts';
import { readBookedAt, readPack } from '../../../store/prep/prep-packs.ts';
import type { Handler } from '../../core/handler.ts';
import { requireMeetingToChange } from '../meetings/host-meeting.ts';
import { toPackAnswer } from './pack-view.ts';

export const refreshPrepPack: Handler<typeof prep.refreshPrepPack> = async (context, { bookingId }) => {
  const { sql, flowClient, now } = context;
  const { booking } = await requireMeetingToChange(context, bookingId);
  const { workspaceId, revision, status, endMs } = booking;
  const isOver = status === 'canceled' || status === 'completed' || status === 'no_show' || endMs <= now;
  const refreshed = isOver ? 'over' : await refreshPack(sql, { bookingId, workspaceId, revision });
  if (refreshed === 'over') {
    throw new AppError(
      'resource.conflict',
      'This meeting is over or canceled: its pack stays as it is (get_prep_pack).',
      {
        reason: 'booking_over',
      },
    );
  }
  flowClient.signal('prepPack', { id: bookingId, workspaceId }, 'changed');
  const [row, bookedAt] = await Promise.all([readPack(sql, bookingId), readBookedAt(sql, bookingId)]);
  return {
    ...toPackAnswer(bookingId, row, bookedAt),
    looksUp: refreshed.isLookedUpAgain,
    message: refreshed.isLookedUpAgain
      ? 'The pack is made anew, and the company is looked up again if its rules and your credits allow it. Call get_prep_pack with waitSeconds 25.'
      : 'The pack is made anew from the facts that are known. Call get_prep_pack with waitSeconds 25.',
  };
};
