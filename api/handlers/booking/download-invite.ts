import { renderInvite } from '../../../domain/booking/invite.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { manage } from '../../../schemas/operations/booking/manage.ts';
import { readMeeting } from '../../../store/meetings/meetings.ts';
import { requireGuestBooking } from '../../core/access.ts';
import type { Handler } from '../../core/handler.ts';

export const downloadInvite: Handler<typeof manage.downloadInvite> = async (context, { token }) => {
  const { booking } = await requireGuestBooking(context, token);
  const meeting = await readMeeting(context.sql, booking.id);
  if (!meeting) throw new AppError('resource.not_found', 'This booking no longer exists.', { reason: 'unknown_token' });
  const { publicUrl } = context.urls;
  return renderInvite(context.mailService, {
    meeting,
    recipient: 'guest',
    method: booking.status === 'canceled' ? 'CANCEL' : 'PUBLISH',
    manageUrl: `${publicUrl}/manage/${token}`,
    nowMs: context.now,
  }).content;
};
