import type { eventTypes } from '../../../schemas/operations/event-types.ts';
import { type RestoreRefusal, restoreEventType as restore } from '../../../store/event-types/restore-event-type.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { overPlanCap } from '../billing/over-cap.ts';
import { toEventTypeAnswer } from './event-type-view.ts';
import { eventTypeError } from './refusals.ts';
import { requireEventType } from './require-event-type.ts';

export const restoreEventType: Handler<typeof eventTypes.restoreEventType> = async (context, { eventTypeId }) => {
  const { sql, actor, caller, now, urls } = context;
  await requireEventType(context, eventTypeId);
  const id = { workspaceId: actor.workspaceId, eventTypeId };
  const outcome = await restore(sql, id, { actor, source: caller.source }, now);
  const refused = (refusal: RestoreRefusal) =>
    refusal.refused === 'over_plan_cap' ? overPlanCap(refusal, urls) : eventTypeError(refusal);
  return toEventTypeAnswer(context, resultOrThrow(outcome, refused));
};
