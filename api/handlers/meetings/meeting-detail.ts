import { isoInstant } from '../../../domain/time/local.ts';
import { stretchView } from '../../../domain/time/local-view.ts';
import type { Output } from '../../../schemas/operation.ts';
import type { meetings } from '../../../schemas/operations/meetings.ts';
import { readOtherHosts } from '../../../store/booking/booking-hosts.ts';
import { type BookingEvent, readBookingEvents } from '../../../store/calendars/event-view.ts';
import { answersOf, type HostMeeting } from '../../../store/meetings/host-meetings.ts';
import { calendarClashesOf } from '../booking/calendar-clashes.ts';
import { toMovedTo } from '../booking/moved-to.ts';
import type { HostContext } from './host-meeting.ts';

/** Booking detail (spec), with more fields for the host's side. @param timeZone of `local`; default: the host's */
export async function toDetail(
  context: HostContext,
  found: HostMeeting,
  timeZone: string | undefined,
): Promise<Output<typeof meetings.getMeeting>> {
  const { booking, meeting, version, source, hostNotes } = found;
  const isPending = booking.status === 'pending_confirmation';
  const [answers, events, others, calendarClashes] = await Promise.all([
    answersOf(context.sql, found),
    readBookingEvents(context.sql, booking.id),
    found.hostIds.length > 1 ? readOtherHosts(context.sql, booking.id) : [],
    isPending ? calendarClashesOf(context, booking) : [],
  ]);
  return {
    id: booking.id,
    ...stretchView(booking.startMs, booking.endMs, timeZone ?? meeting.hostTimezone),
    status: booking.status,
    version,
    timezone: booking.guestTimezone,
    locationType: booking.locationType,
    source,
    joinUrl: booking.joinUrl,
    calendarEvents: events.map(toCalendarEvent),
    eventType: { id: booking.eventTypeId, name: meeting.eventName, slug: meeting.eventSlug },
    host: { id: booking.hostId, name: meeting.hostName, username: meeting.username },
    ...(others.length > 0 ? { otherHosts: others.map(({ userId, name }) => ({ id: userId, name })) } : {}),
    invitee: { name: booking.guestName, email: booking.guestEmail, timezone: booking.guestTimezone },
    guests: [...meeting.guests],
    agentEmail: booking.agentEmail,
    decideBy: booking.decideByMs === null ? null : isoInstant(booking.decideByMs),
    ...(isPending ? { calendarClashes } : {}),
    cancelReason: booking.cancelReason,
    hostNotes,
    formAnswers: answers.map(({ key, label, value, display }) => ({ key, label, value, display })),
    formAnswersByKey: Object.fromEntries(answers.map(({ key, value }) => [key, value])),
  };
}

const toCalendarEvent = ({
  waits,
  state,
  declined,
  movedFrom,
  movedUntil,
  ...event
}: BookingEvent): Output<typeof meetings.getMeeting>['calendarEvents'][number] => ({
  ...event,
  state: waits ? 'waits' : state,
  movedTo: toMovedTo({ movedFrom, movedUntil }),
  declined: [...declined],
});
