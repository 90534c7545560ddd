import type { Actor } from '../../../domain/access/actor.ts';
import { noSuchEventType } from '../../../store/event-types/change-event-types.ts';
import { type EventTypeRecord, isInTeam, readEventType } from '../../../store/event-types/event-types.ts';
import type { Services } from '../../core/handler.ts';
import { requireReach } from '../members/reach.ts';

type Acting = Pick<Services, 'sql'> & { readonly actor: Actor; readonly now: number };

/**
 * The event type that a call wants to read: members also read those of their teams.
 * @throws AppError as eventTypeInReach
 */
export async function readableEventType(context: Acting, eventTypeId: string): Promise<EventTypeRecord> {
  const record = await eventTypeOf(context, eventTypeId);
  const { sql, actor } = context;
  if (!record.team || !(await isInTeam(sql, record.team.id, actor.userId))) requireReach(actor, record.host.id, WHAT);
  return record;
}

/**
 * The event type that a call wants to change.
 * @throws AppError resource.not_found (event_type_not_found), auth.forbidden (not_yours)
 */
export async function eventTypeInReach(context: Acting, eventTypeId: string): Promise<EventTypeRecord> {
  const record = await eventTypeOf(context, eventTypeId);
  requireReach(context.actor, record.host.id, WHAT);
  return record;
}

const WHAT = 'event types';

async function eventTypeOf({ sql, actor, now }: Acting, eventTypeId: string): Promise<EventTypeRecord> {
  const record = await readEventType(sql, { workspaceId: actor.workspaceId, eventTypeId }, now);
  if (!record) throw noSuchEventType();
  return record;
}
