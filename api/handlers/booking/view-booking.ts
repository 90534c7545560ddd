import { teamSlugOf } from '../../../domain/bookable/bookable-event.ts';
import { isActive, isScheduled, optionsOf } from '../../../domain/booking/booking-states.ts';
import { hostNames } from '../../../domain/booking/meeting.ts';
import { slotRenderer } from '../../../domain/time/local.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { manage } from '../../../schemas/operations/booking/manage.ts';
import { readEndOfRequest, readMoveReason } from '../../../store/meetings/meeting-history.ts';
import { readMeeting } from '../../../store/meetings/meetings.ts';
import { DEFAULT_LANGUAGE } from '../../../texts/languages.ts';
import { requireGuestBooking } from '../../core/access.ts';
import type { Handler } from '../../core/handler.ts';
import { toSummary } from './confirmation.ts';
import { movedFromOf } from './moved-from.ts';

export const viewBooking: Handler<typeof manage.viewBooking> = async (context, { token }) => {
  const { booking, address } = await requireGuestBooking(context, token);
  const [meeting, movedFrom, moveReason, endedAs] = await Promise.all([
    readMeeting(context.sql, booking.id),
    movedFromOf(context, booking),
    isActive(booking.status) ? readMoveReason(context.sql, booking.id) : null,
    booking.status === 'canceled' ? readEndOfRequest(context.sql, booking.id) : null,
  ]);
  if (!meeting) throw new AppError('resource.not_found', 'This booking no longer exists.', { reason: 'unknown_token' });
  const { canCancel, canReschedule } = optionsOf(booking, context.now);
  const { publicUrl } = context.urls;
  const path = `${address.workspace}/${address.username}/${address.eventSlug}`;
  // Without the token, the answer has times of the team's other members, or none: the event is closed to others.
  const move = teamSlugOf(address.username) === null && address.isOpen ? '' : `&token=${encodeURIComponent(token)}`;
  return {
    booking: {
      ...toSummary(booking),
      takesPlace: isScheduled(booking.status),
      ...(endedAs !== null && { endedAs }),
      cancelReason: booking.cancelReason,
    },
    calendar: {
      organization: { slug: meeting.workspaceSlug, name: meeting.workspaceName },
      owner: { username: meeting.calendarUsername },
      hostTimezone: meeting.calendarTimezone,
    },
    eventType: {
      slug: meeting.eventSlug,
      name: meeting.eventName,
      durationMinutes: meeting.durationMinutes,
      locationType: booking.locationType,
    },
    host: { name: hostNames(meeting, DEFAULT_LANGUAGE) },
    movedFrom,
    moveReason,
    invitee: { name: booking.guestName, email: booking.guestEmail, timezone: booking.guestTimezone },
    guests: [...meeting.guests],
    agentEmail: booking.agentEmail,
    local: slotRenderer(booking.guestTimezone)(booking.startMs, booking.endMs),
    canCancel,
    canReschedule,
    moveNeedsApproval: canReschedule && isScheduled(booking.status) && meeting.moveNeedsApproval,
    guestsWait: meeting.guestsWait && meeting.guests.length > 0,
    slotsUrl: `${publicUrl}/api/v1/public/${path}/slots?timezone=${encodeURIComponent(booking.guestTimezone)}${move}`,
    manageUrl: `${publicUrl}/manage/${token}`,
  };
};
