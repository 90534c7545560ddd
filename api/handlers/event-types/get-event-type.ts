import type { eventTypes } from '../../../schemas/operations/event-types.ts';
import type { Handler } from '../../core/handler.ts';
import { toEventTypeAnswer } from './event-type-view.ts';
import { requireReadableEventType } from './require-event-type.ts';

export const getEventType: Handler<typeof eventTypes.getEventType> = async (context, { eventTypeId }) =>
  toEventTypeAnswer(context, await requireReadableEventType(context, eventTypeId));
