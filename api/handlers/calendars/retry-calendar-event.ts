import { isLive } from '../../../domain/booking/booking-states.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { Output } from '../../../schemas/operation.ts';
import type { calendars } from '../../../schemas/operations/calendars.ts';
import { type BookingEvent, readBookingEvents } from '../../../store/calendars/event-view.ts';
import { retryEvents } from '../../../store/calendars/events.ts';
import { inTransaction } from '../../../store/database.ts';
import type { Handler } from '../../core/handler.ts';
import { requireMeetingToChange } from '../meetings/host-meeting.ts';

/** The booking's flow writes it. If it is not notified, the sweep does that. A repeat writes nothing and notifies nobody. */
export const retryCalendarEvent: Handler<typeof calendars.retryCalendarEvent> = async (context, { bookingId }) => {
  const { sql, actor, caller, flowClient } = context;
  const { booking } = await requireMeetingToChange(context, bookingId);
  if (!isLive(booking.status)) throw nothingToRetry();
  const by = { actor, source: caller.source, workspaceId: actor.workspaceId };
  if (!(await inTransaction(sql, (tx) => retryEvents(tx, { bookingId, userId: actor.userId }, by))))
    return { bookingId, ...asItStands(await readBookingEvents(sql, bookingId)) };
  flowClient.signal('booking', { id: bookingId, workspaceId: actor.workspaceId }, 'nudge');
  return { bookingId, state: 'due', message: DUE };
};

/** The same for a repeat. */
const DUE =
  'The event is due and is written by itself: no further call is needed. get_meeting shows under calendarEvents how it stands.';

/** There was nothing to write again: why. @throws AppError resource.conflict (nothing_to_retry, deleted_by_host) */
function asItStands(
  events: readonly BookingEvent[],
): Pick<Output<typeof calendars.retryCalendarEvent>, 'state' | 'message'> {
  if (events.some(({ waits }) => waits))
    return {
      state: 'due',
      message:
        'The event waits until its host has connected the calendar again (connect_calendar), and is written then.',
    };
  if (events.some(({ state }) => state === 'due')) return { state: 'due', message: DUE };
  if (events.some(({ state }) => state === 'written'))
    return {
      state: 'written',
      message:
        'Nothing to write: the event is in the calendar, at the time of the meeting. get_meeting has a link to it; reschedule_booking and cancel_booking change both.',
    };
  if (events.some(({ state }) => state === 'detached'))
    throw new AppError(
      'resource.conflict',
      'Its host deleted this event in their calendar, and the meeting stands. Only they put it back, with a key or a session of their own.',
      { reason: 'deleted_by_host', hostIds: events.map(({ hostId }) => hostId) },
    );
  throw nothingToRetry();
}

const nothingToRetry = (): AppError =>
  new AppError(
    'resource.conflict',
    'This meeting has no event to write: it is over, or none of its hosts has a calendar chosen for new bookings (connect_calendar, update_calendar).',
    { reason: 'nothing_to_retry' },
  );
