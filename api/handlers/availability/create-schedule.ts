import { v7 as uuidv7 } from 'uuid';
import { toWeeklyRules } from '../../../domain/availability/weekly-hours.ts';
import type { schedules } from '../../../schemas/operations/availability/schedules.ts';
import { createSchedule as create } from '../../../store/availability/change-schedules.ts';
import { readTimezone } from '../../../store/workspaces/workspace-defaults.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { noticeOfWeek } from './hours-past-midnight.ts';
import { scheduleError } from './refusals.ts';
import { requirePerson } from './require-schedule.ts';
import { scheduleView } from './schedule-view.ts';

export const createSchedule: Handler<typeof schedules.createSchedule> = async (context, input) => {
  const { sql, actor, caller } = context;
  const { name, timezone, weeklyHours } = input;
  const { id: userId } = await requirePerson(context, input.userId);
  const request = {
    id: uuidv7(),
    workspaceId: actor.workspaceId,
    userId,
    name,
    timezone: timezone ?? (await readTimezone(sql, actor.workspaceId)),
    weeklyRules: toWeeklyRules(weeklyHours),
  };
  const outcome = await create(sql, request, { actor, source: caller.source });
  const view = await scheduleView(context, resultOrThrow(outcome, scheduleError));
  return { ...view, ...noticeOfWeek(weeklyHours) };
};
