import type { publicBooking } from '../../../schemas/operations/booking/public-booking.ts';
import { type BookingRequest, findChallenge, setChallengeLanguage } from '../../../store/booking/challenges.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import type { Handler } from '../../core/handler.ts';
import { refusal } from '../../core/refusals.ts';
import { otherGuests, requireAnswers, unaskedOf } from './booking-intake.ts';
import { carryOutConfirmation } from './confirmation.ts';
import { verifyGuestCode } from './verify-code.ts';

export const book: Handler<typeof publicBooking.book> = async (context, input) => {
  const guestEmail = input.invitee.email;
  const receivingEmail = input.agentEmail ?? guestEmail;
  const [{ event }, challenge] = await Promise.all([
    context.bookableEvents.find(input, context.now),
    findChallenge(context.sql, input, { guestEmail, receivingEmail }),
  ]);

  if (challenge) context.nameFlow(flowId('booking', challenge.id));
  if (event.workspace.locked) throw refusal('workspace_locked');
  const { answers, notice } = requireAnswers(event, input.customFields, 'json', unaskedOf(context));
  const request: BookingRequest = {
    startMs: Date.parse(input.startAt),
    invitee: { email: guestEmail, name: input.invitee.name ?? null, timezone: input.invitee.timezone },
    answers,
    guests: otherGuests(input.guests, guestEmail),
    agentEmail: input.agentEmail ?? null,
    idempotencyKey: input.idempotencyKey ?? null,
    source: context.caller.source,
  };
  const owner = { eventTypeId: event.eventType.id, guestEmail, receivingEmail };

  const prepared = await verifyGuestCode(context, owner, challenge, input.code, request);
  // The booker's language counts, not that of the code request. Write it before the flow runs: the flow copies it.
  if (challenge) await setChallengeLanguage(context.sql, challenge, context.caller);

  return { ...(await carryOutConfirmation(context, input, prepared, event)), ...notice };
};
