import type { schedules } from '../../../schemas/operations/availability/schedules.ts';
import { deleteSchedule as remove } from '../../../store/availability/change-schedules.ts';
import { readSchedule } from '../../../store/availability/schedules.ts';
import { requireAccess } from '../../core/access.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { scheduleError } from './refusals.ts';

export const deleteSchedule: Handler<typeof schedules.deleteSchedule> = async (context, { scheduleId }) => {
  const { sql, actor, caller } = context;
  const id = { workspaceId: actor.workspaceId, scheduleId };
  const record = await readSchedule(sql, id);
  if (record) requireAccess(actor, record.owner.id, 'availability');
  resultOrThrow(await remove(sql, id, { actor, source: caller.source }), scheduleError);
  return { id: scheduleId, deleted: true };
};
