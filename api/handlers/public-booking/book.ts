import type { publicBooking } from '../../../schemas/public-booking.ts';
import { findChallenge } from '../../../store/challenges.ts';
import { otherGuests, requireAnswers } from '../../booking-intake.ts';
import { requireRightCode } from '../../code-check.ts';
import { confirmChallenge } from '../../confirmation.ts';
import type { Handler } from '../../handler.ts';
import { refusal } from '../../refusals.ts';

export const book: Handler<typeof publicBooking.book> = async (context, input) => {
  const { page } = await context.pages.find(input, context.now);
  if (page.workspace.locked) throw refusal('workspace_locked');
  const answers = requireAnswers(page, input.customFields, 'json');
  const guestEmail = input.invitee.email;
  const owner = { eventTypeId: page.eventType.id, guestEmail, receivingEmail: input.agentEmail ?? guestEmail };
  const challenge = await requireRightCode(context, await findChallenge(context.sql, owner), input.code);
  return confirmChallenge(context, input, challenge, {
    startMs: Date.parse(input.startAt),
    invitee: { email: guestEmail, name: input.invitee.name ?? null, timezone: input.invitee.timezone },
    answers,
    guests: otherGuests(input.guests, guestEmail),
    agentEmail: input.agentEmail ?? null,
    idempotencyKey: input.idempotencyKey ?? null,
    source: context.caller.source,
  });
};
