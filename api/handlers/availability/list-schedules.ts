import { reachOf } from '../../../domain/members/member-reach.ts';
import type { schedules } from '../../../schemas/operations/availability/schedules.ts';
import { listScheduleLines } from '../../../store/availability/schedules.ts';
import type { Handler } from '../../core/handler.ts';
import { readCursor, toPage } from '../../core/list-cursor.ts';
import { requirePerson } from './require-schedule.ts';
import { toScheduleLine } from './schedule-view.ts';

/** Members see their own schedules, managers and above all of them. */
export const listSchedules: Handler<typeof schedules.listSchedules> = async (context, input) => {
  const { sql, actor } = context;
  const { limit, cursor } = input;
  const userId = input.userId ? (await requirePerson(context, input.userId)).id : reachOf(actor);
  const list = `schedules/${userId ?? 'all'}`;
  const after = readCursor([list], cursor);
  const rows = await listScheduleLines(sql, { workspaceId: actor.workspaceId, userId, after, limit });
  const { page, nextCursor } = toPage(rows, limit, () => list);
  return { schedules: page.map(toScheduleLine), nextCursor };
};
