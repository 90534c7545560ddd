import { invalid } from '../../../schemas/errors.ts';
import type { eventTypes } from '../../../schemas/operations/event-types.ts';
import { type UpdateRefusal, updateEventType as update } from '../../../store/event-types/change-event-types.ts';
import { namingEveryId } from '../../core/access.ts';
import type { Handler } from '../../core/handler.ts';
import { requireUnreservedSlug, resultOrThrow } from '../../core/refusals.ts';
import { overPlanCap } from '../billing/over-cap.ts';
import { issuesOfForm, issuesOfReminders, newReminderId } from './event-type-checks.ts';
import { toEventTypeAnswer } from './event-type-view.ts';
import { eventTypeError } from './refusals.ts';
import { requireEventType } from './require-event-type.ts';

const change: Handler<typeof eventTypes.updateEventType> = async (context, input) => {
  const { sql, actor, caller, now } = context;
  const { eventTypeId, expectedVersion, form, assignment, ...named } = input;
  // A misspelled setting is an unknown field and ignored, so a call that changes nothing is refused.
  if (form === undefined && assignment === undefined && Object.keys(named).length === 0)
    throw invalid([{ path: '', message: 'has no setting to change; get_event_type shows them' }]);
  await requireEventType(context, eventTypeId);
  const unfit = [...issuesOfForm(form), ...issuesOfReminders(named.reminders)];
  if (unfit.length > 0) throw invalid(unfit);
  if (named.slug !== undefined) requireUnreservedSlug(named.slug);
  const settings = named.color ? { ...named, color: named.color.toLowerCase() } : named;
  const request = {
    ...{ workspaceId: actor.workspaceId, eventTypeId, change: settings, assignment, form, expectedVersion },
    newReminderId,
  };
  const outcome = await update(sql, request, { actor, source: caller.source }, now);
  const refused = (refusal: UpdateRefusal) =>
    refusal.refused === 'over_plan_cap' ? overPlanCap(refusal, context.urls) : eventTypeError(refusal);
  return toEventTypeAnswer(context, resultOrThrow(outcome, refused));
};

export const updateEventType: Handler<typeof eventTypes.updateEventType> = (context, input) => {
  const { eventTypeId, scheduleId } = input;
  const ids = {
    eventTypeId: { kind: 'event_type', id: eventTypeId },
    scheduleId: { kind: 'schedule', id: scheduleId ?? undefined },
  } as const;
  return namingEveryId(context, ids, () => change(context, input));
};
