import type { meetings } from '../../../schemas/operations/meetings.ts';
import type { Handler } from '../../core/handler.ts';
import { refusal } from '../../core/refusals.ts';
import { readWhen } from '../../core/when.ts';
import { otherGuests, requireAnswers } from '../booking/booking-intake.ts';
import { carryOutHostBooking, createdMessage, hostRequest, requireBookableEvent } from './create-for-host.ts';
import { toHostBooking } from './host-meeting.ts';

export const createBooking: Handler<typeof meetings.createBooking> = async (context, input) => {
  const { eventTypeId, invitee, idempotencyKey } = input;
  const startMs = readWhen('startAt', input.startAt, input);
  const { address } = await requireBookableEvent(context, eventTypeId);
  const { event } = await context.bookableEvents.find(address, context.now);
  if (event.workspace.locked) throw refusal('workspace_locked');
  const { answers, notice } = requireAnswers(event, input.customFields, 'json', 'refused');
  const made = await carryOutHostBooking(
    context,
    address,
    hostRequest(context, eventTypeId, {
      startMs,
      invitee: { email: invitee.email, name: invitee.name ?? null, timezone: invitee.timezone },
      answers,
      guests: otherGuests(input.guests, invitee.email),
      agentEmail: null,
      idempotencyKey: idempotencyKey ?? null,
      source: context.caller.source,
    }),
  );
  return {
    booking: { ...toHostBooking(made, input.timeZone), eventTypeId },
    message: createdMessage(made, input.timeZone),
    ...notice,
  };
};
