import { AppError } from '../../../schemas/errors.ts';
import type { prep } from '../../../schemas/operations/prep.ts';
import { refreshPack } from '../../../store/prep/prep-packs.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import type { Handler } from '../../core/handler.ts';
import { requireMeetingToChange } from '../meetings/host-meeting.ts';

export const refreshPrepPack: Handler<typeof prep.refreshPrepPack> = async (context, { bookingId }) => {
  const { sql, flowClient, now } = context;
  const { booking } = await requireMeetingToChange(context, bookingId);
  const { workspaceId, revision, status, endMs } = booking;
  context.nameFlow(flowId('prepPack', bookingId));
  if (status === 'pending_confirmation') {
    throw new AppError(
      'resource.conflict',
      'This meeting waits for approval, so nothing is looked up for it yet. Approve it (approve_booking): its pack is made then.',
      { reason: 'not_confirmed' },
    );
  }
  const isOver = status === 'canceled' || status === 'completed' || status === 'no_show' || endMs <= now;
  const isAsked = !isOver && (await refreshPack(sql, { bookingId, workspaceId, revision }));
  if (!isAsked) {
    throw new AppError(
      'resource.conflict',
      'This meeting is over or canceled: its pack stays as it is (get_prep_pack).',
      {
        reason: 'booking_over',
      },
    );
  }
  flowClient.signal('prepPack', { id: bookingId, workspaceId }, 'changed');
  return {
    bookingId,
    message:
      'The pack is made anew. If the facts about the company are older than a day or missing, it is looked up again, as far as your settings and credits allow. Call get_prep_pack with waitSeconds 25.',
  };
};
