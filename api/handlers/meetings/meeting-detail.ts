import { bookedBy, kindOfActor, nameOfLogged } from '../../../domain/booking/actors.ts';
import { isScheduled } from '../../../domain/booking/booking-states.ts';
import { intervalView, isoInstant } from '../../../domain/time/local.ts';
import type { Output } from '../../../schemas/operation.ts';
import type { meetings } from '../../../schemas/operations/meetings.ts';
import { readOtherHosts } from '../../../store/booking/booking-hosts.ts';
import { type BookingEvent, readBookingEvents } from '../../../store/calendars/event-view.ts';
import { answersOf, type HostMeeting } from '../../../store/meetings/host-meetings.ts';
import { type HistoryStep, readHistory } from '../../../store/meetings/meeting-history.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import { calendarClashesOf } from '../booking/calendar-clashes.ts';
import { toMovedTo } from '../booking/moved-to.ts';
import type { HostContext } from './host-meeting.ts';

type Detail = Output<typeof meetings.getMeeting>;

/** Booking detail (spec), with more fields for the host's side. @param timeZone of `local`; default: the host's */
export async function toDetail(
  context: HostContext,
  found: HostMeeting,
  timeZone: string | undefined,
): Promise<Detail> {
  const { booking, meeting, version, source, hostNotes } = found;
  const isPending = booking.status === 'pending_confirmation';
  const [answers, events, others, history, calendarClashes] = await Promise.all([
    answersOf(context.sql, found),
    readBookingEvents(context.sql, booking.id),
    found.hostIds.length > 1 ? readOtherHosts(context.sql, booking.id) : [],
    readHistory(context.sql, { workspaceId: booking.workspaceId, bookingId: booking.id }),
    isPending ? calendarClashesOf(context, booking) : [],
  ]);
  return {
    id: booking.id,
    ...intervalView(booking.startMs, booking.endMs, timeZone ?? meeting.hostTimezone),
    ...{ status: booking.status, takesPlace: isScheduled(booking.status) },
    version,
    timezone: booking.guestTimezone,
    locationType: booking.locationType,
    source,
    bookedBy: bookedBy(history.find(isBooking) ?? null, { source, agentEmail: booking.agentEmail }),
    bookedAt: found.bookedAt.toISOString(),
    joinUrl: booking.joinUrl,
    locationDetail: booking.locationDetail,
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
    ...(found.endedAs !== null && { endedAs: found.endedAs }),
    ...(found.sample && { sample: true as const }),
    ...(found.testMode && { testMode: true as const }),
    hostNotes,
    formAnswers: answers.map(({ key, label, value, display }) => ({ key, label, value, display })),
    formAnswersByKey: Object.fromEntries(answers.map(({ key, value }) => [key, value])),
    prepPack: found.prepPack,
    history: history.map(toStep),
    flow: flowOf(context, booking.id),
  };
}

const isBooking = ({ action }: HistoryStep): boolean =>
  action === 'booking.requested' || action === 'booking.confirmed';

const toStep = (step: HistoryStep): Detail['history'][number] => ({
  at: step.at.toISOString(),
  action: step.action,
  who: { kind: kindOfActor(step), name: nameOfLogged(step), userId: step.userId },
  source: step.source,
  startAt: step.startAt,
  previousStartAt: step.previousStartAt,
  reason: step.reason,
});

function flowOf({ temporalUi }: HostContext, bookingId: string): Detail['flow'] {
  const workflowId = flowId('booking', bookingId);
  return { workflowId, url: temporalUi === null ? null : `${temporalUi}/workflows/${encodeURIComponent(workflowId)}` };
}

const toCalendarEvent = ({
  waits,
  state,
  declined,
  movedFrom,
  movedUntil,
  ...event
}: BookingEvent): Detail['calendarEvents'][number] => ({
  ...event,
  state: waits ? 'waits' : state,
  movedTo: toMovedTo({ movedFrom, movedUntil }),
  declined: [...declined],
});
