import type { schedules } from '../../../schemas/operations/availability/schedules.ts';
import { setOverrides } from '../../../store/availability/change-overrides.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { datesOf, overridesView } from './override-dates.ts';
import { scheduleError } from './refusals.ts';
import { requireSchedule } from './require-schedule.ts';

export const removeDateOverride: Handler<typeof schedules.removeDateOverride> = async (context, input) => {
  const { sql, actor, caller } = context;
  const { scheduleId } = input;
  await requireSchedule(context, scheduleId);
  const change = { workspaceId: actor.workspaceId, scheduleId, dates: datesOf(input), windows: null };
  const outcome = await setOverrides(sql, change, { actor, source: caller.source });
  return overridesView(context, resultOrThrow(outcome, scheduleError), input);
};
