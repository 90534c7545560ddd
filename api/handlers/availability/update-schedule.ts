import { toWeeklyRules } from '../../../domain/availability/weekly-hours.ts';
import type { schedules } from '../../../schemas/operations/availability/schedules.ts';
import { updateSchedule as update } from '../../../store/availability/change-schedules.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { noticeOfWeek } from './hours-past-midnight.ts';
import { scheduleError } from './refusals.ts';
import { requireSchedule } from './require-schedule.ts';
import { changedView } from './schedule-view.ts';

export const updateSchedule: Handler<typeof schedules.updateSchedule> = async (context, input) => {
  const { sql, actor, caller } = context;
  const { scheduleId, name, timezone, weeklyHours, expectedVersion } = input;
  const { owner } = await requireSchedule(context, scheduleId);
  const change = {
    workspaceId: actor.workspaceId,
    scheduleId,
    ownerId: owner.id,
    name,
    timezone,
    weeklyRules: weeklyHours && toWeeklyRules(weeklyHours),
    expectedVersion,
  };
  const outcome = await update(sql, change, { actor, source: caller.source });
  const view = await changedView(context, resultOrThrow(outcome, scheduleError));
  return { ...view, ...noticeOfWeek(weeklyHours) };
};
