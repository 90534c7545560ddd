import { actedBy } from '../../../domain/booking/actors.ts';
import type { Output } from '../../../schemas/operation.ts';
import type { bookingFloods } from '../../../schemas/operations/meetings/booking-floods.ts';
import { clearFlood, type OpenFlood, previewFlood } from '../../../store/booking/booking-floods.ts';
import { requireKnownIds } from '../../core/access.ts';
import type { Handler } from '../../core/handler.ts';

/** Flows that are nudged at once. The sweep nudges the others within minutes, and these if Temporal is away. */
const NUDGED_AT_ONCE = 50;

const MAX_LISTED = 100;

/** Nothing is canceled here: the bookings are marked, and their flows cancel them. */
export const clearBookingFlood: Handler<typeof bookingFloods.clearBookingFlood> = async (
  context,
  { dryRun, keep = [] },
) => {
  const { sql, actor, caller, flowClient } = context;
  const { workspaceId } = actor;
  // A wrong id would keep nothing, and the meeting that was meant would be canceled.
  await requireKnownIds(context, { keep: { kind: 'booking', id: keep } });
  const clearing = { workspaceId, hostId: actor.userId, keep };
  const found = dryRun
    ? await previewFlood(sql, clearing)
    : await clearFlood(sql, clearing, { by: actedBy(actor), source: caller.source });
  if (!dryRun) {
    for (const { id } of found.bookings.slice(0, NUDGED_AT_ONCE))
      flowClient.signal('booking', { id, workspaceId }, 'nudge');
  }
  return toAnswer(found, dryRun);
};

function toAnswer({ flood, bookings }: OpenFlood, dryRun: boolean): Output<typeof bookingFloods.clearBookingFlood> {
  return {
    flood: flood && {
      openedAt: flood.openedAt.toISOString(),
      lastRefusedAt: flood.lastAt.toISOString(),
      mailDomains: [...flood.mailDomains],
      networkCount: flood.networkCount,
    },
    dryRun,
    bookingCount: bookings.length,
    bookings: bookings.slice(0, MAX_LISTED).map(({ id, startAt, guestName, guestEmail }) => ({
      id,
      startAt: startAt.toISOString(),
      invitee: { name: guestName, email: guestEmail },
    })),
    message: inWords(flood !== null, bookings.length, dryRun),
  };
}

function inWords(isOpen: boolean, count: number, dryRun: boolean): string {
  if (!isOpen) return 'You have no open flood of bookings. Nothing was canceled.';
  if (!dryRun) return `${count} bookings are being canceled, within minutes. The flood is over.`;
  return `Nothing was canceled yet. Call again with dryRun false to cancel these ${count} bookings; name those that stay in keep.`;
}
