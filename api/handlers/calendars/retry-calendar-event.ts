import { isActive } from '../../../domain/booking/booking-states.ts';
import { MAX_EVENT_MS } from '../../../domain/calendars/event-work.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { Output } from '../../../schemas/operation.ts';
import type { calendars } from '../../../schemas/operations/calendars.ts';
import { readMovedEvent } from '../../../store/booking/unwritten-meetings.ts';
import { type BookingEvent, readBookingEvents } from '../../../store/calendars/event-view.ts';
import { retryEvents } from '../../../store/calendars/events.ts';
import { inTransaction } from '../../../store/database.ts';
import type { HostMeeting } from '../../../store/meetings/host-meetings.ts';
import type { Handler } from '../../core/handler.ts';
import { outcomeError, refusal } from '../../core/refusals.ts';
import { attemptOnBooking } from '../booking/attempt-outcome.ts';
import { type HostContext, requireMeetingToChange, signed } from '../meetings/host-meeting.ts';

/** The booking's flow writes it. If it is not notified, the sweep does that. A repeat writes nothing and notifies nobody. */
export const retryCalendarEvent: Handler<typeof calendars.retryCalendarEvent> = async (
  context,
  { bookingId, keep },
) => {
  const { sql, actor, caller, flowClient } = context;
  const found = await requireMeetingToChange(context, bookingId);
  if (keep === 'event') {
    await moveToEvent(context, found);
    return { bookingId, state: 'due', message: MOVED };
  }
  if (!isActive(found.booking.status)) throw nothingToRetry();
  const by = { actor, source: caller.source, workspaceId: actor.workspaceId };
  if (!(await inTransaction(sql, (tx) => retryEvents(tx, { bookingId, userId: actor.userId }, by))))
    return { bookingId, ...asItStands(await readBookingEvents(sql, bookingId)) };
  flowClient.signal('booking', { id: bookingId, workspaceId: actor.workspaceId }, 'nudge');
  return { bookingId, state: 'due', message: DUE };
};

/** The same for a repeat. */
const DUE =
  'The event is due and is written by itself: no further call is needed. get_meeting shows under calendarEvents how it stands.';

const MOVED = 'The meeting has moved to the time of its event. Its guests get a mail.';

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
  nothingTo(
    'This meeting has no event to write: it is over, or none of its hosts has a calendar chosen for new bookings (connect_calendar, update_calendar).',
  );

const nothingTo = (message: string): AppError =>
  new AppError('resource.conflict', message, { reason: 'nothing_to_retry' });

/** The host has chosen the time in their calendar: it need not be an open slot. */
async function moveToEvent(context: HostContext, { booking }: HostMeeting): Promise<void> {
  const { sql, actor } = context;
  const times = await readMovedEvent(sql, { bookingId: booking.id, userId: actor.userId });
  if (!times) throw nothingTo('The event of this meeting is at the time of the meeting: nobody has moved it.');
  const { startMs, endMs } = times;
  if (endMs <= startMs || endMs - startMs > MAX_EVENT_MS) throw cannotMove('not_a_slot', 'It lasts a day or longer.');
  const request = { startMs, endMs, atRevision: booking.revision, ...signed(context) };
  const outcome = await attemptOnBooking(context, booking, 'reschedule', request);
  if (outcome.result === 'done') return;
  const { reason } = outcome;
  if (reason === 'slot_taken') throw cannotMove(reason, 'A host has another meeting then, or a guest is booking it.');
  if (reason === 'too_soon') throw cannotMove(reason, 'That time is over.');
  throw outcomeError(outcome);
}

/** Of a time that the host chose in the calendar, where other slots are no help. */
function cannotMove(reason: 'not_a_slot' | 'slot_taken' | 'too_soon', why: string): AppError {
  const { code, details } = refusal(reason);
  return new AppError(
    code,
    `The meeting cannot move to its event. ${why} Put the event back, or move it to another time.`,
    details,
  );
}
