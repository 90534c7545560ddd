import type { schedules } from '../../../schemas/operations/availability/schedules.ts';
import type { Handler } from '../../core/handler.ts';
import { requireSchedule } from './require-schedule.ts';
import { scheduleView } from './schedule-view.ts';

export const getSchedule: Handler<typeof schedules.getSchedule> = async (context, { scheduleId }) =>
  scheduleView(context, await requireSchedule(context, scheduleId));
