import { spreadStarts } from '../../../domain/slots/spread.ts';
import { bookerZone } from '../../../domain/slots-answer/booker-zone.ts';
import { MINUTE_MS } from '../../../domain/time/civil.ts';
import { isoInstant, slotRenderer } from '../../../domain/time/local.ts';
import { invalid } from '../../../schemas/errors.ts';
import type { Input } from '../../../schemas/operation.ts';
import type { meetings } from '../../../schemas/operations/meetings.ts';
import type { Handler } from '../../core/handler.ts';
import { readWhen } from '../../core/when.ts';
import { proposedStarts } from '../bookable/proposed-starts.ts';
import { requireBookableEvent } from './create-for-host.ts';

type Proposal = Input<typeof meetings.proposeSlots>;

export const proposeSlots: Handler<typeof meetings.proposeSlots> = async (context, input) => {
  const { eventTypeId, limit } = input;
  const asked = { from: instantOf('from', input), to: instantOf('to', input) };
  if (asked.from !== undefined && asked.to !== undefined && asked.from >= asked.to) {
    throw invalid([{ path: 'to', message: 'must be later than from' }]);
  }
  const { address } = await requireBookableEvent(context, eventTypeId);
  const snapshot = await context.bookableEvents.find(address, context.now);
  const { timezone } = bookerZone(input.timeZone, snapshot.event);
  const starts = spreadStarts(proposedStarts(snapshot, asked, context.now), limit, timezone);
  const render = slotRenderer(timezone);
  const slots = starts.map((startMs) => {
    const endMs = startMs + snapshot.event.rules.durationMinutes * MINUTE_MS;
    return { startUtc: isoInstant(startMs), endUtc: isoInstant(endMs), local: render(startMs, endMs) };
  });
  return { eventTypeId, slots, count: slots.length };
};

const instantOf = (field: 'from' | 'to', input: Proposal): number | undefined => {
  const text = input[field];
  return text === undefined ? undefined : readWhen(field, text, input);
};
