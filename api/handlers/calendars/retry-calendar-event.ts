import { isLive } from '../../../domain/booking/booking-states.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { calendars } from '../../../schemas/operations/calendars.ts';
import { retryEvents } from '../../../store/calendars/events.ts';
import { inTransaction } from '../../../store/database.ts';
import type { Handler } from '../../core/handler.ts';
import { requireMeetingToChange } from '../meetings/host-meeting.ts';

/** The booking's flow writes it. If it is not notified, the sweep does that. */
export const retryCalendarEvent: Handler<typeof calendars.retryCalendarEvent> = async (context, { bookingId }) => {
  const { sql, actor, caller, flowClient } = context;
  const { booking } = await requireMeetingToChange(context, bookingId);
  const by = { actor, source: caller.source, workspaceId: actor.workspaceId };
  const hasEvents = isLive(booking.status) && (await inTransaction(sql, (tx) => retryEvents(tx, bookingId, by)));
  if (!hasEvents)
    throw new AppError(
      'resource.conflict',
      'This meeting has no event to write: it is over, or none of its hosts has a calendar chosen for new bookings (connect_calendar, update_calendar).',
      { reason: 'nothing_to_retry' },
    );
  flowClient.signal('booking', { id: bookingId, workspaceId: actor.workspaceId }, 'nudge');
  return { bookingId, state: 'due' };
};
