import type { Actor } from '../../domain/actor.ts';
import { noSuchEventType } from '../../store/change-event-types.ts';
import { type EventTypeRecord, readEventType } from '../../store/event-types.ts';
import type { Services } from '../handler.ts';
import { requireReach } from './reach.ts';

/**
 * The event type that a call names.
 * @throws AppError resource.not_found (event_type_not_found), auth.forbidden (not_yours)
 */
export async function eventTypeInReach(
  { sql, actor, now }: Pick<Services, 'sql'> & { readonly actor: Actor; readonly now: number },
  eventTypeId: string,
): Promise<EventTypeRecord> {
  const record = await readEventType(sql, { workspaceId: actor.workspaceId, eventTypeId }, now);
  if (!record) throw noSuchEventType();
  requireReach(actor, record.host.id, 'event types');
  return record;
}
