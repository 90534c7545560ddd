import type { eventTypes } from '../../../schemas/operations/event-types.ts';
import { archiveEventType as archive } from '../../../store/event-types/change-event-types.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { eventTypeError } from './refusals.ts';
import { requireEventType } from './require-event-type.ts';

export const archiveEventType: Handler<typeof eventTypes.archiveEventType> = async (context, { eventTypeId }) => {
  const { sql, actor, caller, now } = context;
  await requireEventType(context, eventTypeId);
  const id = { workspaceId: actor.workspaceId, eventTypeId };
  const outcome = await archive(sql, id, { actor, source: caller.source }, now);
  const { archivedAt, upcomingMeetingCount } = resultOrThrow(outcome, eventTypeError);
  return {
    id: eventTypeId,
    status: 'archived',
    archivedAt: (archivedAt ?? new Date(now)).toISOString(),
    upcomingMeetingCount,
  };
};
