import type { calendars } from '../../../schemas/operations/calendars.ts';
import { readCalendarSettings } from '../../../store/calendars/settings.ts';
import type { Handler } from '../../core/handler.ts';

export const getCalendarSettings: Handler<typeof calendars.getCalendarSettings> = async ({ sql, actor }) => ({
  settings: await readCalendarSettings(sql, actor.userId),
});
