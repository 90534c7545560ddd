import { toWindow } from '../../../domain/availability/weekly-hours.ts';
import { formatDate } from '../../../domain/time/civil.ts';
import { zoneOf } from '../../../domain/time/zone.ts';
import { invalid } from '../../../schemas/errors.ts';
import type { schedules } from '../../../schemas/operations/availability/schedules.ts';
import { setOverrides } from '../../../store/availability/change-overrides.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { noticeOfDates } from './hours-past-midnight.ts';
import { datesOf, overridesView } from './override-dates.ts';
import { scheduleError } from './refusals.ts';
import { requireSchedule } from './require-schedule.ts';

export const addDateOverride: Handler<typeof schedules.addDateOverride> = async (context, input) => {
  const { sql, actor, caller, now } = context;
  const { scheduleId, date, windows } = input;
  const dates = datesOf(input);
  const { timezone } = await requireSchedule(context, scheduleId);
  const today = formatDate(zoneOf(timezone).dayAt(now));
  if (date < today) throw invalid([{ path: 'date', message: `has passed; in ${timezone} today is ${today}` }]);
  const change = { workspaceId: actor.workspaceId, scheduleId, dates, windows: windows.map(toWindow) };
  const outcome = await setOverrides(sql, change, { actor, source: caller.source });
  const set = resultOrThrow(outcome, scheduleError);
  return { ...(await overridesView(context, set, input)), ...noticeOfDates({ dates, windows }, set.record) };
};
