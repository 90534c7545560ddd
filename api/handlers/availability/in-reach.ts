import type { Actor } from '../../../domain/access/actor.ts';
import { AppError } from '../../../schemas/errors.ts';
import { noSuchSchedule } from '../../../store/availability/change-schedules.ts';
import { type Member, readMember, readSchedule, type ScheduleRecord } from '../../../store/availability/schedules.ts';
import type { Queryable } from '../../../store/database.ts';
import { requireReach } from '../members/reach.ts';

interface Asking {
  readonly sql: Queryable;
  readonly actor: Actor;
}

/**
 * The person whose availability a call is about, the caller by default.
 * @throws AppError resource.not_found (member_not_found), auth.forbidden (not_yours)
 */
export async function personInReach({ sql, actor }: Asking, userId: string = actor.userId): Promise<Member> {
  const member = await readMember(sql, actor.workspaceId, userId);
  if (!member)
    throw new AppError('resource.not_found', 'userId is no member of this workspace. list_members has their ids.', {
      reason: 'member_not_found',
      field: 'userId',
    });
  requireReach(actor, userId, 'availability');
  return member;
}

/** @throws AppError resource.not_found (schedule_not_found), auth.forbidden (not_yours) */
export async function scheduleInReach({ sql, actor }: Asking, scheduleId: string): Promise<ScheduleRecord> {
  const record = await readSchedule(sql, { workspaceId: actor.workspaceId, scheduleId });
  if (!record) throw noSuchSchedule();
  requireReach(actor, record.owner.id, 'availability');
  return record;
}
