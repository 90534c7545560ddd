import { clientNetwork } from '../../../domain/client-networks.ts';
import type { manage } from '../../../schemas/operations/booking/manage.ts';
import { mailWaitingGuests } from '../../../store/booking/waiting-guests.ts';
import { requireGuestBooking } from '../../core/access.ts';
import type { Handler } from '../../core/handler.ts';
import { limited } from '../../core/limit-errors.ts';
import { refusal } from '../../core/refusals.ts';

export const inviteGuests: Handler<typeof manage.inviteGuests> = async (context, { token }) => {
  const { booking } = await requireGuestBooking(context, token);
  const outcome = await mailWaitingGuests(context.sql, booking.id, clientNetwork(context.caller.ip));
  if (outcome === 'booking_over') throw refusal(outcome);
  if (outcome !== 'invited') throw limited('mailsToFurtherGuests', outcome);
  context.flowClient.signal('booking', { id: booking.id, workspaceId: booking.workspaceId }, 'nudge');
  return { booking: { id: booking.id } };
};
