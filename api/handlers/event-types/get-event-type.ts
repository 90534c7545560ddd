import type { eventTypes } from '../../../schemas/operations/event-types.ts';
import type { Handler } from '../../core/handler.ts';
import { readableEventType } from './event-type-in-reach.ts';
import { toEventTypeAnswer } from './event-type-view.ts';

export const getEventType: Handler<typeof eventTypes.getEventType> = async (context, { eventTypeId }) =>
  toEventTypeAnswer(await readableEventType(context, eventTypeId), context.urls.publicUrl);
