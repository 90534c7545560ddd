import { actedBy } from '../../../domain/booking/actors.ts';
import { clientNetwork } from '../../../domain/client-networks.ts';
import { slotRenderer } from '../../../domain/time/local.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { EventAddress } from '../../../store/bookable/bookable-events.ts';
import { type HostBookingRequest, openHostAttempt } from '../../../store/booking/attempts.ts';
import { findSameMeeting } from '../../../store/booking/host-booking.ts';
import { findHostReplay } from '../../../store/booking/idempotency.ts';
import { findHostEvent, type HostEventSummary, type HostMeeting } from '../../../store/meetings/host-meetings.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import { outcomeError, refusal } from '../../core/refusals.ts';
import { outcomeOf } from '../booking/attempt-outcome.ts';
import { withAlternatives } from '../booking/booking-intake.ts';
import { type HostContext, requireHostAccess, reread } from './host-meeting.ts';

/**
 * The event type that a call names, hidden ones too.
 * @throws AppError resource.not_found, auth.forbidden (not_yours), resource.conflict (event_archived)
 */
export async function requireBookableEvent(
  { sql, actor }: HostContext,
  eventTypeId: string,
): Promise<HostEventSummary> {
  const event = await findHostEvent(sql, actor.workspaceId, eventTypeId);
  if (!event) {
    throw new AppError(
      'resource.not_found',
      'No event type with this id in your workspace. list_event_types has their ids.',
      { reason: 'event_type_not_found', field: 'eventTypeId' },
    );
  }
  requireHostAccess(actor, event.hostIds, 'event types');
  if (!event.archived) return event;
  throw new AppError('resource.conflict', 'This event type is archived and takes no bookings. Choose another one.', {
    reason: 'event_archived',
    field: 'eventTypeId',
  });
}

/** Returns the request to book. The same input always gives the same request, except for the network of the call. */
export const hostRequest = (
  { actor, caller }: HostContext,
  eventTypeId: string,
  booking: HostBookingRequest['booking'],
): HostBookingRequest => ({
  workspaceId: actor.workspaceId,
  eventTypeId,
  booking,
  by: actedBy(actor),
  testMode: actor.kind === 'key' && actor.mode === 'test',
  clientNetwork: actor.kind === 'key' && actor.isConnector ? null : clientNetwork(caller.ip),
});

/** A meeting, and whether it was there before the call. */
export interface MadeBooking extends HostMeeting {
  /** Found by guest, event and start, without an idempotencyKey: what else the call says may differ, and was not stored. */
  readonly isEarlier: boolean;
}

/**
 * Books for the host's side. A repeated request returns its earlier booking, without a flow: a known idempotency key decides, and
 * without one the guest's meeting at the same time is the earlier one.
 * @throws AppError what the claim refused, with alternatives where another slot helps; resource.conflict
 * (idempotency_mismatch)
 */
export async function carryOutHostBooking(
  context: HostContext,
  address: EventAddress,
  request: HostBookingRequest,
): Promise<MadeBooking> {
  const { sql, nameFlow } = context;
  const replayed = await findHostReplay(sql, request);
  if (replayed === 'mismatch') throw refusal('idempotency_mismatch');
  const same = replayed === null ? await findSameMeeting(sql, request) : null;
  const bookingId = replayed ?? same ?? (await bookByFlow(context, address, request));
  nameFlow(flowId('booking', bookingId));
  return { ...(await reread(context, bookingId)), isEarlier: same !== null };
}

async function bookByFlow(context: HostContext, address: EventAddress, request: HostBookingRequest): Promise<string> {
  const { sql, nameFlow } = context;
  const attempt = await openHostAttempt(sql, request);
  nameFlow(flowId('booking', attempt.bookingId));
  const outcome = await outcomeOf(context, request, attempt);
  const { startMs, invitee } = request.booking;
  return withAlternatives(context, address, { startMs, timezone: invitee.timezone, isHost: true }, async () => {
    if (outcome.result === 'refused')
      throw outcomeError(outcome, request.booking.guests.length > 0 ? 'mailsByHostToMany' : 'mailsByHost');
    return outcome.bookingId;
  });
}

/** The outcome of a booking in words. @param timezone the caller's; undefined: the host's */
export function createdMessage({ booking, meeting, isEarlier }: MadeBooking, timezone: string | undefined): string {
  const when = slotRenderer(timezone ?? meeting.hostTimezone)(booking.startMs, booking.endMs).display;
  if (isEarlier)
    return `The guest has booked ${when} already. That meeting stays as it is: no answer, name or guest of this call was stored.`;
  switch (booking.status) {
    case 'pending_confirmation':
      return `The guest has already requested ${when}; approve_booking confirms it.`;
    case 'canceled':
      return `This booking (${when}) has been canceled. Book again with another idempotencyKey.`;
    case 'completed':
    case 'no_show':
      return `This booking was for ${when}; the meeting is over.`;
    default:
      return meeting.testMode
        ? `Booked: ${when}. Made with a test key: its mails are stored for list_test_mail and not sent.`
        : `Booked: ${when}. The guest gets the invite by mail.`;
  }
}
