import type { calendars } from '../../../schemas/operations/calendars.ts';
import { changeCalendarSettings } from '../../../store/calendars/settings.ts';
import type { Handler } from '../../core/handler.ts';

/** The mirror follows in the same transaction, so listings show it at once. */
export const updateCalendarSettings: Handler<typeof calendars.updateCalendarSettings> = async (context, change) => ({
  settings: await changeCalendarSettings(context.sql, context.actor.userId, change),
});
