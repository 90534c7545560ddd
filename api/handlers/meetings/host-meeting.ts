import type { Actor } from '../../../domain/access/actor.ts';
import { type ActedBy, actedBy } from '../../../domain/booking/actors.ts';
import type { AttemptKind } from '../../../domain/booking/attempt.ts';
import { isScheduled } from '../../../domain/booking/booking-states.ts';
import { intervalView } from '../../../domain/time/local.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { AttemptRequests } from '../../../store/booking/attempts.ts';
import { findHostMeeting, type HostMeeting } from '../../../store/meetings/host-meetings.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import { isTestKey, testKeyRefused } from '../../auth/test-keys.ts';
import { requireAccess } from '../../core/access.ts';
import type { Context } from '../../core/handler.ts';
import { outcomeError } from '../../core/refusals.ts';
import { attemptOnBooking } from '../booking/attempt-outcome.ts';

export type HostContext = Context & { readonly actor: Actor };

/**
 * Members work with meetings in which they are a host, managers and above with all.
 * @throws AppError auth.forbidden (not_yours)
 */
export function requireHostAccess(actor: Actor, hostIds: readonly string[], what: string): void {
  if (!hostIds.includes(actor.userId)) requireAccess(actor, hostIds[0] ?? '', what);
}

/**
 * The meeting that a call names, if its caller may work with it. Puts its flow's id into the answer.
 * @throws AppError resource.not_found, auth.forbidden (not_yours)
 */
export async function requireMeeting({ sql, actor, nameFlow }: HostContext, bookingId: string): Promise<HostMeeting> {
  const found = await findHostMeeting(sql, actor.workspaceId, bookingId);
  if (!found) {
    throw new AppError(
      'resource.not_found',
      'No meeting with this id in your workspace. list_meetings has their ids.',
      {
        reason: 'booking_not_found',
        field: 'bookingId',
      },
    );
  }
  requireHostAccess(actor, found.hostIds, 'meetings');
  nameFlow(flowId('booking', bookingId));
  return found;
}

/**
 * The same for a call that changes it. A test key changes only bookings of test keys: a live one's guest would get real mails.
 * @throws AppError resource.not_found, auth.forbidden (not_yours, test_key)
 */
export async function requireMeetingToChange(context: HostContext, bookingId: string): Promise<HostMeeting> {
  const found = await requireMeeting(context, bookingId);
  if (isTestKey(context.actor) && !found.meeting.testMode) throw testKeyRefused('bookings of real guests');
  return found;
}

/** Returns the actor and the surface, which are stored with every attempt of a host. */
export const signed = ({
  actor,
  caller,
}: HostContext): { readonly by: ActedBy; readonly source: typeof caller.source } => ({
  by: actedBy(actor),
  source: caller.source,
});

type Changes = Exclude<AttemptKind, 'confirm' | 'open'>;

/**
 * Stores an attempt of the host's side and lets its flow carry it out.
 * @throws AppError for a refusal
 */
export async function carryOut<Kind extends Changes>(
  context: Context,
  { booking }: HostMeeting,
  kind: Kind,
  request: AttemptRequests[Kind],
): Promise<void> {
  const outcome = await attemptOnBooking(context, booking, kind, request);
  if (outcome.result === 'done') return;
  throw outcomeError(outcome);
}

/** The meeting after a change. */
export async function reread({ sql, actor }: HostContext, bookingId: string): Promise<HostMeeting> {
  const found = await findHostMeeting(sql, actor.workspaceId, bookingId);
  if (!found) throw new AppError('internal.unexpected', 'The booking that was just written cannot be read.');
  return found;
}

/** A booking as the host's side reads it. @param timeZone of `local`; default: the host's */
export function toHostBooking({ booking, meeting, htmlLink }: HostMeeting, timeZone: string | undefined) {
  const { id, startMs, endMs, status, joinUrl, hostId } = booking;
  return {
    id,
    ...intervalView(startMs, endMs, timeZone ?? meeting.hostTimezone),
    status,
    ...(joinUrl && isScheduled(status) ? { joinUrl } : {}),
    ...(htmlLink !== null && isScheduled(status) ? { htmlLink } : {}),
    host: { id: hostId, name: meeting.hostName },
  };
}
