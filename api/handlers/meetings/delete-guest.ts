import { AppError } from '../../../schemas/errors.ts';
import type { guestDeletion } from '../../../schemas/operations/meetings/guest-deletion.ts';
import { type DeleteGuestRefusal, deleteGuest as remove } from '../../../store/meetings/delete-guest.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';

const refusal = (refused: DeleteGuestRefusal): AppError =>
  refused.refused === 'guest_expected'
    ? new AppError(
        'resource.conflict',
        `This guest has ${refused.count} meetings that are not over. Nothing was deleted. Cancel them with cancel_booking, or wait until they are over; then call again.`,
        { reason: 'guest_expected', count: refused.count, bookingIds: refused.bookingIds },
      )
    : new AppError(
        'resource.conflict',
        'A mail about one of their meetings is still on its way. Nothing was deleted. Call again in a minute.',
        { reason: 'mails_under_way' },
      );

export const deleteGuest: Handler<typeof guestDeletion.deleteGuest> = async ({ sql, actor, caller }, { email }) => {
  const { workspaceId } = actor;
  const outcome = await remove(sql, { workspaceId, email }, { actor, source: caller.source });
  const { meetings: count, isFound } = resultOrThrow(outcome, refusal);
  if (!isFound)
    return {
      meetings: 0,
      message: `Nothing is stored about ${email} in this workspace, so nothing was deleted. If you expected something, look for a typing mistake: list_meetings with inviteeEmail finds a guest's meetings.`,
    };
  const kept = `${count} past ${count === 1 ? 'meeting stays' : 'meetings stay'} without them`;
  return {
    meetings: count,
    message: `What was stored about this guest is deleted; ${kept}. Closed requests for codes keep the address for eight days. Mails that were sent, and events in hosts’ calendars, are not taken back.`,
  };
};
