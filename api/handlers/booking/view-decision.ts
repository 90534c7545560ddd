import { optionsOf } from '../../../domain/booking/booking-states.ts';
import { placeFor } from '../../../domain/booking/meeting-place.ts';
import { isoInstant } from '../../../domain/time/local.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { decisions } from '../../../schemas/operations/booking/decisions.ts';
import { readMeeting } from '../../../store/meetings/meetings.ts';
import { DEFAULT_LANGUAGE } from '../../../texts/languages.ts';
import type { Handler } from '../../core/handler.ts';
import { calendarClashesOf } from './calendar-clashes.ts';
import { toSummary } from './confirmation.ts';
import { requireDecidable } from './decisions.ts';
import { movedFromOf } from './moved-from.ts';

export const viewDecision: Handler<typeof decisions.viewDecision> = async (context, { token }) => {
  const booking = await requireDecidable(context, token);
  const { canDecide } = optionsOf(booking, context.now);
  const [meeting, movedFrom, clashes] = await Promise.all([
    readMeeting(context.sql, booking.id),
    canDecide ? movedFromOf(context, booking) : null,
    canDecide ? calendarClashesOf(context, booking) : [],
  ]);
  if (!meeting) throw new AppError('resource.not_found', 'This request no longer exists.', { reason: 'unknown_token' });
  const { decideByMs } = booking;
  return {
    booking: toSummary(booking),
    canDecide,
    decideBy: decideByMs === null ? null : isoInstant(decideByMs),
    movedFrom,
    eventType: { name: meeting.eventName },
    place: placeFor('host', meeting, context.caller.language ?? DEFAULT_LANGUAGE).words,
    host: { timezone: meeting.hostTimezone },
    clashes,
    invitee: { name: booking.guestName, email: booking.guestEmail, timezone: booking.guestTimezone },
    guests: [...meeting.guests],
    agentEmail: booking.agentEmail,
    answers: [...meeting.answers],
  };
};
