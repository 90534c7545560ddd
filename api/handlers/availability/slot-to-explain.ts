import type { BookableEvent } from '../../../domain/bookable/bookable-event.ts';
import { MINUTE_MS } from '../../../domain/time/civil.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { slotExplanations } from '../../../schemas/operations/availability/explain-slot.ts';
import {
  type ExplainedBooking,
  readEventOwner,
  readExplainedBooking,
} from '../../../store/availability/explain-slot.ts';
import { readEventById } from '../../../store/bookable/bookable-events.ts';
import { requireAccess } from '../../core/access.ts';
import type { ActingContext } from '../../core/handler.ts';
import { readWhen, type WhenSiblings } from '../../core/when.ts';
import { noSuchEventType } from '../event-types/refusals.ts';

type Context = ActingContext<typeof slotExplanations.explainSlot>;

/** The slot that `explainSlot` explains. */
export interface SlotToExplain {
  readonly event: BookableEvent;
  readonly isArchived: boolean;
  readonly startMs: number;
  readonly endMs: number;
  /** Set if the call names a meeting. */
  readonly booking?: ExplainedBooking & { readonly id: string };
}

async function readEvent({ sql, actor }: Context, eventTypeId: string) {
  const owner = await readEventOwner(sql, { workspaceId: actor.workspaceId, eventTypeId });
  const event = owner && (await readEventById(sql, eventTypeId));
  if (!event) throw noSuchEventType();
  const { hostId, archivedAt } = owner;
  return { event, hostId, isArchived: archivedAt !== null };
}

/** @throws AppError resource.not_found (event_type_not_found), auth.forbidden (not_yours), and what `readWhen` throws */
export async function slotOfStart(
  context: Context,
  { eventTypeId, startAt, ...siblings }: WhenSiblings & { readonly eventTypeId: string; readonly startAt: string },
): Promise<SlotToExplain> {
  const { event, hostId, isArchived } = await readEvent(context, eventTypeId);
  const isOnTeam = event.team?.members.some(({ host }) => host.id === context.actor.userId) ?? false;
  if (!isOnTeam) requireAccess(context.actor, hostId, 'event types');
  const startMs = readWhen('startAt', startAt, siblings);
  return { event, isArchived, startMs, endMs: startMs + event.rules.durationMinutes * MINUTE_MS };
}

/** @throws AppError resource.not_found (booking_not_found), auth.forbidden (not_yours) */
export async function slotOfBooking(context: Context, bookingId: string): Promise<SlotToExplain> {
  const { sql, actor } = context;
  const booking = await readExplainedBooking(sql, { workspaceId: actor.workspaceId, bookingId });
  if (!booking)
    throw new AppError('resource.not_found', 'This workspace has no such meeting. list_meetings has them.', {
      reason: 'booking_not_found',
    });
  if (!booking.hostIds.includes(actor.userId)) requireAccess(actor, booking.hostId, 'meetings');
  const { event, isArchived } = await readEvent(context, booking.eventTypeId);
  const { startMs, endMs } = booking;
  return { event, isArchived, startMs, endMs, booking: { ...booking, id: bookingId } };
}
