import type { schedules } from '../../../schemas/operations/availability/schedules.ts';
import { deleteSchedule as remove } from '../../../store/availability/change-schedules.ts';
import { readSchedule } from '../../../store/availability/schedules.ts';
import type { Handler } from '../../core/handler.ts';
import { requireAccess } from '../members/require-access.ts';

export const deleteSchedule: Handler<typeof schedules.deleteSchedule> = async (context, { scheduleId }) => {
  const { sql, actor, caller } = context;
  const id = { workspaceId: actor.workspaceId, scheduleId };
  const record = await readSchedule(sql, id);
  if (record) requireAccess(actor, record.owner.id, 'availability');
  await remove(sql, id, { actor, source: caller.source });
  return { id: scheduleId, deleted: true };
};
