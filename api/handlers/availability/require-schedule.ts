import type { Actor } from '../../../domain/access/actor.ts';
import { AppError } from '../../../schemas/errors.ts';
import { type Member, readMember, readSchedule, type ScheduleRecord } from '../../../store/availability/schedules.ts';
import type { Queryable } from '../../../store/database.ts';
import { findOpenInvitation } from '../../../store/members/invitations.ts';
import { notJoined, requireAccess } from '../../core/access.ts';
import { noSuchSchedule } from './refusals.ts';

interface CallOf {
  readonly sql: Queryable;
  readonly actor: Actor;
}

/**
 * Returns the person whose availability a call is about; by default the caller.
 * @throws AppError resource.not_found (member_not_found), auth.forbidden (not_yours)
 */
export async function requirePerson({ sql, actor }: CallOf, userId: string = actor.userId): Promise<Member> {
  const member = await readMember(sql, actor.workspaceId, userId);
  if (!member) {
    const open = await findOpenInvitation(sql, { workspaceId: actor.workspaceId, id: userId });
    if (open) throw notJoined('userId', open.email, 'member_not_found');
    const message = 'userId is not a member of this workspace. list_members has their ids.';
    throw new AppError('resource.not_found', message, { reason: 'member_not_found', field: 'userId' });
  }
  requireAccess(actor, userId, 'availability');
  return member;
}

/**
 * Returns a schedule that the caller may change.
 * @throws AppError resource.not_found (schedule_not_found), auth.forbidden (not_yours)
 */
export async function requireSchedule({ sql, actor }: CallOf, scheduleId: string): Promise<ScheduleRecord> {
  const record = await readSchedule(sql, { workspaceId: actor.workspaceId, scheduleId });
  if (!record) throw noSuchSchedule();
  requireAccess(actor, record.owner.id, 'availability');
  return record;
}
