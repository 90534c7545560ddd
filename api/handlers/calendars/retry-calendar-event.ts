import { AppError } from '../../../schemas/errors.ts';
import type { calendars } from '../../../schemas/operations/calendars.ts';
import { retryFailedEvents } from '../../../store/calendars/retry-events.ts';
import type { Handler } from '../../core/handler.ts';
import { requireMeetingToChange } from '../meetings/host-meeting.ts';

/** The rows say what is due; the booking's flow writes it. If the flow is not notified, the sweep does that. */
export const retryCalendarEvent: Handler<typeof calendars.retryCalendarEvent> = async (context, { bookingId }) => {
  const { sql, actor, flowClient } = context;
  await requireMeetingToChange(context, bookingId);
  const outcome = await retryFailedEvents(sql, bookingId);
  if (outcome === 'none')
    throw new AppError(
      'resource.conflict',
      'No event of this booking has failed, so there is nothing to write again. get_meeting shows its calendar.',
      { reason: 'nothing_to_retry' },
    );
  flowClient.signal('booking', { id: bookingId, workspaceId: actor.workspaceId }, 'nudge');
  return { bookingId, state: 'due' };
};
