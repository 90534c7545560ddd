import type { availability } from '../../../schemas/operations/availability.ts';
import type { Handler } from '../../core/handler.ts';
import { scheduleInReach } from './in-reach.ts';
import { scheduleView } from './schedule-view.ts';

export const getSchedule: Handler<typeof availability.getSchedule> = async (context, { scheduleId }) =>
  scheduleView(context, await scheduleInReach(context, scheduleId));
