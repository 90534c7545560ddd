import type { schedules } from '../../../schemas/operations/availability/schedules.ts';
import { setOverride } from '../../../store/availability/change-schedules.ts';
import type { Handler } from '../../core/handler.ts';
import { unlessRefused } from '../../core/unless-refused.ts';
import { scheduleError } from './refusals.ts';
import { requireSchedule } from './require-schedule.ts';
import { changedView } from './schedule-view.ts';

export const removeDateOverride: Handler<typeof schedules.removeDateOverride> = async (context, input) => {
  const { sql, actor, caller } = context;
  const { scheduleId, date } = input;
  await requireSchedule(context, scheduleId);
  const change = { workspaceId: actor.workspaceId, scheduleId, date, windows: null };
  const outcome = await setOverride(sql, change, { actor, source: caller.source });
  return changedView(context, unlessRefused(outcome, scheduleError));
};
