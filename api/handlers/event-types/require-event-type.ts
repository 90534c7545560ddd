import type { Actor } from '../../../domain/access/actor.ts';
import { type EventTypeRecord, isInTeam, readEventType } from '../../../store/event-types/event-types.ts';
import { requireAccess } from '../../core/access.ts';
import type { Services } from '../../core/services.ts';
import { noSuchEventType } from './refusals.ts';

type Acting = Pick<Services, 'sql'> & { readonly actor: Actor; readonly now: number };

/**
 * The event type that a call wants to read: members also read those of their teams.
 * @throws AppError as requireEventType
 */
export async function requireReadableEventType(context: Acting, eventTypeId: string): Promise<EventTypeRecord> {
  const record = await eventTypeOf(context, eventTypeId);
  const { sql, actor } = context;
  if (!record.team || !(await isInTeam(sql, record.team.id, actor.userId))) requireAccess(actor, record.host.id, WHAT);
  return record;
}

/**
 * The event type that a call wants to change.
 * @throws AppError resource.not_found (event_type_not_found), auth.forbidden (not_yours)
 */
export async function requireEventType(context: Acting, eventTypeId: string): Promise<EventTypeRecord> {
  const record = await eventTypeOf(context, eventTypeId);
  requireAccess(context.actor, record.host.id, WHAT);
  return record;
}

const WHAT = 'event types';

async function eventTypeOf({ sql, actor, now }: Acting, eventTypeId: string): Promise<EventTypeRecord> {
  const record = await readEventType(sql, { workspaceId: actor.workspaceId, eventTypeId }, now);
  if (!record) throw noSuchEventType();
  return record;
}
